"""What many writers of one family cost each other, and what a change costs nobody but its writer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.change import Change
from memory_pipeline.ports.object_store import StoredObject
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.head_file import leased, swap
from memory_pipeline.store.journal import Journal
from memory_pipeline.store.keys import family_key
from memory_pipeline.store.projections import owes_projections, stale_projections
from memory_pipeline.store.snapshot import read_head
from memory_pipeline_tests.faults.stores import Interrupting
from memory_pipeline_tests.store.changes import FAMILY, START, add, memory_of, prepared_family, reinforce, supersede


class Reading(Interrupting):
    """Notes the key of each single read."""

    def __init__(self, inner: InMemoryObjects) -> None:
        super().__init__(inner)
        self.read: list[str] = []

    def get(self, key: str) -> StoredObject | None:
        self.read.append(key)
        return super().get(key)

    def get_many(self, keys: Iterable[str]) -> Iterator[tuple[str, StoredObject | None]]:
        wanted = list(keys)
        self.read += wanted
        return super().get_many(wanted)


@pytest.fixture
def store() -> InMemoryObjects:
    objects = InMemoryObjects()
    prepared_family(objects)
    return objects


def writer(objects: object, **options: object) -> Journal:
    return Journal(objects, FAMILY, lambda: START, "writer", **options)  # type: ignore[arg-type]


def waits(store: InMemoryObjects, journal: Journal, pauses: int) -> list[float]:
    """The pauses that a journal makes while somebody holds the lease for so many of them."""
    seen = read_head(store, FAMILY)
    held = swap(store, FAMILY, seen, leased(seen.head, "holder", START.replace(year=2099)))
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == pauses:
            swap(store, FAMILY, held, seen.head)

    journal._sleep = sleep
    assert journal.commit(add(journal.stats.commits + 1)) is not None
    return slept


def test_a_writer_that_had_to_wait_begins_its_next_wait_near_where_the_last_one_ended(store: InMemoryObjects) -> None:
    journal = writer(store, random_share=lambda: 1.0)
    first, second = waits(store, journal, 7), waits(store, journal, 2)
    assert first[0] == 0.005 and first[-1] == 0.32
    assert second[0] == 0.16


def test_without_a_crowd_the_pauses_are_short_again(store: InMemoryObjects) -> None:
    journal = writer(store, random_share=lambda: 1.0)
    waits(store, journal, 5)
    for number in (2, 3):
        journal.commit(add(number))
    assert waits(store, journal, 1)[0] < 0.05


def test_in_a_crowd_nobody_plans_before_it_holds_the_lease(store: InMemoryObjects) -> None:
    journal = writer(store)
    waits(store, journal, 6)
    holders = []

    def plan(view: FamilyView) -> Change | None:
        holders.append(read_head(store, FAMILY).head.lease.owner)
        return add(2)(view)

    assert journal.commit(plan) is not None
    assert len(holders) == 1 and holders[0] is not None and holders[0].startswith("writer#")


def test_alone_a_plan_that_wants_nothing_takes_no_lease(store: InMemoryObjects) -> None:
    counting = Interrupting(store)
    assert writer(counting).commit(lambda _: None) is None
    assert counting.operations == 1


@pytest.mark.parametrize("crowded", [False, True])
def test_a_plan_that_wants_nothing_leaves_the_bytes_as_they_were(store: InMemoryObjects, crowded: bool) -> None:
    journal = writer(store)
    if crowded:
        waits(store, journal, 6)
    before = store.contents()
    assert journal.commit(lambda _: None) is None
    assert store.contents() == before


def test_a_writer_reads_no_file_of_its_change_twice(store: InMemoryObjects) -> None:
    writer(store).commit(add(1))
    writer(store).commit(reinforce(1, by=2))
    reading = Reading(store)
    writer(reading).commit(supersede(1, 3))
    files = [key for key in reading.read if "/memories/" in key]
    assert files and len(files) == len(set(files))
    assert FamilyView(store, FAMILY).memory(memory_of(1).id).status == "superseded"


def test_a_dream_has_its_projections_before_the_head_says_that_it_is_done(store: InMemoryObjects) -> None:
    """After a dream nothing is due: a crash between seal and projections would leave them stale for good."""
    writer(store).commit(add(1))
    stale: list[tuple[str, ...]] = []

    def before(_: int, name: str) -> None:
        head = read_head(store, FAMILY).head
        if name == "put" and head.pending == 2:
            stale.append(stale_projections(store, FAMILY))

    dream = Change(kind="dream", cause="dream", at=START, dreamt=True)
    record = writer(Interrupting(store, before=before)).commit(lambda _: dream)
    assert record is not None and owes_projections(FAMILY, record)
    assert stale[-1] == () and stale[0] != ()


def test_a_change_of_the_family_itself_brings_its_projections(store: InMemoryObjects) -> None:
    writer(store).commit(add(1))
    family = FamilyView(store, FAMILY).family()
    closing = Change(kind="card", cause="close", at=START, family=replace(family, closed=True))
    record = writer(store).commit(lambda _: closing)
    assert record is not None and [write.key for write in record.writes] == [family_key(FAMILY)]
    assert stale_projections(store, FAMILY) == ()
