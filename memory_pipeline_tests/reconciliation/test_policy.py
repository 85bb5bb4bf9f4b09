"""The policy, cell by cell: every combination of relation, authority, strength, status and time has one outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest

from memory_pipeline.model.decision import DECISION_KINDS, RELATIONS, DecisionKind
from memory_pipeline.reconciliation.policy import (
    FIRMNESSES,
    MOMENTS,
    RANKS,
    STANDINGS,
    TABLE,
    Case,
    Outcome,
    Row,
    decide,
)

CELLS = [
    Case(
        relation=relation, rank=rank, firmness=firmness, standing=standing, moment=moment, identical=identical,
        loses_nothing=loses_nothing,
    )
    for relation, rank, firmness, standing, moment, identical, loses_nothing in product(
        RELATIONS, RANKS, FIRMNESSES, STANDINGS, MOMENTS, (False, True), (False, True)
    )
]  # fmt: skip


def expected(case: Case) -> Outcome:
    """The contract's sentences of sections 5 and 15, one after the other, apart from the table and its order."""
    if case.relation == "unrelated":
        return outcome("add")
    # "Retracted: Ignore while suppressed" is decided before; what comes here is no longer held back.
    if case.standing == "retracted":
        return outcome("add")
    # "Later turn time wins between equals, whatever order sessions arrive in."
    if case.moment == "earlier":
        return outcome("supersede", reorder=True)
    # "Past its valid_until or expired: Add with `related`, the old one stays expired."
    if case.standing == "past":
        return outcome("add", related=True)
    # "A lower authority never supersedes a higher one: Contradict is recorded on the standing memory's ledger."
    # "Superseded: a new memory supersedes the current one (A -> B -> A is three files)."
    if case.standing == "superseded":
        return outcome("contradict" if case.rank == "lower" else "supersede")
    # "Dormant: reinforce and wake." "Same with a higher authority: reinforce."
    if case.relation == "same":
        return outcome("reinforce", wake=case.standing == "dormant")
    # Fault 29: an update to the very same words is no other version.
    if case.identical:
        return outcome("reinforce")
    return _refined(case) if case.relation == "refines" else _differing(case)


def _refined(case: Case) -> Outcome:
    # "Refines with lower authority: Ignore with reason."
    if case.rank == "lower":
        return outcome("ignore")
    # "Refines supersedes with the merged wording only if nothing is lost, else Add with `related`": a hard rule is lost
    # where something soft would stand in its place.
    keeps_all = case.loses_nothing and case.firmness != "softer"
    return outcome("supersede") if keeps_all else outcome("add", related=True)


def _differing(case: Case) -> Outcome:
    hard_without_a_change = case.relation == "contradicts" and case.rank == "equal" and case.firmness == "softer"
    return outcome("contradict" if case.rank == "lower" or hard_without_a_change else "supersede")


def outcome(kind: DecisionKind, *, wake: bool = False, related: bool = False, reorder: bool = False) -> Outcome:
    return Outcome(kind=kind, reason="", wake=wake, related=related, reorder=reorder)


def wrong(table: Sequence[Row]) -> list[Case]:
    """The cells in which a table and the contract's sentences differ; they do not name reasons."""
    found = [next((row.outcome for row in table if row.holds(case)), None) for case in CELLS]
    return [
        case
        for case, named in zip(CELLS, found, strict=True)
        if named is None or replace(named, reason="") != expected(case)
    ]


def test_every_cell_has_the_outcome_that_the_contract_names() -> None:
    assert len(CELLS) == 5 * 3 * 3 * 5 * 2 * 2 * 2
    assert wrong(TABLE) == []
    assert [case for case in CELLS if replace(decide(case), reason="") != expected(case)] == []


CONDITIONS = ("relation", "rank", "firmness", "standing", "moment", "identical", "loses_nothing")


@pytest.mark.parametrize("place", range(len(TABLE)))
def test_no_row_can_be_left_out_or_changed_unseen(place: int) -> None:
    """Every row is needed, each of its conditions is, and so is everything that it says.

    The last two say the same of two relations, each with its own reason.
    """
    row = TABLE[place]
    changed = [
        replace(row, **{name: type(row).__dataclass_fields__[name].default})
        for name in _set(row)
        if name != "relation" or place < len(TABLE) - 2
    ]
    changed += [
        replace(row, outcome=replace(row.outcome, kind=kind)) for kind in DECISION_KINDS if kind != row.outcome.kind
    ]
    changed += [
        replace(row, outcome=replace(row.outcome, **{flag: not getattr(row.outcome, flag)}))
        for flag in ("wake", "related", "reorder")
    ]
    unseen = [other for other in changed if not wrong([*TABLE[:place], other, *TABLE[place + 1 :]])]
    assert unseen == []
    assert wrong([*TABLE[:place], *TABLE[place + 1 :]])


def _set(row: Row) -> list[str]:
    """The conditions that a row sets."""
    return [name for name in CONDITIONS if getattr(row, name) not in ((), None)]


@pytest.mark.parametrize("place", range(len(TABLE) - 1))
def test_the_order_of_rows_is_needed_only_where_both_hold(place: int) -> None:
    """A row that changes place with the next either changes a cell, or the two never speak of one."""
    one, other = TABLE[place], TABLE[place + 1]
    both = [case for case in CELLS if one.holds(case) and other.holds(case)]
    seen = wrong([*TABLE[:place], other, one, *TABLE[place + 2 :]])
    alike = replace(one.outcome, reason="") == replace(other.outcome, reason="")
    assert bool(seen) or not both or alike or _masked(place)


def _masked(place: int) -> bool:
    """Whether every cell of both rows is decided by one before them."""
    one, other = TABLE[place], TABLE[place + 1]
    return all(any(row.holds(case) for row in TABLE[:place]) for case in CELLS if one.holds(case) and other.holds(case))


def test_every_cell_says_why() -> None:
    assert all(decide(case).reason for case in CELLS)


def test_no_row_is_dead() -> None:
    used = {id(next(row for row in TABLE if row.holds(case))) for case in CELLS}
    assert [row.outcome.reason for row in TABLE if id(row) not in used] == []


def test_each_kind_of_outcome_is_reached() -> None:
    assert {decide(case).kind for case in CELLS} == set(DECISION_KINDS)


@pytest.mark.parametrize(
    ("case", "kind"),
    [
        (Case(relation="same"), "reinforce"),
        (Case(relation="same", rank="lower"), "reinforce"),
        (Case(relation="same", rank="higher"), "reinforce"),
        (Case(relation="same", standing="dormant"), "reinforce"),
        (Case(relation="same", standing="past"), "add"),
        (Case(relation="same", standing="superseded"), "supersede"),
        (Case(relation="same", standing="superseded", rank="lower"), "contradict"),
        (Case(relation="same", standing="retracted"), "add"),
        (Case(relation="refines"), "supersede"),
        (Case(relation="refines", loses_nothing=False), "add"),
        (Case(relation="refines", rank="lower"), "ignore"),
        (Case(relation="refines", firmness="softer"), "add"),
        (Case(relation="updates"), "supersede"),
        (Case(relation="updates", rank="higher"), "supersede"),
        (Case(relation="updates", rank="lower"), "contradict"),
        (Case(relation="updates", firmness="softer"), "supersede"),
        (Case(relation="updates", identical=True), "reinforce"),
        (Case(relation="updates", standing="dormant"), "supersede"),
        (Case(relation="contradicts"), "supersede"),
        (Case(relation="contradicts", rank="lower"), "contradict"),
        (Case(relation="contradicts", firmness="softer"), "contradict"),
        (Case(relation="contradicts", firmness="softer", rank="higher"), "supersede"),
        (Case(relation="unrelated", standing="retracted"), "add"),
    ],
    ids=str,
)
def test_the_cells_that_families_meet_most(case: Case, kind: DecisionKind) -> None:
    assert decide(case).kind == kind


def test_a_lower_authority_never_supersedes_a_higher_one_that_stands() -> None:
    standing = [case for case in CELLS if case.rank == "lower" and case.standing in ("active", "dormant", "superseded")]
    assert {decide(case).kind for case in standing if case.moment == "later"} <= {
        "add",
        "reinforce",
        "contradict",
        "ignore",
    }


def test_only_what_was_dormant_is_woken_and_only_by_being_said_again() -> None:
    woken = [case for case in CELLS if decide(case).wake]
    assert {(case.relation, case.standing, case.moment) for case in woken} == {("same", "dormant", "later")}


def test_what_had_ended_is_named_as_related_and_never_revived() -> None:
    ended = [
        case for case in CELLS if case.standing == "past" and case.relation != "unrelated" and case.moment == "later"
    ]
    assert all(decide(case).related and decide(case).kind == "add" for case in ended)


def test_what_was_told_late_puts_its_lineage_in_order() -> None:
    late = [case for case in CELLS if case.moment == "earlier" and case.standing != "retracted"]
    assert all(decide(case).reorder for case in late if case.relation != "unrelated")
    assert not any(decide(case).reorder for case in CELLS if case.moment == "later")
