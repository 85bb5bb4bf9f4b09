"""The review desk: what waits, what a verdict does, and how people at several desks stay out of each other's way."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.control.card_session import card_session
from memory_pipeline.control.review import Judged, plan_verdict, review_queue
from memory_pipeline.model.change import ChangeRecord
from memory_pipeline.model.errors import (
    AlreadyReviewed,
    ChangedMeanwhile,
    ForgottenReference,
    InvalidArgument,
    UnknownReference,
)
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.review import VerdictKind
from memory_pipeline.store.undo import undo
from memory_pipeline_tests.reconciliation.world import MAY, World, said, talk

NOW = MAY + timedelta(days=30)
GATE, PIANO, BOAT = "The gate code is 2604.", "Nora plays piano.", "We own a boat."


@pytest.fixture
def world() -> World:
    made = World()
    gate = said(GATE, "Gate", type="constraint", strength="hard", applies_to=("Dana",))
    made.tell(talk("s1", 0, said(PIANO), said(BOAT)))
    made.tell(talk("s2", 1, gate))
    return made


def called(world: World, text: str) -> Memory:
    return next(memory for memory in world.memories().values() if memory.claim == text)


def judge(
    world: World, memory: Memory, kind: VerdictKind, summary: str = "", by: str = "Ada", **changes: object
) -> ChangeRecord | None:
    session = card_session(summary, NOW, by) if kind == "rewritten" else None
    judged = Judged(memory=memory.id, kind=kind, reviewer=by, at=NOW, session=session)
    judged = replace(judged, **changes)  # type: ignore[arg-type]
    return world.store.commit(lambda view: plan_verdict(view, judged, BriefBudget(), len))


def waiting(world: World) -> list[str]:
    return [item.memory.claim for item in review_queue(world.store.view()).items]


def test_the_queue_has_what_binds_first_then_the_oldest_beside_its_quotes(world: World) -> None:
    page = review_queue(world.store.view())
    assert page.items[0].memory.claim == GATE
    assert all(item.ledger[0].quote for item in page.items)
    assert (page.progress.total, page.progress.waiting) == (3, 3)


def test_a_page_goes_on_where_the_one_before_it_ended(world: World) -> None:
    view = world.store.view()
    first = review_queue(view, limit=2)
    rest = review_queue(view, limit=2, after=first.next)
    assert [item.memory.id for item in (*first.items, *rest.items)] == [
        item.memory.id for item in review_queue(view).items
    ]
    assert rest.next is None
    with pytest.raises(UnknownReference):
        review_queue(view, after="01ARZ3NDEKTSV4RRFFQ69G5FAV")


def test_accepting_changes_no_memory_and_takes_it_off_the_queue(world: World) -> None:
    before = called(world, PIANO)
    judge(world, before, "accepted")
    assert called(world, PIANO) == before
    assert PIANO not in waiting(world)
    verdict = world.store.view().reviews()[before.id].last
    assert (verdict.kind, verdict.reviewer, verdict.at, verdict.summary) == ("accepted", "Ada", NOW, before.summary)


def test_accepting_makes_no_dream_due(world: World) -> None:
    due = world.store.view().head().next_due
    judge(world, called(world, PIANO), "accepted")
    assert world.store.view().head().next_due == due


def test_rejecting_retracts_with_a_claim_rule(world: World) -> None:
    judge(world, called(world, BOAT), "rejected")
    (rule,) = world.store.view().suppressions()
    assert (called(world, BOAT).status, rule.scope, rule.made_by) == ("retracted", "claim", "Ada")
    world.tell(talk("s9", 40, said(BOAT)))
    assert [memory.status for memory in world.memories().values() if memory.claim == BOAT] == ["retracted"]


def test_rewriting_changes_the_summary_and_nothing_else_that_was_said(world: World) -> None:
    before = called(world, PIANO)
    judge(world, before, "rewritten", "Nora takes piano lessons.")
    after = called(world, PIANO)
    assert (after.summary, after.body, after.status, after.revision) == (
        "Nora takes piano lessons.",
        before.body,
        "active",
        before.revision + 1,
    )
    assert PIANO not in waiting(world)
    line = world.store.view().ledger(after.id)[-1]
    assert world.store.view().session(line.ref.session).turns[0].text == "Nora takes piano lessons." == line.quote


def test_a_rewrite_has_its_days_absolute(world: World) -> None:
    judge(world, called(world, PIANO), "rewritten", "Nora has piano tomorrow")
    assert called(world, PIANO).summary == f"Nora has piano on {NOW + timedelta(days=1):%A %Y-%m-%d}"


def test_the_progress_counts_the_verdicts_that_hold(world: World) -> None:
    judge(world, called(world, GATE), "accepted")
    judge(world, called(world, BOAT), "rejected")
    judge(world, called(world, PIANO), "rewritten", "Nora learns piano.")
    assert str(review_queue(world.store.view()).progress) == "1 of 3 accepted, 1 rejected, 1 rewritten"


def test_the_same_verdict_twice_changes_nothing(world: World) -> None:
    for kind, words in (("accepted", ""), ("rewritten", "Nora learns piano.")):
        memory = called(world, GATE if kind == "accepted" else PIANO)
        assert judge(world, memory, kind, words) is not None  # type: ignore[arg-type]
        assert judge(world, memory, kind, words) is None  # type: ignore[arg-type]


def test_a_second_reviewer_is_told_who_was_first_and_may_judge_anew(world: World) -> None:
    memory = called(world, PIANO)
    judge(world, memory, "accepted")
    with pytest.raises(AlreadyReviewed, match="Ada accepted it on"):
        judge(world, memory, "rejected", by="Ben")
    judge(world, memory, "rejected", by="Ben", again=True)
    kinds = [(verdict.kind, verdict.reviewer) for verdict in world.store.view().reviews()[memory.id].verdicts]
    assert kinds == [("accepted", "Ada"), ("rejected", "Ben")]
    assert called(world, PIANO).status == "retracted"


def test_words_that_changed_since_they_were_shown_are_looked_at_again(world: World) -> None:
    shown = called(world, PIANO)
    judge(world, shown, "rewritten", "Nora learns piano.")
    with pytest.raises(ChangedMeanwhile, match="changed since"):
        judge(world, shown, "accepted", by="Ben", revision=shown.revision, again=True)


def test_what_was_undone_or_reworded_waits_again(world: World) -> None:
    record = judge(world, called(world, BOAT), "rejected")
    assert record is not None
    world.store.commit(lambda view: undo(view, record.seq, NOW))
    assert BOAT in waiting(world)
    judge(world, called(world, BOAT), "accepted")
    assert BOAT not in waiting(world)


def test_a_forgotten_memory_is_not_reviewed(world: World) -> None:
    judge(world, called(world, BOAT), "rejected")
    with pytest.raises(ForgottenReference):
        judge(world, called(world, BOAT), "accepted", again=True)


@pytest.mark.parametrize("reviewer", ["", " ", "a\nb", "x" * 65])
def test_a_review_names_its_reviewer(reviewer: str, world: World) -> None:
    with pytest.raises(InvalidArgument, match="reviewer"):
        judge(world, called(world, BOAT), "accepted", by=reviewer)


def test_a_summary_that_is_too_long_is_refused_and_not_cut(world: World) -> None:
    with pytest.raises(InvalidArgument, match="200"):
        judge(world, called(world, PIANO), "rewritten", "Nora plays " + "very " * 60 + "well.")


def test_words_that_were_forgotten_do_not_come_back_as_a_rewrite(world: World) -> None:
    judge(world, called(world, BOAT), "rejected")
    with pytest.raises(InvalidArgument, match="forget"):
        judge(world, called(world, PIANO), "rewritten", BOAT)
