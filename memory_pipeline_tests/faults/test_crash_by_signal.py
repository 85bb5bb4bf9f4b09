"""A writer process is killed by the system at any moment; started again, it ends in the same bytes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from memory_pipeline.adapters.local_files import LocalFiles
from memory_pipeline.store.projections import refresh_projections
from memory_pipeline_tests.faults.racing import write
from memory_pipeline_tests.faults.test_concurrent_writers import start_process
from memory_pipeline_tests.store.changes import FAMILY, prepared_family

CHANGES = 40
KILLS_AFTER = (1, 5, 11, 18, 26)


def contents(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in (root / "families").rglob("*") if path.is_file()}


def kill_after(root: Path, seq: int) -> None:
    """Start the writer and kill it as soon as the record of change `seq` is there."""
    process = start_process(root, 1, CHANGES)
    record = root / "families" / FAMILY / "changes" / f"{seq}.json"
    deadline = time.monotonic() + 60
    while not record.exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.0005)
    process.kill()
    process.communicate()


@pytest.mark.slow
def test_a_killed_writer_leaves_what_the_next_one_completes(tmp_path: Path) -> None:
    undisturbed, killed = tmp_path / "undisturbed", tmp_path / "killed"
    for root in (undisturbed, killed):
        prepared_family(LocalFiles(root, fsync=False), sessions=1)
    write(LocalFiles(undisturbed, fsync=False), 1, CHANGES)
    for seq in KILLS_AFTER:
        kill_after(killed, seq)
    write(LocalFiles(killed, fsync=False), 1, CHANGES)
    for root in (undisturbed, killed):
        refresh_projections(LocalFiles(root, fsync=False), FAMILY)
    assert contents(killed) == contents(undisturbed)
