"""What never becomes evidence although it stands in the session: private words, and memory text that was given."""

from __future__ import annotations

from memory_pipeline.formation.gates.places import Standing, places
from memory_pipeline.formation.gates.verdict import GateContext, Refusal
from memory_pipeline.model.candidate import Candidate, Quote


def off_record(candidate: Candidate, context: GateContext) -> Candidate | Refusal:
    """Refuse what rests on words that their speaker asked not to remember (contract section 3)."""
    quote = _resting_on(Standing.PRIVATE, candidate, context)
    if quote is None:
        return candidate
    return Refusal("off_record", f"the family asked not to remember what turn {quote.last} says there")


def memory_block(candidate: Candidate, context: GateContext) -> Candidate | Refusal:
    """Refuse what rests on a brief or lookup block: a memory is no evidence for itself (contract section 4)."""
    quote = _resting_on(Standing.GIVEN, candidate, context)
    if quote is None:
        return candidate
    return Refusal("memory_block", f"{_shown(quote)} stands only in memory text that the turn was given")


def _resting_on(standing: Standing, candidate: Candidate, context: GateContext) -> Quote | None:
    """The first quote whose best place has that standing."""
    for quote in candidate.evidence:
        found = places(quote, context)
        if found and found[0].standing is standing:
            return quote
    return None


def _shown(quote: Quote) -> str:
    return f"the quote {quote.text[:60]!r}"
