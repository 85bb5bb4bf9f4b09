"""`kill -9` before and after every write of every kind of change: whoever comes next completes it to the same bytes.

The child that dies is a real process, the stores are a real folder and a real S3 server (contract section 5).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.local_files import LocalFiles
from memory_pipeline.adapters.s3 import S3Objects
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.workflows.verify import verify_family
from memory_pipeline_tests.faults.killing import dying_after_write, dying_before_write, was_killed
from memory_pipeline_tests.faults.whole_history import BY_HAND, KEY, STEPS, Chapter, chapters, pipeline_over, told

FOLLOWS_FILES = {"projections_match_files", "brief_matches_files"}


@pytest.fixture(scope="module")
def history() -> Mapping[str, Chapter]:
    return chapters()


KNOWN: dict[str, bytes] = {}


def contents(objects: ObjectStore) -> dict[str, bytes]:
    """Everything in the store; bytes are asked for once an etag, which is a hash of them."""
    etags = {entry.key: entry.etag for entry in objects.list("")}
    for _, found in objects.get_many([key for key, etag in etags.items() if etag not in KNOWN]):
        assert found is not None
        KNOWN[found.etag] = found.data
    return {key: KNOWN[etag] for key, etag in etags.items()}


def put_back(objects: ObjectStore, wanted: Mapping[str, bytes], present: Mapping[str, bytes]) -> None:
    """Make what is `present` what is `wanted`."""
    for key in present.keys() - wanted.keys():
        objects.delete(key)
    for key, data in wanted.items():
        if present.get(key) != data:
            objects.put(key, data)


def check_only_read(name: str, left: Mapping[str, bytes]) -> None:
    """`verify` on what a killed writer left: whole changes, only what follows the files is missing, nothing written."""
    if f"families/{KEY}/family.yaml" not in left:
        return
    objects = InMemoryObjects(dict(left))
    expected = FOLLOWS_FILES | ({"journal_matches_files"} if name in BY_HAND else set())
    broken = {check.name: check.failing for check in verify_family(pipeline_over(objects), KEY).checks if not check.ok}
    assert broken.keys() <= expected, broken
    assert objects.contents() == left


def kill_everywhere(objects: ObjectStore, name: str, chapter: Chapter, child: Callable[[], ObjectStore]) -> int:
    """Tell the step with a kill at every point, each time from its start; how many times the child was killed."""
    put_back(objects, chapter.start, contents(objects))
    for writes in count():
        dying = dying_before_write if writes == 0 else dying_after_write
        if not was_killed(lambda: told(dying(child(), writes or 1), STEPS[name])):  # noqa: B023
            assert contents(objects) == chapter.end
            return writes
        left = contents(objects)
        check_only_read(name, left)
        if writes % 2:
            pipeline_over(objects).store(KEY).roll_forward()
        told(objects, STEPS[name])
        done = contents(objects)
        assert done == chapter.end, f"killed after write {writes}: {sorted(_differing(done, chapter.end))}"
        put_back(objects, chapter.start, done)
    raise AssertionError


def _differing(found: Mapping[str, bytes], wanted: Mapping[str, bytes]) -> set[str]:
    return {key for key in found.keys() | wanted.keys() if found.get(key) != wanted.get(key)}


@pytest.mark.slow
@pytest.mark.real
@pytest.mark.parametrize("name", STEPS)
def test_a_bucket_of_a_real_server_is_completed_to_the_same_bytes_after_a_kill_at_any_write(
    s3_objects: S3Objects, history: Mapping[str, Chapter], name: str
) -> None:
    chapter = history[name]
    killed = kill_everywhere(s3_objects, name, chapter, lambda: fresh_connections(s3_objects))
    assert killed > len(_differing(chapter.start, chapter.end))


def fresh_connections(objects: S3Objects) -> S3Objects:
    """The same bucket for a forked child, which must not speak on the sockets of its parent."""
    objects._client.close()
    return objects


@pytest.mark.parametrize("name", STEPS)
def test_a_folder_is_completed_to_the_same_bytes_after_a_kill_at_any_write(
    tmp_path: Path, history: Mapping[str, Chapter], name: str
) -> None:
    objects = LocalFiles(tmp_path, fsync=False)
    chapter = history[name]
    killed = kill_everywhere(objects, name, chapter, lambda: LocalFiles(tmp_path, fsync=False))
    assert killed > len(_differing(chapter.start, chapter.end))
