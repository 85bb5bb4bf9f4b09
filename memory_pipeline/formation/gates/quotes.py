"""Gate 2: the quote stands in a cited turn (contract section 4; faults lines 76 and 77).

The stored quote is the turn's exact text from clause edge to clause edge, so that "allergic to peanuts" out of "not
allergic to peanuts" is kept, and judged, with its "not". The evidence is reduced to the turn where the quote stands
(always the last of the range) and at most one turn of context before it; an answer keeps its question.
"""

from __future__ import annotations

from dataclasses import replace

from memory_pipeline.formation.gates.answers import needs_question, question_before
from memory_pipeline.formation.gates.places import Place, Standing, places
from memory_pipeline.formation.gates.verdict import GateContext, Refusal
from memory_pipeline.formation.reading import MASK, TurnReading
from memory_pipeline.language.clauses import clause_around
from memory_pipeline.language.spans import Span
from memory_pipeline.model.candidate import Candidate, Quote


def quote_stands(candidate: Candidate, context: GateContext) -> Candidate | Refusal:
    """Refuse a misquote, and an answer whose question is not cited; complete each quote to its clause."""
    cited = frozenset(number for quote in candidate.evidence for number in quote.turns)
    located: list[Quote] = []
    for quote in candidate.evidence:
        found = places(quote, context)
        if not found:
            return Refusal("quote_stands", f"{quote.text[:60]!r} does not stand in {_turns(quote)}")
        piece = _located(quote, found[0], cited, context)
        if isinstance(piece, Refusal):
            return piece
        if piece not in located:
            located.append(piece)
    return replace(candidate, evidence=tuple(located))


def extended(span: Span, reading: TurnReading) -> Span:
    """The stretch grown to the edges of its clauses, never into words that are not its speaker's own."""
    own = reading.own
    grown = clause_around(reading.words, span.start, span.end)
    left = own.rfind(MASK, grown.start, span.start) + 1 or grown.start
    right = own.find(MASK, span.end, grown.end)
    return _trimmed(own, left, grown.end if right < 0 else right)


def _located(quote: Quote, place: Place, cited: frozenset[int], context: GateContext) -> Quote | Refusal:
    number = place.reading.turn.number
    if place.standing is not Standing.OWN:
        return Quote(first=number, last=number, text=place.span.of(place.reading.turn.text))
    text = extended(place.span, place.reading).of(place.reading.turn.text)
    if needs_question(text):
        question = question_before(number, context)
        if question is None or question not in cited:
            return Refusal("quote_stands", f"{text!r} says nothing without its question, which is not cited beside it")
        return Quote(first=question, last=number, text=text)
    earliest = max(quote.first, number - context.policy.evidence_turns + 1)
    return Quote(first=min(earliest, number), last=number, text=text)


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def _turns(quote: Quote) -> str:
    return f"turn {quote.first}" if quote.first == quote.last else f"turns {quote.first}-{quote.last}"
