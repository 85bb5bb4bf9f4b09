"""Undo: what a family did on the card is taken back, and nothing that was changed since (contract section 15)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.brief import SECTION_NAMES, Brief, BriefLine, BriefSection
from memory_pipeline.model.change import Change, ChangeEntry, ChangeRecord
from memory_pipeline.model.errors import InvalidArgument, InvariantViolated, UnknownReference
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.store import keys
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.journal import Journal, Plan
from memory_pipeline.store.undo import undo
from memory_pipeline_tests.store.changes import FAMILY, START, add, memory_of, prepared_family, reinforce, supersede

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


def on_the_card(plan: Plan) -> Plan:
    """The same change as a family's own action."""

    def planned(view: FamilyView) -> Change | None:
        change = plan(view)
        return None if change is None else replace(change, kind="card")

    return planned


def show(view: FamilyView) -> Change:
    return Change(kind="dream", cause="night", at=START, brief=brief_with(ONE), dreamt=True)


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
    commit(store, add(1), on_the_card(supersede(1, 3)), take_back(2))
    memories = FamilyView(store, FAMILY).memories()
    assert (memories[ONE].status, memories[ONE].superseded_by, memories[ONE].revision) == ("active", None, 3)
    assert (memories[THREE].status, memories[THREE].supersedes) == ("retracted", None)
    assert memories[THREE].related == (ONE,)


def test_what_is_withdrawn_leaves_the_brief_at_once(store: InMemoryObjects) -> None:
    commit(store, add(1), on_the_card(add(2)))
    commit(store, lambda _: Change(kind="dream", cause="night", at=LATER, brief=brief_with(ONE, TWO), dreamt=True))
    commit(store, take_back(2))
    view = FamilyView(store, FAMILY)
    assert view.memory(TWO).status == "retracted" and view.brief() == brief_with(ONE)


def test_undoing_a_restatement_has_nothing_to_take_back(store: InMemoryObjects) -> None:
    """Ledgers are only appended to, and the counter is what the ledger says."""
    commit(store, add(1), on_the_card(reinforce(1, by=2)))
    with pytest.raises(InvalidArgument, match="nothing that could be taken back"):
        commit(store, take_back(2))


@pytest.mark.parametrize("kind", ["session", "dream", "migration"])
def test_what_no_family_did_is_not_undone(store: InMemoryObjects, kind: str) -> None:
    def told(view: FamilyView) -> Change:
        change = add(1)(view)
        assert change is not None
        return replace(change, kind=kind)  # type: ignore[arg-type]

    commit(store, told)
    with pytest.raises(InvalidArgument, match=kind):
        commit(store, take_back(1))


def test_a_lifted_rule_holds_again_when_the_lifting_is_undone(store: InMemoryObjects) -> None:
    commit(store, add(1), forget)
    commit(store, lambda _: Change(kind="card", cause="lift", at=LATER, suppressions=(replace(RULE, lifted_at=LATER),)))
    commit(store, take_back(3))
    assert FamilyView(store, FAMILY).suppressions() == (RULE,)


def test_closing_is_undone_where_the_journal_has_the_earlier_form(store: InMemoryObjects) -> None:
    family = FamilyView(store, FAMILY).family()
    for closed in (True, False, True):
        changed = replace(family, closed=closed)
        commit(store, lambda _, changed=changed: Change(kind="card", cause="close", at=LATER, family=changed))
    commit(store, take_back(3))
    assert not FamilyView(store, FAMILY).family().closed
    with pytest.raises((InvalidArgument, InvariantViolated)):
        commit(store, take_back(1))


def test_an_undo_can_itself_be_undone(store: InMemoryObjects) -> None:
    commit(store, add(1), show, forget, take_back(3), take_back(4))
    view = FamilyView(store, FAMILY)
    assert view.memory(ONE).status == "retracted" and view.suppressions()[0].in_force and view.brief() == brief_with()


def test_nothing_is_undone_that_was_changed_again(store: InMemoryObjects) -> None:
    commit(store, on_the_card(add(1)), reinforce(1, by=2))
    with pytest.raises(InvariantViolated, match=f"{ONE}.*changed by change 2 after change 1"):
        commit(store, take_back(1))


def test_nothing_is_undone_that_a_person_edited_by_hand(store: InMemoryObjects) -> None:
    commit(store, on_the_card(add(1)))
    key = keys.memory_key(FAMILY, ONE)
    store.put(key, store.contents()[key].replace(b"pin: false", b"pin: true"))
    with pytest.raises(InvariantViolated, match=f"{ONE}.*by hand"):
        commit(store, take_back(1))


def test_a_brief_that_was_compiled_since_keeps_its_other_lines(store: InMemoryObjects) -> None:
    commit(store, add(1), add(2), show, forget)
    commit(store, lambda _: Change(kind="dream", cause="night", at=LATER, brief=brief_with(TWO), dreamt=True))
    assert undo(FamilyView(store, FAMILY), 4, LATER).brief is None


@pytest.mark.parametrize("seq", [0, 2, -1])
def test_a_change_that_never_was_cannot_be_undone(store: InMemoryObjects, seq: int) -> None:
    commit(store, add(1))
    with pytest.raises(UnknownReference):
        undo(FamilyView(store, FAMILY), seq, LATER)
