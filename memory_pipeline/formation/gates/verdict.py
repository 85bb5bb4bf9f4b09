"""What a gate is given and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from memory_pipeline.formation.policy import FormationPolicy
from memory_pipeline.formation.reading import TurnReading
from memory_pipeline.language.folding import find_quotes
from memory_pipeline.language.spans import Span
from memory_pipeline.model.candidate import Candidate, Quote
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session


@dataclass(frozen=True, slots=True)
class Refusal:
    """A gate's no: its name, and a reason that a person can read."""

    gate: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GateContext:
    """What a candidate is judged against: its session as evidence, its family, the policy."""

    session: Session
    family: Family
    policy: FormationPolicy
    turns: tuple[TurnReading, ...]

    def turn(self, number: int) -> TurnReading | None:
        """The turn of that number, or None where there is none."""
        return self.turns[number - 1] if 1 <= number <= len(self.turns) else None

    def cited(self, evidence: tuple[Quote, ...]) -> Iterator[TurnReading]:
        """Every cited turn that exists, once, ascending; a citation may claim any number of turns."""
        return (reading for reading in self.turns if any(reading.turn.number in quote.turns for quote in evidence))

    def answering(self, quote: Quote) -> TurnReading:
        """The turn where a located quote stands: the last of its range, once `quote_stands` has let it pass."""
        return self.turns[quote.last - 1]

    def said_on(self, candidate: Candidate) -> date:
        """The local date of the latest cited turn."""
        return max(self.answering(quote).said_on for quote in candidate.evidence)

    def place(self, quote: Quote) -> Span:
        """Where a located quote stands in its turn's own words."""
        reading = self.answering(quote)
        return next(iter(find_quotes(quote.text, reading.own)), Span(0, 0))

    def sentences_of(self, quote: Quote) -> str:
        """The sentences, of the speaker's own words, that a located quote touches."""
        return self.answering(quote).sentences_around(self.place(quote))


Gate = Callable[[Candidate, GateContext], Candidate | Refusal]
