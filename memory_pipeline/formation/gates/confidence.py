"""Gates 9 and 10: a confidence bar, higher for inferences, and a cap a session (contract section 4)."""

from __future__ import annotations

from collections.abc import Sequence

from memory_pipeline.formation.gates.verdict import GateContext, Refusal
from memory_pipeline.formation.policy import FormationPolicy
from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.memory import MEMORY_TYPES, authority_rank


def confident(candidate: Candidate, context: GateContext) -> Candidate | Refusal:
    """Refuse a confidence below the bar of its authority, and one that is no share of one."""
    policy = context.policy
    bar = policy.inferred_confidence if candidate.authority == "inferred" else policy.stated_confidence
    if not 0.0 <= candidate.confidence <= 1.0:
        return Refusal("confident", f"confidence {candidate.confidence} is not between 0 and 1")
    if candidate.confidence < bar:
        return Refusal("confident", f"confidence {candidate.confidence:g} is below {bar:g} for {candidate.authority}")
    return candidate


def within_cap(candidates: Sequence[Candidate], policy: FormationPolicy) -> frozenset[int]:
    """The positions of the candidates that a session may contribute, best first up to `policy.cap`.

    Hard constraints and explicit wishes are never cut; they take their places before the others do.
    """
    kept = {at for at, candidate in enumerate(candidates) if _never_cut(candidate)}
    others = sorted(
        (at for at in range(len(candidates)) if at not in kept), key=lambda at: (_weight(candidates[at]), at)
    )
    return frozenset(kept | set(others[: max(0, policy.cap - len(kept))]))


def _never_cut(candidate: Candidate) -> bool:
    return candidate.authority == "user_explicit" or (candidate.type == "constraint" and candidate.strength == "hard")


def _weight(candidate: Candidate) -> tuple[int, int, float, int]:
    """Smaller is better: authority, strength, confidence, then the order of the types."""
    return (
        authority_rank(candidate.authority),
        0 if candidate.strength == "hard" else 1,
        -candidate.confidence,
        MEMORY_TYPES.index(candidate.type),
    )
