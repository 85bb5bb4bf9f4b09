"""The agent's prompt in the order that lets a provider reuse its work: stable first (seed section 6)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from memory_pipeline.brief.render import BriefSurface

_VERSION = re.compile(r"version: (\S+)\n+")
_PART = re.compile(r"<!-- (tools|no tools) -->\n(.*?)<!-- /\1 -->\n", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Instructions:
    """The stable block, as `instructions.md` gives it for a surface; `version` changes with any of its bytes."""

    version: str
    text: str


@cache
def instructions(surface: BriefSurface = "chat") -> Instructions:
    """The instruction block. In household chat no tools are offered, so it speaks of none (seed section 9)."""
    source = files(__package__).joinpath("instructions.md").read_text(encoding="utf-8")
    head = _VERSION.match(source)
    if head is None:
        raise ValueError("brief/instructions.md must begin with a line `version: N`")
    wanted = "no tools" if surface == "household" else "tools"
    text = _PART.sub(lambda part: part[2] if part[1] == wanted else "", source[head.end() :])
    return Instructions(version=head[1], text=text.strip())


def assemble(instructions: str, brief_block: str, turn_block: str = "") -> str:
    """Instructions, then the brief, then what changes by turn; parts stand apart by one blank line.

    The first two are a byte-stable prefix while no memory changes, whatever the turn brings.
    """
    return "\n\n".join(part.strip("\n") for part in (instructions, brief_block, turn_block) if part.strip())
