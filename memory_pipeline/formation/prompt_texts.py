"""The prompts that ship with the package: versioned files, and what a leak of their worked examples is told by.

A prompt is a markdown file `{stage}/prompts/{name}.md`: front matter with its `version`, the instructions, and after a
line `<!-- user message -->` the frame of the message, with `{{places}}` to fill. Worked examples stand between
`<!-- examples -->` and `<!-- end of examples -->`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from memory_pipeline.model.errors import MalformedDocument

STAGES = ("formation", "reconciliation")

_FRONT_MATTER = re.compile(r"---\nversion: (?P<version>[a-z0-9.-]+)\n---\n(?P<text>.*)", re.DOTALL)
_USER_MESSAGE = "\n<!-- user message -->\n"
_EXAMPLES = re.compile(r"<!-- examples -->\n(.*?)<!-- end of examples -->\n", re.DOTALL)
_PLACE = re.compile(r"\{\{([a-z_]+)\}\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """One prompt file. `frame` is the user's message with its places still open; `examples` is part of `system`."""

    version: str
    system: str
    frame: str
    examples: str

    def message(self, values: Mapping[str, str]) -> str:
        """The frame with each place filled once: what a value holds is never looked at again. Raises KeyError."""
        return _PLACE.sub(lambda place: values[place[1]], self.frame)


@cache
def load_prompt(stage: str, name: str) -> Prompt:
    """The prompt `{stage}/prompts/{name}.md`. Raises MalformedDocument, which names the file."""
    file = f"memory_pipeline/{stage}/prompts/{name}.md"
    text = files("memory_pipeline").joinpath(stage, "prompts", f"{name}.md").read_text(encoding="utf-8")
    return parse_prompt(text, file)


def parse_prompt(text: str, file: str) -> Prompt:
    """A prompt file's parts. Raises MalformedDocument for one without a version or a user message."""
    found = _FRONT_MATTER.fullmatch(text)
    if found is None:
        raise MalformedDocument("a prompt begins with `---`, `version: NAME-N`, `---`", file=file, line=1)
    system, divider, frame = found["text"].partition(_USER_MESSAGE)
    if not divider:
        raise MalformedDocument("a prompt has a line `<!-- user message -->` before the message's frame", file=file)
    return Prompt(
        version=found["version"],
        system=_EXAMPLES.sub(lambda block: block[1], system).strip(),
        frame=frame.strip(),
        examples="\n".join(_EXAMPLES.findall(system)),
    )


@cache
def shipped_prompts() -> tuple[str, ...]:
    """The worked examples of every shipped prompt, by stage and name: what may never come back as a memory.

    The instructions around them are left out: their common words are no sign of a leak.
    """
    return tuple(load_prompt(stage, name).examples for stage in STAGES for name in _names(stage))


def _names(stage: str) -> list[str]:
    folder = files("memory_pipeline").joinpath(stage, "prompts")
    return sorted(item.name.removesuffix(".md") for item in folder.iterdir() if item.name.endswith(".md"))
