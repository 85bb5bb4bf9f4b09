"""Memories to a brief: the same memories give the same bytes, in any order and on any host (seed section 6).

The compiler looks at status, never at a date: expiry is the dream's, and `present` filters what runs out between two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.explain import Explanation
from memory_pipeline.brief.fates import Fates, barred, memory_id
from memory_pipeline.brief.fill import Filling, fill, fit_whole
from memory_pipeline.brief.line_text import one_line, shorten
from memory_pipeline.brief.sections import Household, fills_directives, must_be_known, tells_identity, topic_lines
from memory_pipeline.brief.weight import weight
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
    out = {memory.id: why for memory in memories.values() if (why := barred(memory, suppressed))}
    eligible = sorted((memory for memory in memories.values() if memory.id not in out), key=weight)
    topics = {memory.id: household.topic(memory) for memory in eligible}
    fillings = _fillings(eligible, household, (topic_lines(topics.values()), _last_lines(last)), budget, count_tokens)
    sections = [
        BriefSection(name=name, lines=filling.lines) for name, filling in zip(SECTION_NAMES, fillings, strict=True)
    ]
    brief = Brief(family=family.key, sections=fit_whole(sections, budget, count_tokens))
    fates = Fates(brief, household, topics, {ref for filling in fillings for ref in filling.too_long}, budget)
    explanations = (out.get(id) or fates.of(memories[id]) for id in sorted(memories))
    return CompiledBrief(brief=brief, explanations=tuple(explanations))


def line_of(memory: Memory, family: str, budget: BriefBudget) -> BriefLine:
    """The line that tells a memory: its summary on one line, capped, with its reference and date."""
    text = shorten(one_line(memory.summary), budget.line_characters)
    return BriefLine(text=text, ref=str(MemoryRef(family, memory.id)), valid_until=memory.valid_until)


def _fillings(
    eligible: Sequence[Memory],
    household: Household,
    rest: tuple[Sequence[BriefLine], Sequence[BriefLine]],
    budget: BriefBudget,
    count_tokens: TokenCounter,
) -> tuple[Filling, Filling, Filling, Filling]:
    """The sections' lines in the order of SECTION_NAMES; `rest` are the lines of the last two."""

    def filled(section: SectionName, lines: Iterable[BriefLine]) -> Filling:
        return fill(lines, budget.of(section), budget, count_tokens)

    key = household.family.key
    first = [memory for memory in eligible if tells_identity(memory, household)]
    identity = filled("identity", (line_of(memory, key, budget) for memory in first))
    left = _directives(eligible, {memory_id(line.ref) for line in identity.lines if line.ref})
    directives = filled("directives", (line_of(memory, key, budget) for memory in left))
    return identity, directives, filled("topics", rest[0]), filled("last_conversation", rest[1])


def _directives(eligible: Sequence[Memory], placed: AbstractSet[str]) -> list[Memory]:
    """What directives may hold, in its two tiers; a pinned or explicit identity that found no room above comes too."""
    others = [memory for memory in eligible if memory.id not in placed]
    return [memory for memory in others if must_be_known(memory)] + [
        memory for memory in others if fills_directives(memory) and not must_be_known(memory)
    ]


def _last_lines(last: BriefLine | None) -> tuple[BriefLine, ...]:
    text = "" if last is None else one_line(last.text)
    return (replace(last, text=text),) if last is not None and text else ()
