"""What only a folder can do wrong: full disks, permissions, links, leftovers (the shared suite is in contracts)."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from memory_pipeline.adapters.local_files import LocalFiles
from memory_pipeline.model.errors import InvalidKey, StoreUnavailable
from memory_pipeline.ports.object_store import ABSENT


def visible(root: Path) -> list[str]:
    return sorted(
        path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file() and ".store" not in path.parts
    )


def failing(number: int) -> OSError:
    return OSError(number, os.strerror(number))


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EROFS, errno.EIO])
def test_a_write_that_the_disk_refuses_names_the_path_and_leaves_the_old_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    objects = LocalFiles(tmp_path)
    etag = objects.put("a/b.md", b"old")

    def full(descriptor: int) -> None:
        raise failing(number)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreUnavailable, match=r"a/b\.md.*free space or mend the permissions"):
        objects.put("a/b.md", b"new", expect=etag)
    monkeypatch.undo()
    found = objects.get("a/b.md")
    assert found is not None and found.data == b"old"
    assert list((tmp_path / ".store" / "tmp").iterdir()) == []


def test_a_file_that_may_not_be_read_is_no_missing_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    objects = LocalFiles(tmp_path, fsync=False)
    objects.put("a", b"x")

    def refuse(path: Path) -> bytes:
        raise failing(errno.EACCES)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(StoreUnavailable, match="Permission denied"):
        objects.get("a")


def test_every_write_is_synced_and_so_is_every_folder_that_it_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    real = os.fsync

    def note(descriptor: int) -> None:
        synced.append(str(Path(f"/proc/self/fd/{descriptor}").readlink()))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    LocalFiles(tmp_path).put("a/b/c", b"x")
    assert "/.store/tmp/" in synced[0]
    assert synced[1:] == [str(tmp_path), str(tmp_path / "a"), str(tmp_path / "a" / "b")]


def test_a_link_inside_the_root_may_be_read_and_one_out_of_it_never(tmp_path: Path) -> None:
    root = tmp_path / "root"
    objects = LocalFiles(root, fsync=False)
    objects.put("a/real", b"x")
    (root / "a" / "inside").symlink_to(root / "a" / "real")
    (tmp_path / "secret").write_bytes(b"secret")
    (root / "a" / "outside").symlink_to(tmp_path / "secret")
    found = objects.get("a/inside")
    assert found is not None and found.data == b"x"
    for call in (objects.get, objects.delete, lambda key: objects.put(key, b"y")):
        with pytest.raises(InvalidKey):
            call("a/outside")
    assert (tmp_path / "secret").read_bytes() == b"secret"
    assert list(objects.keys("")) == ["a/inside", "a/real"]


def test_a_root_that_is_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    objects = LocalFiles(tmp_path / "link", fsync=False)
    objects.put("a", b"x")
    assert objects.location == str(tmp_path / "real") and visible(tmp_path / "real") == ["a"]


@pytest.mark.parametrize("key", [".store/x", ".store/locks/00", ".store"])
def test_the_private_folder_is_no_place_for_objects(tmp_path: Path, key: str) -> None:
    with pytest.raises(InvalidKey):
        LocalFiles(tmp_path, fsync=False).put(key, b"x")


@pytest.mark.parametrize("key", ["a/b", "a/b/c"])
def test_a_file_is_no_folder(tmp_path: Path, key: str) -> None:
    objects = LocalFiles(tmp_path, fsync=False)
    objects.put("a", b"x")
    assert objects.get(key) is None
    with pytest.raises(InvalidKey):
        objects.put(key, b"y")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    objects = LocalFiles(tmp_path, fsync=False)
    objects.put("a/b", b"x")
    assert objects.get("a") is None
    with pytest.raises(InvalidKey):
        objects.put("a", b"y")
    assert objects.get("a/b") is not None


def test_leftovers_of_killed_writers_are_swept_when_they_are_old(tmp_path: Path) -> None:
    folder = tmp_path / ".store" / "tmp"
    folder.mkdir(parents=True)
    old, young = folder / ("0" * 32), folder / ("1" * 32)
    for leftover in (old, young):
        leftover.write_bytes(b"half")
    os.utime(old, (1, 1))
    LocalFiles(tmp_path, fsync=False).put("a", b"x", expect=ABSENT)
    assert list(folder.iterdir()) == [young] and visible(tmp_path) == ["a"]


def test_nothing_but_the_objects_stands_in_the_visible_tree(tmp_path: Path) -> None:
    objects = LocalFiles(tmp_path, fsync=False)
    for number in range(20):
        objects.put(f"families/a/{number}", b"x", expect=ABSENT)
    objects.delete("families/a/0")
    assert visible(tmp_path) == sorted(f"families/a/{number}" for number in range(1, 20))


def test_a_file_is_replaced_as_a_whole_and_never_written_into(tmp_path: Path) -> None:
    """Whoever has it open reads the old bytes to their end; nobody ever sees half of the new ones."""
    objects = LocalFiles(tmp_path, fsync=False)
    objects.put("a/b", b"old" * 1000)
    with (tmp_path / "a" / "b").open("rb") as reader:
        begun = reader.read(10)
        objects.put("a/b", b"new" * 2000)
        assert begun + reader.read() == b"old" * 1000
    assert (tmp_path / "a" / "b").read_bytes() == b"new" * 2000
