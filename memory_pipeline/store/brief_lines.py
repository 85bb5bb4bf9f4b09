"""Taking a memory's line out of the brief without compiling it (contract section 7)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from memory_pipeline.model.brief import Brief
from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.store.family_view import FamilyView


def brief_without(view: FamilyView, memories: Collection[str]) -> Brief | None:
    """The stored brief without the lines of these memories; None where it has none of them or cannot be read."""
    try:
        brief = view.brief()
    except MalformedDocument:
        return None
    if brief is None:
        return None
    gone = {str(MemoryRef(view.key, memory)) for memory in memories}
    sections = tuple(
        replace(section, lines=tuple(line for line in section.lines if line.ref not in gone))
        for section in brief.sections
    )
    return None if sections == brief.sections else replace(brief, sections=sections)
