"""A store that fails for a while: a typed error or success, never half a state, and the same bytes in the end."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.errors import Conflict, StoreError, StoreUnavailable
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.journal import Journal
from memory_pipeline.store.lease import LeasePolicy
from memory_pipeline.store.projections import refresh_projections
from memory_pipeline_tests.faults.stores import Interrupting
from memory_pipeline_tests.faults.test_crash_at_every_point import EXPECTED, OPERATIONS, live_through, new_store, writer
from memory_pipeline_tests.store.changes import FAMILY, HISTORY, START, add, memory_of

HASTY = LeasePolicy(ttl=0.02, grace=0.01)

Failing = Callable[[int, str], None]


def unavailable(fails: Callable[[int, str], bool]) -> Failing:
    def fail(operation: int, name: str) -> None:
        if fails(operation, name):
            raise StoreUnavailable("no answer; try again later")

    return fail


def history_after(objects: InMemoryObjects, broken: ObjectStore) -> dict[str, bytes]:
    """Live through the history on a broken store, then on the mended one."""
    with suppress(StoreUnavailable, Conflict):
        live_through(broken, "unlucky")
    live_through(objects, "next")
    return objects.contents()


@pytest.mark.parametrize("length", [2, 5, 13])
@pytest.mark.parametrize("start", range(1, OPERATIONS + 1, 3))
def test_a_burst_of_failures_leaves_nothing_but_what_the_next_writer_completes(start: int, length: int) -> None:
    objects = new_store()
    burst = unavailable(lambda operation, _: start <= operation < start + length)
    assert history_after(objects, Interrupting(objects, before=burst)) == EXPECTED


@pytest.mark.parametrize("number", range(1, OPERATIONS + 1))
def test_a_write_whose_answer_is_lost_may_have_happened_and_is_counted_once(number: int) -> None:
    objects = new_store()
    timeout = unavailable(lambda operation, _: operation == number)
    assert history_after(objects, Interrupting(objects, after=timeout)) == EXPECTED


@pytest.mark.parametrize("number", range(1, OPERATIONS + 1, 2))
def test_a_full_disk_is_told_readers_go_on_and_nothing_is_torn(number: int) -> None:
    objects = new_store()
    full = unavailable(lambda operation, name: operation >= number and name == "put")
    broken = Interrupting(objects, before=full)
    with pytest.raises(StoreUnavailable):
        live_through(broken, "unlucky")
    view = FamilyView(broken, FAMILY)
    memories = view.memories()
    assert len(memories) <= view.head().seq and view.malformed() == ()
    live_through(objects, "next")
    assert objects.contents() == EXPECTED


@pytest.mark.parametrize("seed", range(20))
def test_a_store_that_fails_now_and_then_gets_the_history_told_in_the_end(seed: int) -> None:
    objects, chance = new_store(), random.Random(seed)
    moment = "before" if seed % 2 else "after"
    fickle = Interrupting(objects, **{moment: unavailable(lambda *_: chance.random() < 0.15)})
    attempts = 0
    for plan in HISTORY:
        while True:
            attempts += 1
            try:
                Journal(fickle, FAMILY, lambda: START, "stubborn", HASTY, sleep=lambda _: None).commit(plan)
                break
            except StoreError:
                assert attempts < 300
    writer(objects, "next").roll_forward()
    refresh_projections(objects, FAMILY)
    assert objects.contents() == EXPECTED and attempts > len(HISTORY)


def test_a_writer_that_fails_gives_its_lease_back_where_it_can() -> None:
    """Nobody has to wait for a lease whose holder met an error before its change was committed."""
    objects = new_store()
    broken = Interrupting(objects, before=unavailable(lambda operation, _: operation == record_write))
    record_write = operation_of(lambda: new_store(), "changes/1.json")
    with pytest.raises(StoreUnavailable):
        writer(broken, "unlucky").commit(add(1))
    assert FamilyView(objects, FAMILY).head().lease.owner is None


def operation_of(fresh: Callable[[], InMemoryObjects], suffix: str) -> int:
    """The number of the operation that first writes a key of that ending, in an undisturbed commit of claim 1."""

    class Noting(Interrupting):
        found = 0

        def put(self, key: str, data: bytes, **expect: object) -> str:  # type: ignore[override]
            if key.endswith(suffix) and not self.found:
                self.found = self.operations + 1
            return super().put(key, data, **expect)  # type: ignore[arg-type]

    noting = Noting(fresh())
    writer(noting, "counted").commit(add(1))
    return noting.found


def test_a_catalog_that_cannot_be_written_is_no_failure_of_the_change() -> None:
    objects = new_store()
    catalog = operation_of(lambda: new_store(), "catalog.jsonl")
    broken = Interrupting(objects, before=unavailable(lambda operation, _: operation == catalog))
    record = writer(broken, "unlucky").commit(add(1))
    assert record is not None and FamilyView(objects, FAMILY).memory(memory_of(1).id) == memory_of(1)
    refresh_projections(objects, FAMILY)
    assert any(key.endswith("catalog.jsonl") for key in objects.contents())


def test_patience_with_a_store_that_never_answers_has_an_end() -> None:
    def fail(_: int, name: str) -> None:
        raise StoreUnavailable("no answer")

    dead = Journal(
        Interrupting(new_store(), before=fail),
        FAMILY,
        lambda: START,
        "patient",
        LeasePolicy(patience=1),
        sleep=lambda _: None,
    )
    with pytest.raises(StoreUnavailable):
        dead.commit(add(1))
