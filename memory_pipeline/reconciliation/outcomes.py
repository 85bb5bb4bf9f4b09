"""One statement beside one memory: the policy's case, and its outcome carried out in the working set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from memory_pipeline.model.decision import DecisionKind, Relation
from memory_pipeline.model.instants import local_date
from memory_pipeline.model.memory import Memory, authority_rank
from memory_pipeline.reconciliation.policy import Case, Firmness, Moment, Outcome, Rank, Standing, decide
from memory_pipeline.reconciliation.relate import Relations
from memory_pipeline.reconciliation.statement import Statement
from memory_pipeline.reconciliation.working_set import WorkingSet

Former = Callable[[Statement, Sequence[str]], str]
"""Forms the memory of a statement, with the ids it is related to, and gives its id."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A statement with the memory it is compared with, and what was found."""

    statement: Statement
    memory: Memory
    relation: Relation
    standing: Standing
    moment: Moment = "later"


@dataclass(frozen=True, slots=True)
class Settled:
    """What was done: `memory` was formed, reinforced or contradicted; `target` is what it was compared with."""

    kind: DecisionKind
    reason: str
    memory: str | None
    target: str | None


def standing_of(memory: Memory, said_on: date) -> Standing:
    """A memory's standing on the family's day on which something was said, whenever it is told."""
    if memory.status in ("superseded", "retracted"):
        return "superseded" if memory.status == "superseded" else "retracted"
    if memory.is_past(said_on) or (memory.status == "expired" and memory.valid_until is None):
        return "past"
    return "dormant" if memory.status == "dormant" else "active"


def day_of(statement: Statement, timezone: str) -> date:
    """The family's local day on which it was said."""
    return local_date(statement.place[0], timezone)


def outcome_of(judged: Judged, relations: Relations) -> Outcome:
    """Ask the table."""
    candidate, memory = judged.statement.candidate, judged.memory
    return decide(
        Case(
            relation=judged.relation,
            rank=_rank(judged.statement, memory),
            firmness=_firmness(candidate.strength == "hard", memory.strength == "hard"),
            standing=judged.standing,
            moment=judged.moment,
            identical=relations.identical(judged.statement, memory),
            loses_nothing=relations.loses_nothing(judged.statement, memory),
        )
    )


def carry_out(world: WorkingSet, judged: Judged, outcome: Outcome, form: Former) -> Settled:
    """Fold an outcome into the working set; `reorder` is not for here."""
    statement, memory = judged.statement, judged.memory
    formed: str | None = None
    match outcome.kind:
        case "add":
            formed = form(statement, (memory.id,) if outcome.related else ())
        case "supersede":
            formed = form(statement, ())
            world.supersede(memory.id, formed)
        case "reinforce":
            world.reinforce(memory.id, statement, wake=outcome.wake)
        case "contradict":
            world.contradict(memory.id, statement)
        case "ignore":
            return Settled("ignore", outcome.reason, None, memory.id)
    return Settled(outcome.kind, outcome.reason, formed or memory.id, memory.id)


def _rank(statement: Statement, memory: Memory) -> Rank:
    ours, theirs = authority_rank(statement.candidate.authority), authority_rank(memory.authority)
    if ours == theirs:
        return "equal"
    return "higher" if ours < theirs else "lower"


def _firmness(ours: bool, theirs: bool) -> Firmness:
    if ours == theirs:
        return "equal"
    return "harder" if ours else "softer"
