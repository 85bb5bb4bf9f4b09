"""Why each memory stands where it stands in a compiled brief, or does not stand there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.explain import Explanation, Reason
from memory_pipeline.brief.line_text import one_line
from memory_pipeline.brief.sections import Household, fills_directives, must_be_known, tells_identity
from memory_pipeline.brief.weight import essential
from memory_pipeline.model.brief import SECTION_NAMES, Brief, SectionName
from memory_pipeline.model.memory import Memory


def barred(memory: Memory, suppressed: Callable[[Memory], bool]) -> Explanation | None:
    """Why the memory may not be in any brief; None where it may (contract section 7)."""
    if memory.status != "active":
        return Explanation(memory=memory.id, reason="not_active", detail=memory.status)
    if memory.sensitivity != "normal":
        return Explanation(memory=memory.id, reason="sensitive", detail=memory.sensitivity)
    return Explanation(memory=memory.id, reason="suppressed") if suppressed(memory) else None


class Fates:
    """The fates of the memories that may be in a brief. `topics` by memory id; `too_long` holds references."""

    def __init__(
        self,
        brief: Brief,
        household: Household,
        topics: Mapping[str, str],
        too_long: Collection[str],
        budget: BriefBudget,
    ) -> None:
        self._told = {
            memory_id(line.ref): (section.name, line.text)
            for section in brief.sections
            for line in section.lines
            if line.ref
        }
        self._too_long = frozenset(memory_id(ref) for ref in too_long)
        self._household, self._topics = household, topics
        self._room = {name: str(budget.of(name)) for name in SECTION_NAMES}

    def of(self, memory: Memory) -> Explanation:
        """Where the memory's line is, or what kept it out."""
        if memory.id in self._told:
            section, text = self._told[memory.id]
            return _fate(memory, "in" if text == one_line(memory.summary) else "shortened", section)
        wanted = self._wanted(memory)
        if wanted is None:
            return _fate(memory, "topics_only", "topics", self._topics[memory.id])
        return _fate(memory, "too_long" if memory.id in self._too_long else "no_room", wanted, self._room[wanted])

    def _wanted(self, memory: Memory) -> SectionName | None:
        if must_be_known(memory) or fills_directives(memory):
            return "directives"
        return "identity" if tells_identity(memory, self._household) else None


def _fate(memory: Memory, reason: Reason, section: SectionName, detail: str = "") -> Explanation:
    return Explanation(memory=memory.id, reason=reason, section=section, detail=detail, essential=essential(memory))


def memory_id(ref: str) -> str:
    """The ULID in a memory's reference."""
    return ref.rpartition("/")[2]
