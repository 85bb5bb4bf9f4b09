"""What the embedded engine's folder promises beyond the port: other processes, crashes and lost files."""

from __future__ import annotations

import fcntl
import subprocess
import sys
from pathlib import Path

import pytest

from memory_pipeline.adapters import qdrant_edge
from memory_pipeline.adapters.qdrant_edge import QdrantEdgeIndex
from memory_pipeline.adapters.qdrant_points import point_uuid, ulid_of
from memory_pipeline.model.errors import IndexUnavailable, InvalidFamilyKey
from memory_pipeline_tests.contracts.test_memory_index import MODEL, POINTS, TEXTS, found, near


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "index"


@pytest.fixture
def index(root: Path) -> QdrantEdgeIndex:
    index = QdrantEdgeIndex(root, writing=0.05, reading=0.05)
    index.update("fam_a", MODEL, POINTS, (), "1")
    return index


def test_a_point_id_is_the_uuid_of_the_ulids_bits() -> None:
    assert point_uuid("01K6N1R0A0B0C0D0E0F0G0H010") == "0199aa1c-0140-5818-0681-c07820088020"
    assert ulid_of(point_uuid(POINTS[0].id)) == POINTS[0].id


def test_another_process_finds_what_was_written(root: Path, index: QdrantEdgeIndex) -> None:
    other = QdrantEdgeIndex(root)
    assert (other.state("fam_a"), len(other.stored("fam_a"))) == ("1", len(POINTS))


def test_a_reader_sees_the_update_of_another_process(root: Path, index: QdrantEdgeIndex) -> None:
    near(index, TEXTS[0])
    QdrantEdgeIndex(root).update("fam_a", MODEL, (), (POINTS[0].id,), "2")
    assert POINTS[0].id not in found(near(index, TEXTS[0]))


def test_while_another_process_writes_an_update_is_refused_and_a_loaded_shard_answers(
    root: Path, index: QdrantEdgeIndex
) -> None:
    before = found(near(index, TEXTS[0]))
    with (root / "fam_a" / "lock").open("r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(IndexUnavailable, match="locked"):
            index.update("fam_a", MODEL, (), (), "2")
        with pytest.raises(IndexUnavailable, match="locked"):
            near(QdrantEdgeIndex(root, reading=0.05), TEXTS[0])
        assert found(near(index, TEXTS[0])) == before
    index.update("fam_a", MODEL, (), (), "2")


def test_an_update_that_dies_leaves_the_generation_before(
    root: Path, index: QdrantEdgeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(_: object) -> object:
        raise RuntimeError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(qdrant_edge, "as_point", dies)
        with pytest.raises(IndexUnavailable, match="disk full"):
            index.update("fam_a", MODEL, POINTS, (), "2")
    assert index.state("fam_a") == "1"
    assert len(QdrantEdgeIndex(root).stored("fam_a")) == len(POINTS)
    index.update("fam_a", MODEL, (), (), "2")
    assert sorted(path.name for path in (root / "fam_a").glob("points-*")) == ["points-2"]


@pytest.mark.parametrize("lost", ["meta.json", "points-1"])
def test_a_lost_shard_is_no_index_until_it_is_written_again(root: Path, index: QdrantEdgeIndex, lost: str) -> None:
    (root / "fam_a" / lost).rename(root / "elsewhere")
    assert index.state("fam_a") is None
    with pytest.raises(IndexUnavailable, match="reindex fam_a"):
        near(index, TEXTS[0])
    index.update("fam_a", MODEL, POINTS, (), "1")
    assert len(index.stored("fam_a")) == len(POINTS)


def test_a_damaged_shard_is_unavailable_and_a_drop_mends_it(root: Path, index: QdrantEdgeIndex) -> None:
    for file in (root / "fam_a" / "points-1").rglob("*"):
        if file.is_file():
            file.write_bytes(b"x")
    damaged = QdrantEdgeIndex(root)
    with pytest.raises(IndexUnavailable, match="reindex fam_a"):
        near(damaged, TEXTS[0])
    damaged.drop("fam_a")
    damaged.update("fam_a", MODEL, POINTS, (), "1")
    assert len(damaged.stored("fam_a")) == len(POINTS)


def test_a_key_that_leads_out_of_the_root_is_refused(index: QdrantEdgeIndex) -> None:
    with pytest.raises(InvalidFamilyKey):
        index.drop("../fam_a")


READER = """
import sys
from pathlib import Path
from memory_pipeline.adapters.qdrant_edge import QdrantEdgeIndex
from memory_pipeline.adapters.qdrant_points import point_uuid, ulid_of
for _ in range(5):
    assert len(QdrantEdgeIndex(Path(sys.argv[1]), reading=20.0).stored("fam_a")) == int(sys.argv[2])
"""


def test_processes_that_load_the_shard_at_once_do_not_harm_it(root: Path, index: QdrantEdgeIndex) -> None:
    arguments = [sys.executable, "-c", READER, str(root), str(len(POINTS))]
    readers = [subprocess.Popen(arguments) for _ in range(3)]
    assert [reader.wait(timeout=60) for reader in readers] == [0, 0, 0]
    assert len(QdrantEdgeIndex(root).stored("fam_a")) == len(POINTS)
