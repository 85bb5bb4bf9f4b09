"""Account passwords and PINs are never kept: no sensitivity tag covers them (contract section 15, *Values*)."""

from __future__ import annotations

from memory_pipeline.formation.gates.verdict import GateContext, Refusal
from memory_pipeline.language.secrets import tells_secret
from memory_pipeline.model.candidate import Candidate


def no_secret(candidate: Candidate, _context: GateContext) -> Candidate | Refusal:
    """Refuse a claim that gives a password, a login or a PIN away; gate, door, alarm and wifi codes pass."""
    quoted = (quote.text for quote in candidate.evidence)
    if any(tells_secret(text) for text in (candidate.summary, candidate.body, *quoted)):
        return Refusal("no_secret", "it gives a password, a login or a PIN away; such a thing is never kept")
    return candidate
