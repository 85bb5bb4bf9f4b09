"""Lines into an allocation: heaviest first, each counted once, the lightest left out (seed section 6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.line_text import shorten
from memory_pipeline.brief.render import render_line, render_sections
from memory_pipeline.model.brief import BriefLine, BriefSection, SectionName
from memory_pipeline.ports.token_counter import TokenCounter

_FIRST_TO_GO: tuple[SectionName, ...] = ("last_conversation", "topics", "directives", "identity")
_FEWEST_CHARACTERS = 12


@dataclass(frozen=True, slots=True)
class Filling:
    """The lines that found room, and the references of those that no shortening could make fit."""

    lines: tuple[BriefLine, ...]
    too_long: frozenset[str] = frozenset()


def fill(lines: Iterable[BriefLine], allocation: int, budget: BriefBudget, count_tokens: TokenCounter) -> Filling:
    """Take lines in order until one finds no room; then nothing lighter is taken in its place.

    A line that alone exceeds the allocation (a script of many tokens a character) is shortened further, visibly.
    """
    taken: list[BriefLine] = []
    too_long: set[str] = set()
    used = 0
    for line in lines:
        fitted, cost = _fitted(line, allocation, budget, count_tokens)
        if fitted is None:
            too_long.add(line.ref or line.text)
            continue
        if used + cost > allocation:
            break
        used += cost
        taken.append(fitted)
    return Filling(tuple(taken), frozenset(too_long))


def fit_whole(
    sections: Sequence[BriefSection], budget: BriefBudget, count_tokens: TokenCounter
) -> tuple[BriefSection, ...]:
    """The sections, with last lines dropped while the whole rendered block exceeds the total.

    Tokens do not add up exactly across line ends; this holds the total for any tokenizer and any frame.
    """
    kept = {section.name: section for section in sections}
    while count_tokens(_longest_block(tuple(kept.values()), budget)) > budget.total:
        name = next((name for name in _FIRST_TO_GO if kept[name].lines), None)
        if name is None:
            break
        kept[name] = replace(kept[name], lines=kept[name].lines[:-1])
    return tuple(kept.values())


def _fitted(
    line: BriefLine, allocation: int, budget: BriefBudget, count_tokens: TokenCounter
) -> tuple[BriefLine | None, int]:
    limit = budget.line_characters
    while True:
        shorter = replace(line, text=shorten(line.text, limit))
        cost = count_tokens(f"{render_line(shorter, limit)}\n")
        if cost <= allocation:
            return shorter, cost
        if limit == _FEWEST_CHARACTERS:
            return None, cost
        limit = max(_FEWEST_CHARACTERS, min(limit, len(line.text)) // 2)


def _longest_block(sections: Sequence[BriefSection], budget: BriefBudget) -> str:
    return render_sections(sections, "lookahead", budget.line_characters)
