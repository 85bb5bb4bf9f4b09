"""The compact summary that every conversation begins with (seed section 6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal, get_args

SectionName = Literal["identity", "directives", "topics", "last_conversation"]
SECTION_NAMES: tuple[SectionName, ...] = get_args(SectionName)


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefLine:
    """One line; `text` holds no reference, the renderer appends `ref`. Topic lines have none."""

    text: str
    ref: str | None = None
    valid_until: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefSection:
    """A named section with its lines in order of weight."""

    name: SectionName
    lines: tuple[BriefLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """brief.json. The four sections are always there, in their order."""

    family: str
    sections: tuple[BriefSection, ...]
    version: int = 1

    def section(self, name: SectionName) -> BriefSection:
        """The section of that name, empty where it is missing."""
        return next((section for section in self.sections if section.name == name), BriefSection(name=name))
