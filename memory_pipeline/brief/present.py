"""A brief to the block that a surface's model is given (seed sections 6 and 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.legacy import render_legacy
from memory_pipeline.brief.render import BriefSurface, render_sections
from memory_pipeline.brief.web_query import relevant, shape_query
from memory_pipeline.model.brief import SECTION_NAMES, Brief, BriefLine, BriefSection, SectionName
from memory_pipeline.ports.token_counter import TokenCounter

_SHOWN: dict[BriefSurface, tuple[SectionName, ...]] = {
    "chat": SECTION_NAMES,
    "household": ("identity", "directives", "topics"),
    "lookahead": SECTION_NAMES,
    "web_search": ("directives",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentedBrief:
    """The block (`text`), its tokens, and the lines in it.

    `source` says what was rendered: the compiled brief, the three legacy files, or nothing; `etag` is the stored
    brief's, for the next conditional fetch; `query` is the shaped query of the web search surface, else None.
    """

    text: str
    tokens: int
    sections: tuple[BriefSection, ...]
    source: Literal["brief", "legacy", "none"]
    etag: str | None = None
    query: str | None = None


def present(
    brief: Brief | None,
    *,
    today: date,
    surface: BriefSurface,
    budget: BriefBudget,
    count_tokens: TokenCounter,
    legacy: Mapping[str, str] | None = None,
    etag: str | None = None,
    query: str = "",
    limits: Sequence[BriefLine] = (),
) -> PresentedBrief:
    """The block for a surface on the family's `today`; lines whose date has come are left out.

    Without a brief the family's legacy files (`name.md` to text) are rendered whole. For `web_search`, `query` is what
    the model wants to look up, and `limits` are further limits that a lookup found for it (sensitive ones are not in
    the brief): the block keeps the lines that bear on the query, and the shaped query carries what they require.
    """
    if brief is None:
        return _fallback(legacy or {}, surface, budget, count_tokens, query)
    sections = tuple(_current(brief.section(name), today) for name in _SHOWN[surface])
    shaped = None
    if surface == "web_search":
        lines = (*limits, *(line for section in sections for line in section.lines))
        lines = tuple(line for line in dict.fromkeys(lines) if not _is_past(line, today) and relevant(line.text, query))
        sections = (BriefSection(name="directives", lines=lines),)
        shaped = shape_query(query, [line.text for line in lines])
    text = render_sections(sections, surface, budget.line_characters)
    return PresentedBrief(
        text=text, tokens=count_tokens(text), sections=sections, source="brief", etag=etag, query=shaped
    )


def _fallback(
    legacy: Mapping[str, str], surface: BriefSurface, budget: BriefBudget, count_tokens: TokenCounter, query: str
) -> PresentedBrief:
    """The earlier files, so that nothing goes dark while a family is not compiled (seed section 11)."""
    text = render_legacy(legacy, surface, budget.line_characters)
    return PresentedBrief(
        text=text,
        tokens=count_tokens(text),
        sections=(),
        source="legacy" if legacy else "none",
        query=query if surface == "web_search" else None,
    )


def _current(section: BriefSection, today: date) -> BriefSection:
    return replace(section, lines=tuple(line for line in section.lines if not _is_past(line, today)))


def _is_past(line: BriefLine, today: date) -> bool:
    return line.valid_until is not None and line.valid_until <= today
