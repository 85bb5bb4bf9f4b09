"""The gates that a candidate passes, in the contract's order (section 4), each a small function.

A gate answers with the candidate, perhaps completed (exact quote, evidence reduced), or with a refusal. It never
demotes: a candidate that claims too much is dropped, not weakened.
"""

from __future__ import annotations

from memory_pipeline.formation.gates.authorship import user_authored
from memory_pipeline.formation.gates.binding import hard_needs_imperative
from memory_pipeline.formation.gates.citations import cited_turn_exists
from memory_pipeline.formation.gates.confidence import confident
from memory_pipeline.formation.gates.distortion import undistorted
from memory_pipeline.formation.gates.grounding import grounded
from memory_pipeline.formation.gates.prompt_leak import prompt_leak
from memory_pipeline.formation.gates.quotes import quote_stands
from memory_pipeline.formation.gates.secrets import no_secret
from memory_pipeline.formation.gates.shape import one_claim
from memory_pipeline.formation.gates.timing import absolute_time
from memory_pipeline.formation.gates.verdict import Gate, GateContext, Refusal
from memory_pipeline.formation.gates.withheld import memory_block, off_record
from memory_pipeline.model.candidate import Candidate

__all__ = ["GATES", "GATE_NAMES", "Gate", "GateContext", "Refusal", "through_gates"]

GATES: tuple[Gate, ...] = (
    prompt_leak,
    cited_turn_exists,
    off_record,
    memory_block,
    quote_stands,
    user_authored,
    no_secret,
    hard_needs_imperative,
    absolute_time,
    grounded,
    undistorted,
    one_claim,
    confident,
)
"""Every gate that judges one candidate; the cap, which judges a session, comes last (`confidence.within_cap`)."""

GATE_NAMES: tuple[str, ...] = (*(gate.__name__ for gate in GATES), "within_cap")
"""The names under which rejections are stored and counted."""


def through_gates(candidate: Candidate, context: GateContext) -> Candidate | Refusal:
    """The candidate as the last gate left it, or the first refusal."""
    for gate in GATES:
        verdict = gate(candidate, context)
        if isinstance(verdict, Refusal):
            return verdict
        candidate = verdict
    return candidate
