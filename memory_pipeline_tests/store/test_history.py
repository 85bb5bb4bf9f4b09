"""The journal read backwards: as-of views and undo (contract section 5)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.brief import SECTION_NAMES, Brief, BriefLine, BriefSection
from memory_pipeline.model.change import Change, ChangeEntry, ChangeRecord
from memory_pipeline.model.errors import Conflict, UnknownReference
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.store import keys
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.history import as_of, undo
from memory_pipeline.store.journal import Journal, Plan
from memory_pipeline_tests.store.changes import FAMILY, HISTORY, START, add, memory_of, prepared_family, reinforce

ONE, TWO, THREE = (memory_of(number).id for number in (1, 2, 3))
LATER = START + timedelta(days=30)
RULE = Suppression(id=derived_ulid(START, "rule"), scope="claim", value="x", memories=(ONE,), made_at=LATER)


@pytest.fixture
def store() -> InMemoryObjects:
    objects = InMemoryObjects()
    prepared_family(objects)
    return objects


def commit(objects: InMemoryObjects, *plans: Plan) -> ChangeRecord | None:
    record = None
    for plan in plans:
        record = Journal(objects, FAMILY, lambda: START, "test").commit(plan)
    return record


def take_back(seq: int) -> Plan:
    return lambda view: undo(view, seq, LATER)


def brief_with(*memories: str) -> Brief:
    lines = tuple(BriefLine(text="x", ref=str(MemoryRef(FAMILY, memory))) for memory in memories)
    sections = (BriefSection(name=name, lines=lines if name == "directives" else ()) for name in SECTION_NAMES)
    return Brief(family=FAMILY, sections=tuple(sections))


def forget(view: FamilyView) -> Change:
    memory = view.memory(ONE)
    return Change(
        kind="card",
        cause="forget",
        at=LATER,
        entries=(ChangeEntry("retracted", ONE), ChangeEntry("suppressed", RULE.id)),
        memories=(replace(memory, status="retracted", revision=memory.revision + 1),),
        suppressions=(RULE,),
        brief=brief_with(),
    )


def show(view: FamilyView) -> Change:
    return Change(kind="dream", cause="night", at=START, brief=brief_with(ONE), dreamt=True)


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
    commit(store, *HISTORY)
    then = as_of(FamilyView(store, FAMILY), START + timedelta(days=days))
    assert {key: (memory.status, memory.reinforcement_count) for key, memory in then.items()} == statuses
    assert list(then) == sorted(then)


def test_the_present_as_of_now_is_what_the_view_shows(store: InMemoryObjects) -> None:
    commit(store, *HISTORY)
    view = FamilyView(store, FAMILY)
    assert as_of(view, LATER) == view.memories()


def test_undoing_a_forget_restores_the_memory_its_line_and_lifts_the_rule(store: InMemoryObjects) -> None:
    commit(store, add(1), show, forget, take_back(3))
    view = FamilyView(store, FAMILY)
    memory = view.memory(ONE)
    assert (memory.status, memory.revision, memory.body) == ("active", 3, memory_of(1).body)
    assert [rule.lifted_at for rule in view.suppressions()] == [LATER] and view.brief() == brief_with(ONE)
    newest = list(view.records())[-1]
    assert newest.kind == "undo"
    assert newest.entries == (ChangeEntry("restored", ONE), ChangeEntry("lifted", RULE.id))


def test_undoing_a_correction_makes_the_old_claim_current_and_withdraws_the_new_one(store: InMemoryObjects) -> None:
    commit(store, *HISTORY, take_back(3))
    memories = FamilyView(store, FAMILY).memories()
    assert (memories[ONE].status, memories[ONE].superseded_by, memories[ONE].revision) == ("active", None, 3)
    assert (memories[THREE].status, memories[THREE].supersedes) == ("retracted", None)
    assert memories[THREE].related == (ONE,)


def test_undoing_a_reinforcement_keeps_what_was_said(store: InMemoryObjects) -> None:
    """Ledgers are only appended to, and the counter is what the ledger says: there is nothing to take back."""
    commit(store, *HISTORY[:2])
    plan = undo(FamilyView(store, FAMILY), 2, LATER)
    assert plan.memories == () and plan.entries == ()


def test_an_undo_can_itself_be_undone(store: InMemoryObjects) -> None:
    commit(store, add(1), show, forget, take_back(3), take_back(4))
    view = FamilyView(store, FAMILY)
    assert view.memory(ONE).status == "retracted" and view.suppressions()[0].in_force and view.brief() == brief_with()


def test_nothing_is_undone_that_was_changed_again(store: InMemoryObjects) -> None:
    commit(store, add(1), reinforce(1, by=2))
    with pytest.raises(Conflict, match="undo the later change first"):
        commit(store, take_back(1))


def test_nothing_is_undone_that_a_person_edited_by_hand(store: InMemoryObjects) -> None:
    commit(store, add(1))
    key = keys.memory_key(FAMILY, ONE)
    store.put(key, store.contents()[key].replace(b"pin: false", b"pin: true"))
    with pytest.raises(Conflict, match=ONE):
        commit(store, take_back(1))


def test_a_brief_that_was_compiled_since_is_left_to_the_caller(store: InMemoryObjects) -> None:
    commit(store, add(1), add(2), show, forget)
    commit(store, lambda _: Change(kind="dream", cause="night", at=LATER, brief=brief_with(TWO), dreamt=True))
    assert undo(FamilyView(store, FAMILY), 4, LATER).brief is None


@pytest.mark.parametrize("seq", [0, 2, -1])
def test_a_change_that_never_was_cannot_be_undone(store: InMemoryObjects, seq: int) -> None:
    commit(store, add(1))
    with pytest.raises(UnknownReference):
        undo(FamilyView(store, FAMILY), seq, LATER)
