"""What is done with a candidate that was compared with a memory: a table, in code (contract sections 5 and 15).

A judge, which may be a model, names the relation; nothing but this table decides what follows. `TABLE` is read from
the top: the first row whose conditions hold decides. A condition left out holds for everything.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from memory_pipeline.model.decision import DecisionKind, Relation

Rank = Literal["higher", "equal", "lower"]
Firmness = Literal["harder", "equal", "softer"]
Standing = Literal["active", "dormant", "past", "superseded", "retracted"]
Moment = Literal["later", "earlier"]

RANKS: tuple[Rank, ...] = ("higher", "equal", "lower")
FIRMNESSES: tuple[Firmness, ...] = ("harder", "equal", "softer")
STANDINGS: tuple[Standing, ...] = ("active", "dormant", "past", "superseded", "retracted")
MOMENTS: tuple[Moment, ...] = ("later", "earlier")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconciliationPolicy:
    """How widely a candidate is compared, and how near a memory must be to be worth a judgement.

    `neighbours` memories a candidate at most; one is near from `least_similarity` (cosine) or from
    `least_shared_words` (share of the rarer words) on. A key match (about, type, text) is always near.
    """

    neighbours: int = 12
    least_similarity: float = 0.35
    least_shared_words: float = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A candidate beside one memory. `rank` and `firmness` are the candidate's, seen from the memory.

    `standing`: past means that its date had come, or it had expired, when the candidate was said. `moment`: whether
    the candidate was said after everything that it has to do with. `identical`: it has the same words.
    `loses_nothing`: the candidate holds every word, value and promise of the memory.
    """

    relation: Relation
    rank: Rank = "equal"
    firmness: Firmness = "equal"
    standing: Standing = "active"
    moment: Moment = "later"
    identical: bool = False
    loses_nothing: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happens, and why.

    `wake`: a dormant memory becomes active. `related`: the new memory names the old one. `reorder`: the candidate was
    said before something that it has to do with, so all of that is decided anew in the order in which it was said.
    """

    kind: DecisionKind
    reason: str
    wake: bool = field(default=False, kw_only=True)
    related: bool = field(default=False, kw_only=True)
    reorder: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table: its conditions, and the outcome where all of them hold."""

    outcome: Outcome
    relation: tuple[Relation, ...] = ()
    rank: tuple[Rank, ...] = ()
    firmness: tuple[Firmness, ...] = ()
    standing: tuple[Standing, ...] = ()
    moment: tuple[Moment, ...] = ()
    identical: bool | None = None
    loses_nothing: bool | None = None

    def holds(self, case: Case) -> bool:
        """Whether every condition that is set is met."""
        return (
            (not self.relation or case.relation in self.relation)
            and (not self.rank or case.rank in self.rank)
            and (not self.firmness or case.firmness in self.firmness)
            and (not self.standing or case.standing in self.standing)
            and (not self.moment or case.moment in self.moment)
            and self.identical in (None, case.identical)
            and self.loses_nothing in (None, case.loses_nothing)
        )


TABLE: tuple[Row, ...] = (
    Row(relation=("unrelated",), outcome=Outcome("add", "nothing like it is known")),
    Row(standing=("retracted",), outcome=Outcome("add", "said anew after what was forgotten was allowed again")),
    Row(moment=("earlier",),
        outcome=Outcome("supersede", "told late; all it has to do with is told anew", reorder=True)),
    Row(standing=("past",), outcome=Outcome("add", "said anew after the earlier one had ended", related=True)),
    # A superseded memory is compared through the newest of its lineage, so a return to it is one more version.
    Row(standing=("superseded",), rank=("lower",),
        outcome=Outcome("contradict", "goes back to what a higher authority replaced")),
    Row(standing=("superseded",), outcome=Outcome("supersede", "goes back to an earlier version")),
    Row(relation=("same",), standing=("dormant",), outcome=Outcome("reinforce", "said again after long", wake=True)),
    Row(relation=("same",), outcome=Outcome("reinforce", "said again")),
    Row(identical=True, outcome=Outcome("reinforce", "the same words bring no other version")),
    Row(relation=("refines",), rank=("lower",),
        outcome=Outcome("ignore", "adds to a claim of higher authority, without that authority")),
    Row(relation=("refines",), firmness=("softer",),
        outcome=Outcome("add", "adds to a hard rule, which stays as it is", related=True)),
    Row(relation=("refines",), loses_nothing=False,
        outcome=Outcome("add", "adds to it, but leaves something out", related=True)),
    Row(relation=("refines",), outcome=Outcome("supersede", "says all of it and more")),
    Row(rank=("lower",),
        outcome=Outcome("contradict", "differs from a claim of higher authority; the family settles it")),
    Row(relation=("contradicts",), rank=("equal",), firmness=("softer",),
        outcome=Outcome("contradict", "differs from a hard rule without a sign of change; the family settles it")),
    Row(relation=("updates",), outcome=Outcome("supersede", "gives the same thing another value")),
    Row(relation=("contradicts",), outcome=Outcome("supersede", "says the opposite, later and with no less authority")),
)  # fmt: skip


def decide(case: Case) -> Outcome:
    """The outcome of a case. Every case has one: the last rows of each relation have no further condition."""
    return next(row.outcome for row in TABLE if row.holds(case))
