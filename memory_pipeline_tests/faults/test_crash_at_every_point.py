"""A writer dies at every operation of a history; whoever comes next completes it to the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.s3 import S3Objects
from memory_pipeline.model.errors import StoreUnavailable
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.journal import Journal, Plan
from memory_pipeline.store.projections import refresh_projections, stale_projections
from memory_pipeline_tests.faults.stores import Interrupting, Killed
from memory_pipeline_tests.store.changes import FAMILY, HISTORY, START, memory_of, prepared_family


def writer(objects: ObjectStore, owner: str) -> Journal:
    return Journal(objects, FAMILY, lambda: START, owner, sleep=lambda _: None)


def live_through(objects: ObjectStore, owner: str, plans: Iterable[Plan] = HISTORY) -> None:
    journal = writer(objects, owner)
    for plan in plans:
        journal.commit(plan)
    refresh_projections(objects, FAMILY)


def new_store() -> InMemoryObjects:
    objects = InMemoryObjects()
    prepared_family(objects)
    return objects


def undisturbed() -> dict[str, bytes]:
    objects = new_store()
    live_through(objects, "undisturbed")
    return objects.contents()


def operations_of_a_history() -> int:
    counting = Interrupting(new_store())
    live_through(counting, "counted")
    return counting.operations


def dying_at(number: int) -> Callable[[int, str], None]:
    def die(operation: int, name: str) -> None:
        if operation == number:
            raise Killed

    return die


EXPECTED = undisturbed()
OPERATIONS = operations_of_a_history()


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("number", range(1, OPERATIONS + 1))
def test_the_next_writer_completes_to_the_same_bytes(number: int, moment: str) -> None:
    objects = new_store()
    with suppress(Killed):
        live_through(Interrupting(objects, **{moment: dying_at(number)}), "dies")
    live_through(objects, "next")
    assert objects.contents() == EXPECTED
    assert stale_projections(objects, FAMILY) == ()


@pytest.mark.parametrize("number", range(1, OPERATIONS + 1))
def test_a_reader_between_crash_and_completion_sees_whole_changes_only(number: int) -> None:
    objects = new_store()
    with suppress(Killed):
        live_through(Interrupting(objects, after=dying_at(number)), "dies")
    memories = FamilyView(objects, FAMILY).memories()
    old, new = memories.get(memory_of(1).id), memories.get(memory_of(3).id)
    if new is not None:
        assert old is not None and old.status == "superseded" and old.superseded_by == new.id
    elif old is not None:
        assert old.status == "active"


@pytest.mark.parametrize("number", range(1, OPERATIONS + 1))
def test_a_store_that_fails_once_gives_a_typed_error_or_success_and_no_half_state(number: int) -> None:
    def fail(operation: int, name: str) -> None:
        if operation == number:
            raise StoreUnavailable("no answer")

    objects = new_store()
    with suppress(StoreUnavailable):
        live_through(Interrupting(objects, before=fail), "unlucky")
    live_through(objects, "next")
    assert objects.contents() == EXPECTED


def test_a_committed_change_is_completed_without_a_new_one() -> None:
    completed = 0
    for number in range(1, OPERATIONS + 1):
        objects = new_store()
        with suppress(Killed):
            live_through(Interrupting(objects, after=dying_at(number)), "dies")
        if FamilyView(objects, FAMILY).head().pending is not None:
            assert writer(objects, "next").roll_forward()
            assert FamilyView(objects, FAMILY).head().pending is None
            completed += 1
    assert completed >= len(HISTORY)


@pytest.mark.real
@pytest.mark.parametrize("number", range(4, OPERATIONS + 1, 10))
def test_a_real_server_is_left_completable_too(s3_objects: S3Objects, number: int) -> None:
    prepared_family(s3_objects)
    with suppress(Killed):
        live_through(Interrupting(s3_objects, after=dying_at(number)), "dies")
    live_through(s3_objects, "next")
    assert {key: found.data for key, found in s3_objects.get_many(s3_objects.keys("")) if found} == EXPECTED
