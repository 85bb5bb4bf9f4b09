"""Where a quote stands among the turns it cites, and whose words it stands in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from memory_pipeline.formation.gates.verdict import GateContext
from memory_pipeline.formation.reading import TurnReading
from memory_pipeline.language.folding import find_quotes
from memory_pipeline.language.spans import Span
from memory_pipeline.model.candidate import Quote


class Standing(IntEnum):
    """Whose words a place is, best first."""

    OWN = 0
    PASTED = 1
    PRIVATE = 2
    GIVEN = 3
    OTHER_ROLE = 4


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a quote."""

    standing: Standing
    reading: TurnReading
    span: Span


def places(quote: Quote, context: GateContext) -> tuple[Place, ...]:
    """Every place of the quote in its cited turns, the speaker's own words first, then by turn; () for a misquote."""
    return tuple(sorted(_places(quote, context), key=lambda place: (place.standing, place.reading.turn.number)))


def _places(quote: Quote, context: GateContext) -> Iterator[Place]:
    for number in quote.turns:
        reading = context.turn(number)
        if reading is not None:
            for span in find_quotes(quote.text, reading.turn.text):
                yield Place(_standing(reading, span), reading, span)


def _standing(reading: TurnReading, span: Span) -> Standing:
    if any(span.overlaps(given) for given in reading.given):
        return Standing.GIVEN
    if any(span.overlaps(private) for private in reading.private):
        return Standing.PRIVATE
    if not reading.by_user:
        return Standing.OTHER_ROLE
    return Standing.PASTED if any(span.overlaps(pasted) for pasted in reading.pasted) else Standing.OWN
