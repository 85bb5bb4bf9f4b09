"""Whatever happens to a family, and wherever its writers die: the same history gives the same bytes (contract 5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.brief import SECTION_NAMES, Brief, BriefLine, BriefSection
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.errors import InvalidArgument, InvariantViolated
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.history import past
from memory_pipeline.store.journal import Journal, Plan
from memory_pipeline.store.projections import refresh_projections, stale_projections
from memory_pipeline.store.undo import undo
from memory_pipeline_tests.faults.stores import Interrupting, Killed
from memory_pipeline_tests.store import changes
from memory_pipeline_tests.store.changes import FAMILY, START, memory_of, prepared_family

CLAIMS = 4
EVER = START + timedelta(days=9999)


def add(claim: int, _: int) -> Plan:
    return changes.add(claim)


def reinforce(claim: int, by: int) -> Plan:
    return when_active(claim, changes.reinforce(claim, by))


def supersede(claim: int, by: int) -> Plan:
    def plan(view: FamilyView) -> Change | None:
        return None if memory_of(by).id in view.memories() else changes.supersede(claim, by)(view)

    return when_active(claim, with_brief(plan))


def pin(claim: int, _: int) -> Plan:
    def plan(view: FamilyView) -> Change | None:
        memory = view.memory(memory_of(claim).id)
        return card(memories=(replace(memory, pin=not memory.pin, revision=memory.revision + 1),))

    return when_active(claim, plan)


def forget(claim: int, _: int) -> Plan:
    def plan(view: FamilyView) -> Change | None:
        memory = view.memory(memory_of(claim).id)
        rule = Suppression(
            id=derived_ulid(START, str(claim), str(memory.revision)), scope="claim", value="x", made_at=START
        )
        entries = (ChangeEntry("retracted", memory.id), ChangeEntry("suppressed", rule.id))
        gone = replace(memory, status="retracted", revision=memory.revision + 1)
        return card(entries=entries, memories=(gone,), suppressions=(rule,))

    return when_active(claim, with_brief(plan))


def dream(day: int, _: int) -> Plan:
    def plan(view: FamilyView) -> Change:
        due = (START + timedelta(days=day)).date()
        brief = brief_of(memory.id for memory in view.memories().values() if memory.status == "active")
        return Change(kind="dream", cause="night", at=START, brief=brief, dreamt=True, next_due=due)

    return plan


def take_back(back: int, _: int) -> Plan:
    def plan(view: FamilyView) -> Change | None:
        try:
            return undo(view, view.head().seq - back + 1, START)
        except (InvalidArgument, InvariantViolated):
            return None

    return lambda view: plan(view) if view.head().seq >= back else None


def when_active(claim: int, plan: Plan) -> Plan:
    def planned(view: FamilyView) -> Change | None:
        memory = view.memories().get(memory_of(claim).id)
        return plan(view) if memory is not None and memory.status == "active" else None

    return planned


def with_brief(plan: Plan) -> Plan:
    """The change, and a brief of what is active after it."""

    def planned(view: FamilyView) -> Change | None:
        change = plan(view)
        if change is None:
            return None
        after = {**view.memories(), **{memory.id: memory for memory in change.memories}}
        return replace(change, brief=brief_of(id for id, memory in after.items() if memory.status == "active"))

    return planned


def card(**parts: object) -> Change:
    return Change(kind="card", cause="test", at=START, **parts)  # type: ignore[arg-type]


def brief_of(memories: object) -> Brief:
    lines = tuple(BriefLine(text="x", ref=str(MemoryRef(FAMILY, id))) for id in sorted(memories))  # type: ignore[call-overload]
    return Brief(
        family=FAMILY,
        sections=tuple(
            BriefSection(name=name, lines=lines if not place else ()) for place, name in enumerate(SECTION_NAMES)
        ),
    )


ACTIONS: list[Callable[[int, int], Plan]] = [add, add, reinforce, reinforce, supersede, pin, forget, dream, take_back]
NUMBERS = st.integers(1, CLAIMS)
HISTORIES = st.lists(
    st.builds(lambda action, a, b: action(a, b), st.sampled_from(ACTIONS), NUMBERS, NUMBERS), max_size=14
)
DEATHS = st.lists(st.tuples(st.integers(1, 22), st.sampled_from(["before", "after"])), max_size=12)


def new_store() -> InMemoryObjects:
    objects = InMemoryObjects()
    prepared_family(objects, sessions=CLAIMS)
    return objects


def journal(objects: ObjectStore) -> Journal:
    return Journal(objects, FAMILY, lambda: START, "writer", sleep=lambda _: None)


def tell(objects: InMemoryObjects, plans: Sequence[Plan]) -> list[Plan]:
    """Commit the plans one after the other; those that wanted something."""
    return [plan for plan in plans if journal(objects).commit(plan) is not None]


def tell_with_deaths(objects: InMemoryObjects, plans: Sequence[Plan], deaths: list[tuple[int, str]]) -> None:
    """The same with writers that die on the way; whoever comes next completes what they left."""
    for seq, plan in enumerate(plans, start=1):
        while FamilyView(objects, FAMILY).head().seq < seq:
            store = mortal(objects, *deaths.pop(0)) if deaths else objects
            try:
                journal(store).commit(plan)
            except Killed:
                journal(objects).roll_forward()


def mortal(objects: InMemoryObjects, number: int, moment: str) -> Interrupting:
    def die(operation: int, _: str) -> None:
        if operation == number:
            raise Killed

    return Interrupting(objects, **{moment: die})


@settings(max_examples=150, deadline=None)
@given(HISTORIES, DEATHS)
def test_a_history_with_deaths_ends_in_the_bytes_of_one_without(
    plans: list[Plan], deaths: list[tuple[int, str]]
) -> None:
    expected, disturbed = new_store(), new_store()
    wanted = tell(expected, plans)
    tell_with_deaths(disturbed, wanted, list(deaths))
    for objects in (expected, disturbed):
        refresh_projections(objects, FAMILY)
    assert disturbed.contents() == expected.contents()


@settings(max_examples=100, deadline=None)
@given(HISTORIES)
def test_after_every_history_files_journal_and_projections_tell_the_same(plans: list[Plan]) -> None:
    objects = new_store()
    tell(objects, plans)
    view = FamilyView(objects, FAMILY)
    last = {write.key: write.content.encode() for record in view.records() for write in record.writes}
    assert {key: objects.contents()[key] for key in last} == last
    told = past(view, EVER)
    assert told.memories == view.memories() and told.ledgers == view.ledgers(view.memories())
    before = refresh_projections(objects, FAMILY) and objects.contents()
    assert stale_projections(objects, FAMILY) == ()
    assert refresh_projections(objects, FAMILY, from_files=True) == () and (not before or objects.contents() == before)


@settings(max_examples=100, deadline=None)
@given(HISTORIES)
def test_every_card_action_that_nothing_followed_can_be_taken_back(plans: list[Plan]) -> None:
    objects = new_store()
    for plan in plans:
        before = FamilyView(objects, FAMILY).memories()
        record = journal(objects).commit(plan)
        if record is None or record.kind != "card":
            continue
        undone = journal(objects).commit(lambda view, seq=record.seq: undo(view, seq, START))
        assert undone is not None
        after = FamilyView(objects, FAMILY)
        assert {id: replace(memory, revision=1) for id, memory in after.memories().items()} == {
            id: replace(memory, revision=1) for id, memory in before.items()
        }
        assert not [rule for rule in after.suppressions() if rule.in_force and rule.id in str(record.writes)]
