"""The policy, cell by cell: every combination of relation, authority, strength, status and time has one outcome."""

from __future__ import annotations

from itertools import product

import pytest

from memory_pipeline.model.decision import DECISION_KINDS, RELATIONS, DecisionKind
from memory_pipeline.reconciliation.policy import FIRMNESSES, MOMENTS, RANKS, STANDINGS, TABLE, Case, decide

CELLS = [
    Case(
        relation=relation, rank=rank, firmness=firmness, standing=standing, moment=moment, identical=identical,
        loses_nothing=loses_nothing,
    )
    for relation, rank, firmness, standing, moment, identical, loses_nothing in product(
        RELATIONS, RANKS, FIRMNESSES, STANDINGS, MOMENTS, (False, True), (False, True)
    )
]  # fmt: skip


def expected(case: Case) -> DecisionKind:
    """The contract's sentences of sections 5 and 15, one after the other, apart from the table."""
    if case.relation == "unrelated" or case.standing in ("past", "retracted"):
        return "add"
    if case.moment == "earlier":
        return "supersede"
    if case.standing == "superseded":
        return "contradict" if case.rank == "lower" else "supersede"
    if case.relation == "same" or case.identical:
        return "reinforce"
    if case.relation == "refines":
        if case.rank == "lower":
            return "ignore"
        return "supersede" if case.loses_nothing and case.firmness != "softer" else "add"
    if case.rank == "lower":
        return "contradict"
    keeps_hard = case.relation == "contradicts" and case.rank == "equal" and case.firmness == "softer"
    return "contradict" if keeps_hard else "supersede"


def test_every_cell_has_the_outcome_that_the_contract_names() -> None:
    wrong = [(case, decide(case).kind, expected(case)) for case in CELLS if decide(case).kind != expected(case)]
    assert wrong == []


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
    ended = [case for case in CELLS if case.standing == "past" and case.relation != "unrelated"]
    assert all(decide(case).related and decide(case).kind == "add" for case in ended)


def test_what_was_told_late_puts_its_lineage_in_order() -> None:
    late = [case for case in CELLS if case.moment == "earlier" and case.standing in ("active", "dormant", "superseded")]
    assert all(decide(case).reorder for case in late if case.relation != "unrelated")
    assert not any(decide(case).reorder for case in CELLS if case.moment == "later")
