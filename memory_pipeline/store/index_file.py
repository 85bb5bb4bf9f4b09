"""index.md: what a person or an agent sees before opening a memory (Open Knowledge Format, section 6)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from memory_pipeline.model.memory import MEMORY_TYPES, Memory

_OPENS_MARKUP = re.compile(r"([\\`*_\[\]<>])")
_BLANKS = re.compile(r"\s+")
_HEADINGS = {
    "identity": "Identity",
    "directive": "Directives",
    "preference": "Preferences",
    "fact": "Facts",
    "constraint": "Constraints",
    "relationship": "Relationships",
}


def render_index(memories: Mapping[str, Memory]) -> bytes:
    """The active memories by type, each as a link and a description; a function of the memories alone."""
    active = [memory for memory in memories.values() if memory.status == "active"]
    sections = [_section(kind, [memory for memory in active if memory.type == kind]) for kind in MEMORY_TYPES]
    return ('---\nokf_version: "0.2"\n---\n\n' + "\n".join(section for section in sections if section)).encode()


def _section(kind: str, memories: Iterable[Memory]) -> str:
    lines = [
        f"* [{_plain(memory.about) or memory.id}](memories/{memory.id}.md) - {_plain(memory.summary)}\n"
        for memory in sorted(memories, key=lambda memory: memory.id)
    ]
    return f"# {_HEADINGS[kind]}\n\n{''.join(lines)}" if lines else ""


def _plain(text: str) -> str:
    """Text as text: nothing in it becomes a link, a heading or markup."""
    return _OPENS_MARKUP.sub(r"\\\1", _BLANKS.sub(" ", text).strip())
