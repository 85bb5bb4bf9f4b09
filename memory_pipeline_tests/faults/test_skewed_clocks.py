"""Clocks an hour apart on real stores: nobody loses a change, and nobody waits longer than a term for the dead."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.local_files import LocalFiles
from memory_pipeline.adapters.s3 import S3Objects
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.journal import Journal
from memory_pipeline.store.lease import LeasePolicy
from memory_pipeline_tests.faults.killing import dying_after_write, was_killed
from memory_pipeline_tests.faults.racing import claim
from memory_pipeline_tests.faults.test_concurrent_writers import check_whole
from memory_pipeline_tests.store.changes import FAMILY, prepared_family

HOURS = (0, 1, -1, 24)
POLICY = LeasePolicy(ttl=0.5, grace=0.1, patience=120)


def skewed(objects: ObjectStore, hours: int) -> Journal:
    """A writer whose clock is that many hours ahead."""
    return Journal(objects, FAMILY, lambda: datetime.now(UTC) + timedelta(hours=hours), f"{hours} h", POLICY)


def test_writers_whose_clocks_differ_lose_nothing_on_any_store(objects: ObjectStore) -> None:
    changes = 3 if isinstance(objects, S3Objects) else 6
    prepared_family(objects, sessions=len(HOURS))

    def write(writer: int) -> None:
        journal = skewed(objects, HOURS[writer - 1])
        for number in range(changes):
            journal.commit(claim(writer, number))

    with ThreadPoolExecutor(len(HOURS)) as pool:
        list(pool.map(write, range(1, len(HOURS) + 1)))
    check_whole(objects, len(HOURS) * changes)


@pytest.fixture(params=["local", pytest.param("s3", marks=pytest.mark.real)])
def shared(request: pytest.FixtureRequest, tmp_path: Path) -> ObjectStore:
    """A store that a forked process shares with this one."""
    if request.param == "local":
        return LocalFiles(tmp_path / "objects", fsync=False)
    found: S3Objects = request.getfixturevalue("s3_objects")
    return found


@pytest.mark.parametrize("writes", [1, 3], ids=["holding the lease", "with a change committed"])
@pytest.mark.parametrize("hours", [1, -1], ids=["ahead", "behind"])
def test_a_dead_writer_whose_clock_was_wrong_is_waited_for_no_longer_than_a_term(
    shared: ObjectStore, hours: int, writes: int
) -> None:
    assert not isinstance(shared, InMemoryObjects)
    prepared_family(shared)

    def work() -> None:
        if isinstance(shared, S3Objects):
            shared._client.close()
        skewed(dying_after_write(shared, writes), hours).commit(claim(1, 0))  # type: ignore[arg-type]

    assert was_killed(work)
    assert FamilyView(shared, FAMILY).head().lease.owner is not None
    begun = time.monotonic()
    skewed(shared, 0).commit(claim(2, 0))
    assert time.monotonic() - begun < POLICY.ttl + 5
    skewed(shared, 0).commit(claim(1, 0))
    check_whole(shared, 2)
