"""Many writers to one family: nothing is lost, nothing is torn, every lost race is counted (contract section 5)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import uuid
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memory_pipeline.adapters.local_files import LocalFiles
from memory_pipeline.adapters.s3 import S3Objects
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.projections import refresh_projections, stale_projections
from memory_pipeline_tests.faults.racing import support, write
from memory_pipeline_tests.s3_server import KEY, SECRET, client_of
from memory_pipeline_tests.store.changes import FAMILY, prepared_family, session

ROOT = Path(__file__).parents[2]


def start_process(root: Path, writer: int, changes: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "memory_pipeline_tests.faults.racing", str(root), str(writer), str(changes)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def check_whole(objects: ObjectStore, expected: int) -> None:
    """As many changes and memories as were committed, each file whole, each projection current or made so."""
    view = FamilyView(objects, FAMILY)
    view.reread_files(whole=True)
    assert (view.head().seq, len(view.memories()), view.malformed()) == (expected, expected, ())
    assert view.head().lease.owner is None and view.head().pending is None
    assert [record.seq for record in view.records()] == list(range(1, expected + 1))
    assert all(len(ledger) == 1 for ledger in view.ledgers(view.memories()).values())
    assert not list(objects.keys(f"families/{FAMILY}/archive/"))
    refresh_projections(objects, FAMILY)
    assert stale_projections(objects, FAMILY) == ()


def test_threads_lose_nothing(objects: ObjectStore) -> None:
    writers, changes = (4, 3) if isinstance(objects, S3Objects) else (6, 6)
    prepared_family(objects, sessions=writers)
    with ThreadPoolExecutor(writers) as pool:
        journals = list(pool.map(lambda writer: write(objects, writer, changes), range(1, writers + 1)))
    check_whole(objects, writers * changes)
    assert sum(journal.stats.commits + journal.stats.adopted for journal in journals) == writers * changes


def test_processes_lose_nothing(tmp_path: Path) -> None:
    objects = LocalFiles(tmp_path, fsync=False)
    prepared_family(objects, sessions=3)
    running = [start_process(tmp_path, writer, 8) for writer in (1, 2, 3)]
    stats = [json.loads(process.communicate(timeout=120)[0]) for process in running]
    check_whole(objects, 24)
    assert sum(each["commits"] + each["adopted"] for each in stats) == 24


def test_one_session_brought_to_the_journal_twice_at_once_counts_once(objects: ObjectStore) -> None:
    """Fault 41: the same session submitted in parallel gave two rows elsewhere."""
    prepared_family(objects)
    write(objects, 1, 1)
    memory = next(iter(FamilyView(objects, FAMILY).memories()))

    def same(number: int) -> None:
        support(objects, memory, by=2, owner=f"twin {number}")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(same, range(4)))
    view = FamilyView(objects, FAMILY)
    assert view.head().seq == 2 and len(view.ledger(memory)) == 2 and view.memory(memory).reinforcement_count == 1


def test_many_sessions_that_support_one_claim_are_all_counted(objects: ObjectStore) -> None:
    """The whole-file rewrite of a ledger is where an append would get lost."""
    writers = 4 if isinstance(objects, S3Objects) else 8
    prepared_family(objects, sessions=writers + 1)
    write(objects, 1, 1)
    memory = next(iter(FamilyView(objects, FAMILY).memories()))
    with ThreadPoolExecutor(writers) as pool:
        list(pool.map(lambda by: support(objects, memory, by=by, owner=f"writer {by}"), range(2, writers + 2)))
    view = FamilyView(objects, FAMILY)
    assert {evidence.ref.session for evidence in view.ledger(memory)} == {
        session(number).id for number in range(1, writers + 2)
    }
    assert view.memory(memory).reinforcement_count == writers


def race(address: str, environment: Mapping[str, str] | None = None) -> dict[str, object]:
    """The benchmark on a small scale; it exits 1 where anything is lost, torn or stale."""
    command = [sys.executable, "benchmarks/commit_race.py", "--writers", "4", "--changes", "5", "--store", address]
    variables = {**os.environ, **(environment or {})}
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout or done.stderr[:4000]
    report: dict[str, object] = json.loads(done.stdout)
    return report


@pytest.mark.slow
def test_the_race_benchmark_loses_nothing_in_a_folder(tmp_path: Path) -> None:
    assert race(str(tmp_path / "store"))["changes"] == 20


@pytest.mark.slow
@pytest.mark.real
def test_the_race_benchmark_loses_nothing_on_a_real_server(s3_endpoint: str) -> None:
    bucket = f"race-{uuid.uuid4().hex[:12]}"
    client_of(s3_endpoint).create_bucket(Bucket=bucket)
    credentials = {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_DEFAULT_REGION": "us-east-1"}
    report = race(f"s3://{bucket}/some/prefix", {**credentials, "AWS_ENDPOINT_URL": s3_endpoint})
    assert report["changes"] == 20
