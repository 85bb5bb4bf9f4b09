"""A brief after a forget or an edit, before the next compile (seed section 6, "Always current")."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.compile import line_of
from memory_pipeline.brief.fill import fill, fit_whole
from memory_pipeline.model.brief import Brief, BriefLine, BriefSection, SectionName
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.ports.token_counter import TokenCounter


def without_lines(brief: Brief, refs: Collection[str]) -> Brief:
    """The brief without the lines of these references.

    A `conv://` reference removes the summary of its whole session, whatever turns it cites: a forget passes its
    memory's reference and those of its evidence, so that the last conversation does not go on telling it.
    """
    gone = {_session_of(ref) for ref in refs}
    return _each_section(
        brief,
        lambda section: tuple(line for line in section.lines if not line.ref or _session_of(line.ref) not in gone),
    )


def with_line(brief: Brief, ref: str, memory: Memory, budget: BriefBudget, count_tokens: TokenCounter) -> Brief:
    """The brief with the line of `ref` telling `memory` in its place, as an edit leaves it.

    The line goes where the memory is not active or is sensitive; nothing changes where `ref` has no line. A longer
    text may cost the section its last lines, never the new one: the budget holds between two compiles as well.
    """
    if memory.status != "active" or memory.sensitivity != "normal":
        return without_lines(brief, (ref, str(MemoryRef(brief.family, memory.id))))
    new = line_of(memory, brief.family, budget)

    def refilled(section: BriefSection) -> tuple[BriefLine, ...]:
        if all(line.ref != ref for line in section.lines):
            return section.lines
        lines = tuple(new if line.ref == ref else line for line in section.lines)
        return _fitted(lines, new, budget, section.name, count_tokens)

    changed = _each_section(brief, refilled)
    return replace(changed, sections=fit_whole(changed.sections, budget, count_tokens))


def _fitted(
    lines: tuple[BriefLine, ...], new: BriefLine, budget: BriefBudget, name: SectionName, count_tokens: TokenCounter
) -> tuple[BriefLine, ...]:
    """The lines that fit the section; the last ones other than `new` give way first."""
    left = list(lines)
    while len(filled := fill(left, budget.of(name), budget, count_tokens).lines) < len(left):
        left.pop(next((index for index in reversed(range(len(left))) if left[index] != new), 0))
    return filled


def _each_section(brief: Brief, lines: Callable[[BriefSection], tuple[BriefLine, ...]]) -> Brief:
    return replace(brief, sections=tuple(replace(section, lines=lines(section)) for section in brief.sections))


def _session_of(ref: str) -> str:
    """A conversation's reference without its turns; any other reference as it is."""
    return ref.partition("#")[0] if ref.startswith("conv://") else ref
