"""Items of a reply to candidates, each by itself: nine good ones survive one bad one (contract section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from memory_pipeline.adapters.openai_models.reply_text import TWICE
from memory_pipeline.adapters.openai_models.schema import Cited, ProposedMemory
from memory_pipeline.model.candidate import Candidate, Quote

ITEM_SIGNS = frozenset({"summary", "evidence"})
_SHOWN = 60


def candidates_of(items: Sequence[Any], most: int) -> tuple[tuple[Candidate, ...], tuple[str, ...]]:
    """The candidates in the order of the reply, and why the others are none. At most `most` items are read."""
    candidates: list[Candidate] = []
    refused: list[str] = []
    for number, item in enumerate(items[:most], start=1):
        read = _candidate(item)
        if isinstance(read, Candidate):
            candidates.append(read)
        else:
            refused.append(f"item {number}: {read}")
    if len(items) > most:
        refused.append(f"items {most + 1} to {len(items)} were not read: one reply may hold {most}")
    return tuple(candidates), tuple(refused)


def _candidate(item: Any) -> Candidate | str:
    if isinstance(item, dict) and TWICE in item:
        return f"the key {item[TWICE]!r} stands in it twice, with different values"
    try:
        proposed = ProposedMemory.model_validate(item)
    except ValidationError as error:
        return _sentence(error)
    return Candidate(
        type=proposed.type,
        about=_line(proposed.about),
        summary=_line(proposed.summary),
        body=proposed.body.strip(),
        when_to_use=_line(proposed.when_to_use),
        evidence=tuple(_quote(cited) for cited in proposed.evidence),
        applies_to=tuple(dict.fromkeys(filter(None, map(_line, proposed.applies_to)))),
        strength=proposed.strength,
        authority=proposed.authority,
        confidence=proposed.confidence,
        durability=proposed.durability,
        valid_until=proposed.valid_until,
        sensitivity=proposed.sensitivity,
    )


def _quote(cited: Cited) -> Quote:
    first = cited.turn if cited.asked_in is None else min(cited.asked_in, cited.turn)
    return Quote(first=first, last=cited.turn, text=cited.quote)


def _line(text: str) -> str:
    return " ".join(text.split())


def _sentence(error: ValidationError) -> str:
    """The first fault of an item: where, what, and the beginning of what stood there."""
    first = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in first["loc"]) or "the item"
    shown = repr(first["input"])
    shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
    more = error.error_count() - 1
    return f"{place}: {first['msg']}, not {shown}" + (f" (and {more} more)" if more else "")
