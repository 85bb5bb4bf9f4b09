"""A disk that fails at any line of a write, is full, or may only be read: a typed error, and nothing half done."""

from __future__ import annotations

import errno
import linecache
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from memory_pipeline.adapters import local_files
from memory_pipeline.adapters.local_files import LocalFiles
from memory_pipeline.model.errors import StoreUnavailable
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline_tests.faults.killing import was_killed
from memory_pipeline_tests.faults.test_crash_at_every_point import EXPECTED, writer
from memory_pipeline_tests.faults.test_kill_inside_a_write import check_completed, last_change, prepared
from memory_pipeline_tests.store.changes import FAMILY, HISTORY

FAILING = {"_locked", "_replace", "_write", "_make_folder", "_sync_folder"}
NUMBERS = (errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES, errno.EDQUOT)


class Failing:
    """While it is entered, the `number`th line that the adapter executes in a write fails as a system call does."""

    def __init__(self, number: int, error: int) -> None:
        self.number, self.error, self.lines = number, error, 0

    def __enter__(self) -> Failing:
        sys.settrace(self._trace)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _trace(self, frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != local_files.__file__ or frame.f_code.co_name not in FAILING:
            return None
        if event == "line" and _may_fail(frame):
            self.lines += 1
            if self.lines == self.number:
                raise OSError(self.error, os.strerror(self.error))
        return self._trace


def _may_fail(frame: FrameType) -> bool:
    """All lines but `close`, which lets go of the lock whatever it says."""
    return "os.close" not in linecache.getline(frame.f_code.co_filename, frame.f_lineno)


@pytest.mark.slow
def test_an_error_at_any_line_of_a_write_is_typed_and_the_next_writer_completes(tmp_path: Path) -> None:
    prepared(LocalFiles(tmp_path / "start", fsync=False))
    for number in count(1):
        root = shutil.copytree(tmp_path / "start", tmp_path / str(number))
        with Failing(number, NUMBERS[number % len(NUMBERS)]) as failing:
            try:
                last_change(LocalFiles(root))
            except StoreUnavailable as error:
                assert error.file and "try again" in error.message
        if failing.lines < number:
            break
        assert FamilyView(LocalFiles(root), FAMILY).malformed() == ()
        assert list((root / ".store" / "tmp").iterdir()) == []
        check_completed(LocalFiles(root, fsync=False), f"line {number}")
        shutil.rmtree(root)
    assert number > 100


def test_a_file_that_the_system_cuts_short_is_a_typed_error(tmp_path: Path) -> None:
    """The kernel itself refuses, after it has taken part of the bytes."""
    prepared(LocalFiles(tmp_path / "start", fsync=False))
    refused = 0
    for size in range(0, max(map(len, EXPECTED.values())), 100):
        root = shutil.copytree(tmp_path / "start", tmp_path / str(size))
        refused += not _is_done(root, size)
        check_completed(LocalFiles(root, fsync=False), f"{size} bytes")
    assert refused > 10


def _is_done(root: Path, size: int) -> bool:
    """Whether the last change comes about with files of at most `size` bytes; else it must end in a typed error."""

    def work() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        try:
            writer(LocalFiles(root), "cut short").commit(HISTORY[-1])
        except StoreUnavailable as error:
            assert "File too large" in error.message and error.file
            assert list((root / ".store" / "tmp").iterdir()) == []
            os.kill(os.getpid(), signal.SIGKILL)

    return not was_killed(work)


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[Path]:
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", ",".join(("size=256k", *options)), "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True).returncode != 0:
        pytest.skip("a file system of its own needs root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_is_really_full_is_told_and_gets_well_when_there_is_room(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk") as disk:
        objects = LocalFiles(disk)
        prepared(objects)
        ballast = disk / "ballast"
        for free in range(0, 60_000, 4_096):
            left = shutil.disk_usage(disk).free
            ballast.write_bytes(b"x" * max(0, left - free))
            try:
                last_change(objects)
            except StoreUnavailable as error:
                assert "No space left" in error.message and FamilyView(objects, FAMILY).malformed() == ()
                ballast.unlink()
            else:
                break
        assert free > 0
        ballast.unlink(missing_ok=True)
        check_completed(objects, "room again")


def test_a_disk_that_may_only_be_read_is_told_and_still_read(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk") as disk:
        prepared(LocalFiles(disk))
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with pytest.raises(StoreUnavailable, match="Read-only file system"):
            last_change(LocalFiles(disk))
        assert len(FamilyView(LocalFiles(disk), FAMILY).memories()) == 1
        subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
        check_completed(LocalFiles(disk), "writable again")
