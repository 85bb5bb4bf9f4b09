"""Gate 5: no relative time is left in a claim, and its end lies after the turn (contract section 4; faults line 19)."""

from __future__ import annotations

from memory_pipeline.formation.gates.cited_words import claim_texts, is_label
from memory_pipeline.formation.gates.verdict import GateContext, Refusal
from memory_pipeline.language.dates import relative_expressions
from memory_pipeline.model.candidate import Candidate


def absolute_time(candidate: Candidate, context: GateContext) -> Candidate | Refusal:
    """Refuse "next Friday" in any text of the claim, and a `valid_until` not after the cited turn's local day."""
    for text in claim_texts(candidate):
        for span in relative_expressions(text):
            words = span.of(text)
            if context.family.member(words) is None and not is_label(text, candidate, span):
                return Refusal("absolute_time", f"{words!r} is relative to a day that the claim does not keep")
    said_on = context.said_on(candidate)
    if candidate.valid_until is not None and candidate.valid_until <= said_on:
        return Refusal("absolute_time", f"valid_until {candidate.valid_until} is not after {said_on}, when it was said")
    return candidate
