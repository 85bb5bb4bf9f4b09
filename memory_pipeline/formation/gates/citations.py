"""Gate 1: every cited turn exists."""

from __future__ import annotations

from memory_pipeline.formation.gates.verdict import GateContext, Refusal
from memory_pipeline.model.candidate import Candidate


def cited_turn_exists(candidate: Candidate, context: GateContext) -> Candidate | Refusal:
    """Refuse a candidate without evidence, and one that cites a turn the session does not have."""
    if not candidate.evidence:
        return Refusal("cited_turn_exists", "it cites no turn")
    for quote in candidate.evidence:
        if not 1 <= quote.first <= quote.last <= len(context.turns):
            return Refusal(
                "cited_turn_exists",
                f"turns {quote.first}-{quote.last} are cited, the session has turns 1-{len(context.turns)}",
            )
    return candidate
