"""What the reconciler did with each candidate: the idempotency ledger (contract section 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Relation = Literal["same", "refines", "updates", "contradicts", "unrelated"]
DecisionKind = Literal["add", "reinforce", "supersede", "contradict", "ignore"]

RELATIONS: tuple[Relation, ...] = get_args(Relation)
DECISION_KINDS: tuple[DecisionKind, ...] = get_args(DecisionKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One candidate's outcome.

    `candidate` is its ordinal among the session's survivors, from 0. `memory` is the id that was added,
    reinforced or contradicted; `target` the id it was compared with (the superseded one for a supersede).
    """

    candidate: int
    summary: str
    kind: DecisionKind
    reason: str
    relation: Relation | None = None
    memory: str | None = None
    target: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionDecisions:
    """The record `decisions/{session}.json`."""

    session: str
    decisions: tuple[Decision, ...]
