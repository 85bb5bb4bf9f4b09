"""Memories to a brief: the same memories give the same bytes, in any order and on any host (seed section 6).

The compiler looks at status, never at a date: expiry is the dream's, and `present` filters what runs out between two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.explain import Explanation, Reason
from memory_pipeline.brief.fill import Filling, fill, fit_whole
from memory_pipeline.brief.line_text import one_line, shorten
from memory_pipeline.brief.sections import Household, fills_directives, must_be_known, tells_identity, topic_lines
from memory_pipeline.brief.weight import essential, weight
from memory_pipeline.model.brief import SECTION_NAMES, Brief, BriefLine, BriefSection, SectionName
from memory_pipeline.model.entity import Entity
from memory_pipeline.model.family import Family
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.ports.token_counter import TokenCounter


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledBrief:
    """A brief and, for every memory by ascending id, why it is in or out."""

    brief: Brief
    explanations: tuple[Explanation, ...]

    @property
    def missing(self) -> tuple[Explanation, ...]:
        """Pinned or hard memories that found no room: what a check reports (contract section 15)."""
        return tuple(explanation for explanation in self.explanations if explanation.missing)


def compile_brief(
    memories: Mapping[str, Memory],
    *,
    family: Family,
    entities: Mapping[str, Entity],
    suppressed: Callable[[Memory], bool],
    last: BriefLine | None,
    budget: BriefBudget,
    count_tokens: TokenCounter,
) -> CompiledBrief:
    """Choose, order and cap the lines.

    `suppressed` says whether a rule in force keeps a memory forgotten; `last` is the last conversation's line, or None.
    A line over the character limit is shortened visibly. When a section is full, its lowest-weight lines stay out.
    """
    household = Household(family, entities)
    barred = {memory.id: why for memory in memories.values() if (why := _barred(memory, suppressed))}
    eligible = sorted((memory for memory in memories.values() if memory.id not in barred), key=weight)
    topics = {memory.id: household.topic(memory) for memory in eligible}

    def filled(section: SectionName, chosen: Sequence[Memory]) -> Filling:
        lines = (line_of(memory, family.key, budget) for memory in chosen)
        return fill(lines, budget.of(section), budget, count_tokens)

    identity = filled("identity", [memory for memory in eligible if tells_identity(memory, household)])
    placed = {line.ref for line in identity.lines}
    directives = filled("directives", _directives(eligible, family.key, placed))
    fillings = (
        identity,
        directives,
        fill(topic_lines(topics.values()), budget.topics, budget, count_tokens),
        fill(_last_line(last), budget.last_conversation, budget, count_tokens),
    )
    sections = fit_whole(
        [BriefSection(name=name, lines=filling.lines) for name, filling in zip(SECTION_NAMES, fillings, strict=True)],
        budget,
        count_tokens,
    )
    brief = Brief(family=family.key, sections=sections)
    fates = _Fates(brief, household, topics, budget, identity.too_long | directives.too_long)
    return CompiledBrief(
        brief=brief,
        explanations=tuple(barred.get(id) or fates.of(memories[id]) for id in sorted(memories)),
    )


def line_of(memory: Memory, family: str, budget: BriefBudget) -> BriefLine:
    """The line that tells a memory: its summary on one line, capped, with its reference and date."""
    text = shorten(one_line(memory.summary), budget.line_characters)
    return BriefLine(text=text, ref=str(MemoryRef(family, memory.id)), valid_until=memory.valid_until)


def _barred(memory: Memory, suppressed: Callable[[Memory], bool]) -> Explanation | None:
    if memory.status != "active":
        return Explanation(memory=memory.id, reason="not_active", detail=memory.status)
    if memory.sensitivity != "normal":
        return Explanation(memory=memory.id, reason="sensitive", detail=memory.sensitivity)
    return Explanation(memory=memory.id, reason="suppressed") if suppressed(memory) else None


def _directives(eligible: Sequence[Memory], family: str, placed: set[str | None]) -> list[Memory]:
    """What directives may hold, in its two tiers; a pinned or explicit identity that found no room above comes too."""
    rest = [memory for memory in eligible if str(MemoryRef(family, memory.id)) not in placed]
    return [memory for memory in rest if must_be_known(memory)] + [
        memory for memory in rest if fills_directives(memory) and not must_be_known(memory)
    ]


def _last_line(last: BriefLine | None) -> list[BriefLine]:
    return [] if last is None or not one_line(last.text) else [BriefLine(text=one_line(last.text), ref=last.ref)]


class _Fates:
    """Why each eligible memory stands where it stands."""

    def __init__(
        self,
        brief: Brief,
        household: Household,
        topics: Mapping[str, str],
        budget: BriefBudget,
        too_long: frozenset[str],
    ) -> None:
        self._family = brief.family
        self._lines = {line.ref: (section.name, line) for section in brief.sections for line in section.lines}
        self._household, self._topics, self._budget, self._too_long = household, topics, budget, too_long

    def of(self, memory: Memory) -> Explanation:
        ref = str(MemoryRef(self._family, memory.id))
        if ref in self._lines:
            section, line = self._lines[ref]
            reason: Reason = "in" if line.text == one_line(memory.summary) else "shortened"
            return Explanation(memory=memory.id, reason=reason, section=section, essential=essential(memory))
        wanted = self._wanted(memory)
        if wanted is None:
            return Explanation(memory=memory.id, reason="topics_only", section="topics", detail=self._topics[memory.id])
        return Explanation(
            memory=memory.id,
            reason="too_long" if ref in self._too_long else "no_room",
            section=wanted,
            detail=str(self._budget.of(wanted)),
            essential=essential(memory),
        )

    def _wanted(self, memory: Memory) -> SectionName | None:
        if must_be_known(memory) or fills_directives(memory):
            return "directives"
        return "identity" if tells_identity(memory, self._household) else None
