"""A migration killed at any of its writes goes on where it was, and ends in the bytes of one that went through."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from pathlib import Path

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.local_files import LocalFiles
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.workflows.migrate import migrate_family
from memory_pipeline.workflows.process_session import waiting_sessions
from memory_pipeline.workflows.verify import verify_family
from memory_pipeline_tests.faults.killing import dying_after_write, was_killed
from memory_pipeline_tests.faults.whole_history import pipeline_over
from memory_pipeline_tests.workflows.conftest import FAMILY
from memory_pipeline_tests.workflows.earlier_design import settle_in

KEY = FAMILY.key


def contents(objects: ObjectStore) -> dict[str, bytes]:
    return {key: found.data for key, found in objects.get_many(objects.keys("")) if found is not None}


@pytest.fixture(scope="module")
def start() -> Mapping[str, bytes]:
    objects = InMemoryObjects()
    settle_in(pipeline_over(objects))
    return objects.contents()


@pytest.fixture(scope="module")
def end(start: Mapping[str, bytes]) -> Mapping[str, bytes]:
    objects = InMemoryObjects(dict(start))
    assert migrate_family(pipeline_over(objects), KEY).passes
    return objects.contents()


def killed_after(root: Path, start: Mapping[str, bytes], *writes: int) -> ObjectStore | None:
    """A folder in which migrations were killed after that many writes, one after the other; None where one ended."""
    objects = LocalFiles(root, fsync=False)
    for key, data in start.items():
        objects.put(key, data)
    for number in writes:
        dying = dying_after_write(LocalFiles(root, fsync=False), number)
        if not was_killed(lambda: migrate_family(pipeline_over(dying), KEY)):  # noqa: B023
            return None
    return objects


@pytest.mark.slow
def test_killed_at_any_write_it_continues_to_the_same_bytes(
    start: Mapping[str, bytes], end: Mapping[str, bytes], tmp_path: Path
) -> None:
    for writes in count(1):
        objects = killed_after(tmp_path / str(writes), start, writes)
        if objects is None:
            break
        assert migrate_family(pipeline_over(objects), KEY).passes
        assert contents(objects) == end, f"killed after write {writes}"
    assert writes > 30


def test_killed_again_and_again_it_still_gets_there(
    start: Mapping[str, bytes], end: Mapping[str, bytes], tmp_path: Path
) -> None:
    objects = killed_after(tmp_path / "store", start, 2, 5, 9, 1)
    assert objects is not None
    pipeline = pipeline_over(objects)
    assert migrate_family(pipeline, KEY).passes
    assert contents(objects) == end
    assert waiting_sessions(pipeline.view(KEY)) == ()
    assert [check for check in verify_family(pipeline, KEY).checks if not check.ok] == []
