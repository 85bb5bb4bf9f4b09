"""A claim whose words point to what was said just before: told, and quoted, together with that clause."""

from __future__ import annotations

import re
from dataclasses import replace

from memory_pipeline.adapters.embedded_models.extraction.draft import Draft
from memory_pipeline.adapters.embedded_models.extraction.noise import (
    is_hypothetical,
    is_joke,
    is_question,
    is_request,
    is_small_talk,
)
from memory_pipeline.adapters.embedded_models.extraction.objects import points_to_turn_before
from memory_pipeline.adapters.embedded_models.extraction.retelling import retell
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.telling import LONGEST, hangs
from memory_pipeline.adapters.embedded_models.extraction.wording import opened
from memory_pipeline.language.clauses import clauses
from memory_pipeline.language.dates import absolute
from memory_pipeline.language.spans import Span
from memory_pipeline.language.verbs import BASE, FINITE

_FAR = 140
_VERB = re.compile(rf"['’](?:s|re|m|ve|ll|d)\b|\b(?:{FINITE}|{BASE}|\w+ed|\w+n['’]t|had|be|been|said)\b", re.IGNORECASE)
_POINTS = re.compile(
    r"\b(?:that|those|these)\s+(?:place|day|week|time|one|thing|rule|code|one|two)\b|\bthere$", re.IGNORECASE
)


def in_context(draft: Draft, statement: Statement) -> Draft:
    """The draft with the clause before it in brackets where it needs it; not where that is a question or far away."""
    if points_to_turn_before(statement) and draft.first_turn is None and draft.quote is None:
        return replace(draft, first_turn=statement.turn.number - 1)
    if draft.quote is not None or draft.first_turn is not None or not _needs(draft, statement):
        return draft
    before = _before(statement)
    if before is None:
        return draft
    words = opened(before.of(statement.before), statement.cast.speaker, statement.family).strip(" .,;:!")
    words = re.sub(r"(?i)[,\s]+(?:and|but|so|because|cos)$", "", words)
    if (
        len(words.split()) < 3
        or is_small_talk(words)
        or is_joke(words)
        or words.endswith("?")
        or is_question(words, words)
        or is_request(words)
        or is_hypothetical(words)
    ):
        return draft
    told = retell(absolute(words, statement.said_on), statement.cast)
    if told.split()[0].casefold() in _SMALL:
        told = told[:1].lower() + told[1:]
    summary = f"{draft.summary.rstrip('.')} ({told})."
    quote = _quoted(statement)
    if quote is None or len(summary) > LONGEST:
        return draft
    return replace(draft, summary=summary, quote=quote)


_UNNAMED = re.compile(
    r"(?:the\s+)?(?:password|code|pin|number|key)\s+(?:is|for)\b|(?:tastes|smells|sounds|looks|makes|means|costs|comes|goes|needs)\b",
    re.IGNORECASE,
)
_SMALL = frozenset({"the", "a", "an", "it", "he", "she", "they", "no", "not", "that", "there"})


def _needs(draft: Draft, statement: Statement) -> bool:
    if draft.type == "directive":
        return False
    return (
        _UNNAMED.match(statement.core) is not None
        or hangs(draft.summary)
        or _POINTS.search(draft.summary.rstrip(".")) is not None
        or _VERB.search(statement.core) is None
    )


def _before(statement: Statement) -> Span | None:
    said = clauses(statement.before)
    return said[-1] if said and len(statement.before) - said[-1].start <= _FAR else None


def _quoted(statement: Statement) -> str | None:
    """The turn's exact words from the start of that clause; found by its first word, since spelling may differ."""
    text = statement.turn.text
    spans = [span for span in clauses(text) if span.end <= statement.span.start]
    return text[spans[-1].start : statement.span.end] if spans else None
