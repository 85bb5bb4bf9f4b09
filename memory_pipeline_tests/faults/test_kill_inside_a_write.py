"""`kill -9` inside a single write: between any two lines of the folder's adapter, within a file, within a request."""

from __future__ import annotations

import http.client
import resource
import shutil
import signal
import sys
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from memory_pipeline.adapters import local_files
from memory_pipeline.adapters.local_files import LocalFiles
from memory_pipeline.adapters.s3 import S3Objects
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store.projections import refresh_projections
from memory_pipeline_tests.faults.killing import die, was_killed
from memory_pipeline_tests.faults.test_crash_at_every_point import EXPECTED, live_through, writer
from memory_pipeline_tests.store.changes import FAMILY, HISTORY, prepared_family

TOUCHING_THE_DISK = {"_replace", "_write", "_make_folder"}
BEFORE, LAST = HISTORY[:-1], HISTORY[-1]


def prepared(objects: ObjectStore) -> None:
    """A family before the last change of the small history."""
    prepared_family(objects)
    for plan in BEFORE:
        writer(objects, "first").commit(plan)


def last_change(objects: ObjectStore) -> None:
    """The last change and what follows it, by a writer that is to die."""
    writer(objects, "dies").commit(LAST)
    refresh_projections(objects, FAMILY)


def check_completed(objects: ObjectStore, point: object) -> None:
    """The next writer comes to the bytes of the undisturbed history."""
    live_through(objects, "next")
    found = {key: stored.data for key, stored in objects.get_many(objects.keys("")) if stored is not None}
    assert found == EXPECTED, point


def die_at_line(number: int) -> None:
    """From now on count the lines that the adapter executes in a write; die before the `number`th."""
    lines = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal lines
        if frame.f_code.co_filename != local_files.__file__ or frame.f_code.co_name not in TOUCHING_THE_DISK:
            return None
        lines += event == "line"
        if lines == number:
            die()
        return trace

    sys.settrace(trace)


def die_in_a_file_of(size: int) -> None:
    """The system kills this process within the first file that grows beyond `size` bytes."""
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def die_in_a_request(number: int) -> None:
    """Die when half of the `number`th piece that is sent to the server is on its way."""
    send, sent = http.client.HTTPConnection.send, 0

    def half(connection: http.client.HTTPConnection, data: Any) -> None:
        nonlocal sent
        sent += 1
        if sent < number:
            return send(connection, data)
        whole = data if isinstance(data, bytes) else data.read()
        send(connection, whole[: len(whole) // 2])
        return die()

    http.client.HTTPConnection.send = half  # type: ignore[assignment, method-assign]


@pytest.mark.slow
def test_between_any_two_lines_of_the_adapter(tmp_path: Path) -> None:
    prepared(LocalFiles(tmp_path / "start", fsync=False))
    for number in count(1):
        root = shutil.copytree(tmp_path / "start", tmp_path / str(number))
        if not was_killed(lambda: (die_at_line(number), last_change(LocalFiles(root)))):  # noqa: B023
            break
        check_completed(LocalFiles(root, fsync=False), f"line {number}")
    assert number > 100


def test_within_any_file(tmp_path: Path) -> None:
    prepared(LocalFiles(tmp_path / "start", fsync=False))
    killed = 0
    for size in range(0, max(map(len, EXPECTED.values())), 50):
        root = shutil.copytree(tmp_path / "start", tmp_path / str(size))
        dying = was_killed(lambda: (die_in_a_file_of(size), last_change(LocalFiles(root))), signal.SIGXFSZ)  # noqa: B023
        killed += dying
        check_completed(LocalFiles(root, fsync=False), f"after {size} bytes")
    assert killed > 20


@pytest.mark.slow
@pytest.mark.real
def test_within_any_request(s3_objects: S3Objects) -> None:
    prepared(s3_objects)
    start = {key: stored.data for key, stored in s3_objects.get_many(s3_objects.keys("")) if stored is not None}
    for number in count(1):
        if not was_killed(lambda: (s3_objects._client.close(), die_in_a_request(number), last_change(s3_objects))):  # noqa: B023
            break
        check_completed(s3_objects, f"piece {number}")
        for key in EXPECTED.keys() - start.keys():
            s3_objects.delete(key)
        for key in (key for key in start if start[key] != EXPECTED[key]):
            s3_objects.put(key, start[key])
    assert number > 20
