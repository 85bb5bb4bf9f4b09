"""A program that holds a file open while it is replaced loses nothing that it writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.local_files import LocalFiles
from memory_pipeline.model.errors import PreconditionFailed
from memory_pipeline.ports.live_files import LiveFiles
from memory_pipeline.ports.object_store import ABSENT

KEY = "families/oak/agent_file_system/EVENT_UNPROCESSED.md"


@pytest.fixture
def files(tmp_path: Path) -> LocalFiles:
    return LocalFiles(tmp_path / "store", fsync=False)


def content(files: LocalFiles) -> bytes:
    found = files.get(KEY)
    assert found is not None
    return found.data


def test_only_a_local_folder_has_live_files(files: LocalFiles) -> None:
    assert isinstance(files, LiveFiles)
    assert not isinstance(InMemoryObjects(), LiveFiles)


def test_what_is_written_through_an_old_handle_is_carried_over(files: LocalFiles, tmp_path: Path) -> None:
    etag = files.put_live(KEY, b"one\ntwo\n", expect=ABSENT)
    with (tmp_path / "store" / KEY).open("ab", buffering=0) as foreign:
        etag = files.put_live(KEY, b"two\n", expect=etag)
        foreign.write(b"three\n")
        assert files.settle_live(KEY) == 6
        assert content(files) == b"two\nthree\n"
        foreign.write(b"four\n")
        assert files.settle_live(KEY) == 5
    assert files.settle_live(KEY) == 0
    assert content(files) == b"two\nthree\nfour\n"


def test_what_came_between_reading_and_replacing_is_carried_over(
    files: LocalFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    etag = files.put_live(KEY, b"one\ntwo\n", expect=ABSENT)
    replace = files._replace

    def late(path: Path, data: bytes) -> None:
        with path.open("ab") as foreign:
            foreign.write(b"late\n")
        replace(path, data)

    monkeypatch.setattr(files, "_replace", late)
    files.put_live(KEY, b"two\n", expect=etag)
    assert content(files) == b"two\nlate\n"


def test_a_writer_that_keeps_its_handle_over_many_replacements_is_followed(files: LocalFiles, tmp_path: Path) -> None:
    etag = files.put_live(KEY, b"start\n", expect=ABSENT)
    with (tmp_path / "store" / KEY).open("ab", buffering=0) as foreign:
        for number in range(40):
            foreign.write(f"{number}\n".encode())
            files.settle_live(KEY)
            found = files.get(KEY)
            assert found is not None
            etag = files.put_live(KEY, found.data, expect=found.etag)
    assert content(files) == b"start\n" + b"".join(f"{number}\n".encode() for number in range(40))
    assert len(list((tmp_path / "store/.store/late").iterdir())) <= 16
    assert etag


def test_a_death_before_the_replacement_appends_nothing_twice(
    files: LocalFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    etag = files.put_live(KEY, b"one\n", expect=ABSENT)

    def die(path: Path, data: bytes) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(files, "_replace", die)
        with pytest.raises(KeyboardInterrupt):
            files.put_live(KEY, b"", expect=etag)
    with (tmp_path / "store" / KEY).open("ab") as foreign:
        foreign.write(b"two\n")
    assert files.settle_live(KEY) == 0
    assert content(files) == b"one\ntwo\n"


def test_the_precondition_holds_as_it_does_for_every_write(files: LocalFiles) -> None:
    etag = files.put_live(KEY, b"one\n", expect=ABSENT)
    with pytest.raises(PreconditionFailed):
        files.put_live(KEY, b"two\n", expect=ABSENT)
    files.put_live(KEY, b"two\n", expect=etag)
    with pytest.raises(PreconditionFailed):
        files.put_live(KEY, b"three\n", expect=etag)
