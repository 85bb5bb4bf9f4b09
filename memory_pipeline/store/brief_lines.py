"""The stored brief, and a memory's line taken out of it without compiling (contract section 7)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from memory_pipeline.model.brief import Brief
from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.store.family_view import FamilyView


def stored_brief(view: FamilyView) -> Brief | None:
    """The brief as it is; None where there is none or it cannot be read: it is derived, and compiled anew."""
    try:
        return view.brief()
    except MalformedDocument:
        return None


def brief_without(view: FamilyView, memories: Collection[str]) -> Brief | None:
    """The stored brief without the lines of these memories; None where it has none of them or cannot be read."""
    brief = stored_brief(view)
    if brief is None:
        return None
    gone = {str(MemoryRef(view.key, memory)) for memory in memories}
    sections = tuple(
        replace(section, lines=tuple(line for line in section.lines if line.ref not in gone))
        for section in brief.sections
    )
    return None if sections == brief.sections else replace(brief, sections=sections)
