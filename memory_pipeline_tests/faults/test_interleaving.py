"""Another writer commits at any moment of ours: both changes are in the history, as if one had come after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.decision import SessionDecisions
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.journal import Journal, Plan
from memory_pipeline.store.projections import refresh_projections, stale_projections
from memory_pipeline_tests.faults.stores import Interrupting
from memory_pipeline_tests.store.changes import FAMILY, START, add, memory_of, prepared_family, reinforce, supersede

ONE = memory_of(1).id


def journal(objects: ObjectStore) -> Journal:
    return Journal(objects, FAMILY, lambda: START, "writer", sleep=lambda _: None, is_gone=lambda _: True)


def pin(view: FamilyView) -> Change:
    memory = view.memory(ONE)
    pinned = replace(memory, pin=True, revision=memory.revision + 1)
    return Change(kind="card", cause="pin", at=START, entries=(ChangeEntry("pinned", ONE),), memories=(pinned,))


def decided(plan: Plan) -> Plan:
    """The plan as a session's: it also records the decisions, and wants nothing once they are there."""

    def planned(view: FamilyView) -> Change | None:
        if "s2" in view.decided_sessions():
            return None
        change = plan(view)
        return None if change is None else replace(change, decisions=(SessionDecisions(session="s2", decisions=()),))

    return planned


PAIRS: dict[str, tuple[Plan, Plan, int]] = {
    "a pin and a reinforcement": (pin, reinforce(1, by=2), 3),
    "a reinforcement and a pin": (reinforce(1, by=2), pin, 3),
    "two reinforcements": (reinforce(1, by=2), reinforce(1, by=3), 3),
    "a new version and a reinforcement": (supersede(1, 3), reinforce(1, by=2), 3),
    "a claim and another": (add(2), add(3), 3),
    "one session twice": (decided(reinforce(1, by=2)), decided(reinforce(1, by=2)), 2),
    "one claim twice": (add(2), add(2), 2),
}


def new_store() -> InMemoryObjects:
    objects = InMemoryObjects()
    prepared_family(objects)
    journal(objects).commit(add(1))
    return objects


def operations_of(plan: Plan) -> int:
    counting = Interrupting(new_store())
    journal(counting).commit(plan)
    return counting.operations


def once_at(number: int, act: Callable[[], object]) -> Callable[[int, str], None]:
    def interrupt(operation: int, _: str) -> None:
        if operation == number:
            act()

    return interrupt


@pytest.mark.parametrize(
    ("case", "number"),
    [(case, number) for case, (ours, _, _) in PAIRS.items() for number in range(1, operations_of(ours) + 1)],
)
def test_both_changes_come_about_whole(case: str, number: int) -> None:
    ours, theirs, seq = PAIRS[case]
    objects = new_store()
    journal(Interrupting(objects, before=once_at(number, lambda: journal(objects).commit(theirs)))).commit(ours)
    view = FamilyView(objects, FAMILY)
    assert view.head().seq == seq and view.head().pending is None and view.head().lease.owner is None
    view.reread_files(whole=True)
    assert view.malformed() == () and not [key for key in objects.contents() if "displaced" in key]
    files = {write.key: write.content.encode() for record in view.records() for write in record.writes}
    assert {key: objects.contents()[key] for key in files} == files
    refresh_projections(objects, FAMILY)
    assert stale_projections(objects, FAMILY) == ()
