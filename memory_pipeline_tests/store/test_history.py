"""The past as the journal tells it: as-of views (contract section 5)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.change import Change
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.history import as_of, past
from memory_pipeline.store.journal import Journal, Plan
from memory_pipeline_tests.store.changes import (
    FAMILY,
    HISTORY,
    START,
    add,
    evidence_of,
    memory_of,
    prepared_family,
    reinforce,
    supersede,
)

ONE, TWO, THREE, FOUR = (memory_of(number).id for number in (1, 2, 3, 4))
LATER = START + timedelta(days=30)


def day(number: int) -> datetime:
    """When session `number` takes place."""
    return START + timedelta(days=number)


@pytest.fixture
def store() -> InMemoryObjects:
    objects = InMemoryObjects()
    prepared_family(objects)
    return objects


def told(objects: InMemoryObjects, *plans: Plan) -> FamilyView:
    for plan in plans:
        Journal(objects, FAMILY, lambda: START, "test").commit(plan)
    return FamilyView(objects, FAMILY)


@pytest.mark.parametrize(
    ("days", "statuses"),
    [
        (0, {}),
        (1, {ONE: ("active", 0)}),
        (2, {ONE: ("active", 1)}),
        (3, {ONE: ("superseded", 1), THREE: ("active", 0)}),
        (99, {ONE: ("superseded", 1), THREE: ("active", 0)}),
    ],
)
def test_the_past_is_what_had_happened_by_then(
    store: InMemoryObjects, days: int, statuses: dict[str, tuple[str, int]]
) -> None:
    then = as_of(told(store, *HISTORY), START + timedelta(days=days))
    assert {key: (memory.status, memory.reinforcement_count) for key, memory in then.items()} == statuses
    assert list(then) == sorted(then)


def test_the_present_as_of_now_is_what_the_view_shows(store: InMemoryObjects) -> None:
    view = told(store, *HISTORY)
    found = past(view, LATER)
    assert found.memories == view.memories() and found.ledgers == view.ledgers(view.memories())


def earlier_version(old: int, new: int) -> Plan:
    """Session `old`, told after session `new`, turns out to have said what the claim of `new` replaced."""

    def plan(view: FamilyView) -> Change | None:
        newer = view.memory(memory_of(new).id)
        older = replace(memory_of(old), status="superseded", superseded_by=newer.id)
        return Change(
            kind="session",
            cause=f"s{old}",
            at=older.formed_at,
            memories=(older, replace(newer, supersedes=older.id, revision=newer.revision + 1)),
            evidence=((older.id, evidence_of(old)),),
        )

    return plan


def pin(number: int, day_of: int) -> Plan:
    def plan(view: FamilyView) -> Change | None:
        memory = view.memory(memory_of(number).id)
        pinned = replace(memory, pin=True, revision=memory.revision + 1)
        return Change(kind="card", cause="pin", at=day(day_of), memories=(pinned,))

    return plan


def test_history_brought_in_late_counts_from_when_it_took_place(store: InMemoryObjects) -> None:
    then = as_of(told(store, add(4), add(1)), day(2))
    assert set(then) == {ONE}


def test_a_conversation_told_late_does_not_bring_along_what_happened_after_it(store: InMemoryObjects) -> None:
    """Its change was made on a memory that a later cause had pinned and replaced already."""
    view = told(store, add(1), supersede(1, 4), pin(4, 9), reinforce(1, by=2))
    then = past(view, day(3))
    assert set(then.memories) == {ONE} and then.memories[ONE].status == "active"
    assert (then.memories[ONE].superseded_by, then.memories[ONE].reinforcement_count) == (None, 1)
    assert then.memories[ONE].last_reinforced_at == day(2)
    assert [line.ref.session for line in then.ledgers[ONE]] == ["s1", "s2"]


def test_what_was_replaced_later_is_shown_as_it_stood(store: InMemoryObjects) -> None:
    view = told(store, add(4), earlier_version(1, 4))
    then = as_of(view, day(2))
    assert set(then) == {ONE} and (then[ONE].status, then[ONE].superseded_by) == ("active", None)
    now = as_of(view, day(9))
    assert now == view.memories() and now[ONE].superseded_by == FOUR


def test_a_claim_that_an_older_conversation_supports_counts_from_that_one(store: InMemoryObjects) -> None:
    def older(view: FamilyView) -> Change:
        memory = view.memory(FOUR)
        earlier = replace(memory, formed_at=evidence_of(1).recorded_at, reinforcement_count=1)
        return Change(kind="session", cause="s1", at=day(1), memories=(earlier,), evidence=((FOUR, evidence_of(1)),))

    then = past(told(store, add(4), older), day(2))
    memory = then.memories[FOUR]
    assert (memory.formed_at, memory.last_reinforced_at, memory.reinforcement_count) == (day(1), day(1), 0)
    assert then.ledgers[FOUR] == (evidence_of(1),)


def test_nothing_was_remembered_before_the_first_change(store: InMemoryObjects) -> None:
    assert as_of(told(store), LATER) == {} and as_of(told(store, *HISTORY), START - timedelta(days=9)) == {}
