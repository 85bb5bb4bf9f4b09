"""The listings and links of an OKF bundle (SPEC.md sections 6 and 8)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from memory_pipeline.model.entity import Entity
from memory_pipeline.model.memory import MEMORY_TYPES, Memory

OKF_VERSION = "0.2"

_MARKDOWN = re.compile(r"([\\`*_\[\]<>])")


def index_files(memories: Sequence[Memory], entities: Sequence[Entity]) -> dict[str, bytes]:
    """Every index.md. Only the root's carries front matter: the version of the format (12)."""
    folders = []
    files = {}
    if memories:
        folders.append(f"* [Memories](memories/) - {_counted(len(memories), 'claim', 'claims')}, one a file")
        files["memories/index.md"] = _document(_memory_groups(memories))
    if entities:
        named = _counted(len(entities), "person, place or group", "people, places and groups")
        folders.append(f"* [Entities](entities/) - {named}")
        files["entities/index.md"] = _document({"Entities": [_entity_line(entity) for entity in entities]})
    root = _document({"What this family told us": folders or ["* Nothing yet."]})
    files["index.md"] = f'---\nokf_version: "{OKF_VERSION}"\n---\n\n'.encode() + root
    return files


def links(memories: Sequence[Memory], entities: Sequence[Entity]) -> dict[str, str]:
    """A link from anywhere in the bundle to each concept, by id."""
    found = {memory.id: f"[{escaped(title(memory))}](/memories/{memory.id}.md)" for memory in memories}
    found |= {entity.id: f"[{escaped(entity.names[0])}](/entities/{entity.id}.md)" for entity in entities}
    return found


def links_section(memory: Memory, known: Mapping[str, str]) -> str:
    """What the memory is tied to, as a section to add to its body; empty where it is tied to nothing in the bundle."""
    ties = [("Applies to", entity) for entity in memory.applies_to]
    ties += [("Supersedes", memory.supersedes or ""), ("Superseded by", memory.superseded_by or "")]
    ties += [("Related to", other) for other in memory.related]
    lines = [f"* {how} {known[other]}\n" for how, other in ties if other in known]
    return "\n# Links\n\n" + "".join(lines) if lines else ""


def title(memory: Memory) -> str:
    """What the memory is called: its subject; a memory that the pipeline has yet to enrich may have none."""
    return memory.about.strip() or memory.summary.strip() or memory.id


def escaped(text: str) -> str:
    """The text as markdown that shows it literally."""
    return _MARKDOWN.sub(r"\\\1", text)


def _memory_groups(memories: Sequence[Memory]) -> dict[str, list[str]]:
    groups = {
        kind.capitalize(): [_memory_line(memory) for memory in memories if _is_listed(memory, kind)]
        for kind in MEMORY_TYPES
    }
    groups["No longer current"] = [_memory_line(memory) for memory in memories if memory.status != "active"]
    return {heading: lines for heading, lines in groups.items() if lines}


def _is_listed(memory: Memory, kind: str) -> bool:
    return memory.type == kind and memory.status == "active"


def _memory_line(memory: Memory) -> str:
    described = f" - {escaped(memory.summary)}" if memory.summary.strip() else ""
    return f"* [{escaped(title(memory))}]({memory.id}.md){described}"


def _entity_line(entity: Entity) -> str:
    return f"* [{escaped(entity.names[0])}]({entity.id}.md) - A {entity.kind} that memories apply to."


def _document(groups: Mapping[str, Sequence[str]]) -> bytes:
    sections = [f"# {heading}\n\n" + "".join(f"{line}\n" for line in lines) for heading, lines in groups.items()]
    return "\n".join(sections).encode()


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
