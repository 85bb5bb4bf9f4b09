"""Who waits for whom, for how long, and when a lease is taken over; no outcome rests on a clock (seed section 4)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.errors import Conflict
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.head_file import leased, swap
from memory_pipeline.store.journal import Journal
from memory_pipeline.store.lease import LeasePolicy
from memory_pipeline.store.snapshot import read_head
from memory_pipeline_tests.faults.stores import BeforePut
from memory_pipeline_tests.store.changes import FAMILY, START, add, memory_of, prepared_family

HOUR = timedelta(hours=1)
POLICY = LeasePolicy(ttl=30, grace=1, longest_pause=0.25, patience=120)


class Waiting:
    """A clock that moves only while somebody sleeps."""

    def __init__(self, start: datetime = START) -> None:
        self.now = start
        self.slept = 0.0
        self.meanwhile: Callable[[], None] = lambda: None

    def sleep(self, seconds: float) -> None:
        self.slept += seconds
        self.now += timedelta(seconds=seconds)
        self.meanwhile()


@pytest.fixture
def store() -> InMemoryObjects:
    objects = InMemoryObjects()
    prepared_family(objects)
    return objects


def hold(store: InMemoryObjects, expires_at: datetime, owner: str = "holder") -> None:
    seen = read_head(store, FAMILY)
    swap(store, FAMILY, seen, leased(seen.head, owner, expires_at))


def writer(store: InMemoryObjects, waiting: Waiting, **options: object) -> Journal:
    return Journal(
        store,
        FAMILY,
        lambda: waiting.now,
        "waiter",
        POLICY,
        sleep=waiting.sleep,
        random_share=lambda: 1.0,
        **options,  # type: ignore[arg-type]
    )


def test_a_lease_that_runs_is_waited_for(store: InMemoryObjects) -> None:
    waiting = Waiting()
    hold(store, START + timedelta(seconds=5))

    def give_back() -> None:
        if waiting.slept > 2:
            store.delete(f"families/{FAMILY}/head.json")
            waiting.meanwhile = lambda: None

    waiting.meanwhile = give_back
    journal = writer(store, waiting)
    assert journal.commit(add(1)) is not None
    assert 2 < waiting.slept < 3 and journal.stats.take_overs == 0 and journal.stats.pauses > 0


@pytest.mark.parametrize(
    ("expires_in", "least", "most"),
    [
        pytest.param(-24 * HOUR, 1, 1.5, id="one that ran out yesterday after a moment's grace"),
        pytest.param(timedelta(seconds=10), 10, 10.5, id="one that runs out when it does"),
        pytest.param(HOUR, 30, 30.5, id="one of a clock an hour ahead after a whole term"),
    ],
)
def test_an_abandoned_lease_is_taken_over(
    store: InMemoryObjects, expires_in: timedelta, least: float, most: float
) -> None:
    waiting = Waiting()
    hold(store, START + expires_in)
    journal = writer(store, waiting)
    assert journal.commit(add(1)) is not None
    assert least <= waiting.slept <= most and journal.stats.take_overs == 1


def test_a_lease_of_a_process_known_to_be_dead_is_taken_over_at_once(store: InMemoryObjects) -> None:
    waiting = Waiting()
    hold(store, START + HOUR, owner="dead#1")
    assert writer(store, waiting, is_gone=lambda owner: owner.startswith("dead")).commit(add(1)) is not None
    assert waiting.slept == 0


def test_a_writer_whose_lease_was_taken_over_cannot_commit(store: InMemoryObjects) -> None:
    """The sleeper wakes up after another has taken its lease and committed; it has to plan again."""
    other = writer(store, Waiting(START + HOUR), is_gone=lambda _: True)
    sleeper = writer(store, Waiting())
    sleeper._objects = BeforePut(store, "changes/1.json", lambda: other.commit(add(2)))
    record = sleeper.commit(add(1))
    assert record is not None and record.seq == 2
    assert [found.cause for found in FamilyView(store, FAMILY).records()] == ["s2", "s1"]


def test_no_lease_is_ever_like_another(store: InMemoryObjects) -> None:
    """Same owner, same frozen clock: still two leases, so that neither can commit on the other's."""
    seen = []
    first = writer(
        BeforePut(store, "changes/1.json", lambda: seen.append(read_head(store, FAMILY).head.lease)), Waiting()
    )  # type: ignore[arg-type]
    first.commit(add(1))
    second = writer(
        BeforePut(store, "changes/2.json", lambda: seen.append(read_head(store, FAMILY).head.lease)), Waiting()
    )  # type: ignore[arg-type]
    second.commit(add(2))
    assert seen[0].owner != seen[1].owner and seen[0].expires_at == seen[1].expires_at


def test_patience_ends_in_a_conflict_and_nothing_is_written(store: InMemoryObjects) -> None:
    waiting = Waiting()
    before = store.contents()

    def renew() -> None:
        hold(store, waiting.now + HOUR, owner=f"busy {waiting.slept}")

    waiting.meanwhile = renew
    renew()
    with pytest.raises(Conflict, match="try again"):
        writer(store, waiting).commit(add(1))
    assert waiting.slept == pytest.approx(POLICY.patience, abs=1)
    held = f"families/{FAMILY}/head.json"
    assert {key: data for key, data in store.contents().items() if key != held} == before


@pytest.mark.parametrize("ahead", [HOUR, -HOUR], ids=["an hour ahead", "an hour behind"])
def test_writers_whose_clocks_differ_lose_nothing(store: InMemoryObjects, ahead: timedelta) -> None:
    skewed, right = writer(store, Waiting(START + ahead)), writer(store, Waiting())
    for number in (1, 2, 3, 4):
        one, other = (skewed, right) if number % 2 else (right, skewed)
        one._objects = BeforePut(store, "head.json", lambda number=number, other=other: other.commit(add(number)))
        one.commit(add(5 - number))
        one._objects = store
    assert set(FamilyView(store, FAMILY).memories()) == {memory_of(number).id for number in (1, 2, 3, 4)}
    assert FamilyView(store, FAMILY).head().seq == 4


def test_rolling_forward_gives_back_a_dead_lease_and_leaves_nothing_of_it(store: InMemoryObjects) -> None:
    writer(store, Waiting()).commit(add(1))
    before = store.contents()
    hold(store, START - HOUR)
    assert not writer(store, Waiting()).roll_forward()
    assert store.contents() == before
