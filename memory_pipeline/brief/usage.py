"""How a compiled brief spends its budget: tokens and lines by section, and what found no room."""

from __future__ import annotations

from dataclasses import dataclass

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.compile import CompiledBrief
from memory_pipeline.brief.render import render_line
from memory_pipeline.model.brief import SectionName
from memory_pipeline.ports.token_counter import TokenCounter

_BAR = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionUse:
    """One section: tokens used and allocated, lines in it, memories that wanted a line and found no room."""

    section: SectionName
    used: int
    allocated: int
    lines: int
    left_out: int

    @property
    def bar(self) -> str:
        """The share used, drawn: one mark for each twenty-fourth of the allocation."""
        filled = 0 if self.allocated == 0 else min(_BAR, -(-_BAR * self.used // self.allocated))
        return "█" * filled + "░" * (_BAR - filled)


def section_uses(compiled: CompiledBrief, budget: BriefBudget, count_tokens: TokenCounter) -> tuple[SectionUse, ...]:
    """The sections in their order; a line costs what it takes in the rendered block, its reference included."""
    left_out = [why.section for why in compiled.explanations if why.reason in ("no_room", "too_long")]
    return tuple(
        SectionUse(
            section=section.name,
            used=sum(count_tokens(f"{render_line(line, budget.line_characters)}\n") for line in section.lines),
            allocated=budget.of(section.name),
            lines=len(section.lines),
            left_out=left_out.count(section.name),
        )
        for section in compiled.brief.sections
    )
