"""What every object store does: one suite, run on each of them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memory_pipeline.adapters.local_files import LocalFiles
from memory_pipeline.model.change import ChangeRecord, FileWrite
from memory_pipeline.model.errors import (
    InvalidFamilyKey,
    InvalidKey,
    MalformedDocument,
    PreconditionFailed,
    StoreUnavailable,
)
from memory_pipeline.ports.object_store import ABSENT, UNCHANGED, ObjectStore, StoredObject
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.journal import Journal
from memory_pipeline.store.records import dump_change_record
from memory_pipeline_tests.store.changes import FAMILY, START, prepared_family

RACERS = 8


def test_what_was_put_is_got_byte_for_byte(objects: ObjectStore) -> None:
    data = bytes(range(256)) + "ü😀\r\n---\n".encode()
    etag = objects.put("a/b.md", data)
    assert objects.get("a/b.md") == StoredObject(data, etag)


def test_nothing_is_got_where_nothing_was_put(objects: ObjectStore) -> None:
    assert objects.get("a/b.md") is None
    assert objects.get_if_changed("a/b.md", "0" * 32) is None


def test_empty_objects_are_objects(objects: ObjectStore) -> None:
    objects.put("empty", b"")
    found = objects.get("empty")
    assert found is not None and found.data == b""


def test_the_same_bytes_have_the_same_etag_and_others_another(objects: ObjectStore) -> None:
    first = objects.put("a", b"one")
    assert objects.put("a", b"two") != first
    assert objects.put("a", b"one") == first


def test_a_conditional_read_answers_unchanged_until_the_bytes_change(objects: ObjectStore) -> None:
    etag = objects.put("a", b"one")
    assert objects.get_if_changed("a", etag) is UNCHANGED
    objects.put("a", b"two")
    found = objects.get_if_changed("a", etag)
    assert isinstance(found, StoredObject) and found.data == b"two"


def test_create_only_is_refused_where_something_is(objects: ObjectStore) -> None:
    objects.put("a", b"one", expect=ABSENT)
    with pytest.raises(PreconditionFailed):
        objects.put("a", b"two", expect=ABSENT)
    found = objects.get("a")
    assert found is not None and found.data == b"one"


def test_a_write_on_a_stale_etag_is_refused(objects: ObjectStore) -> None:
    stale = objects.put("a", b"one")
    current = objects.put("a", b"two")
    with pytest.raises(PreconditionFailed):
        objects.put("a", b"three", expect=stale)
    objects.put("a", b"three", expect=current)


def test_a_write_on_an_etag_of_nothing_is_refused(objects: ObjectStore) -> None:
    etag = objects.put("a", b"one")
    objects.delete("a")
    with pytest.raises(PreconditionFailed):
        objects.put("a", b"two", expect=etag)
    assert objects.get("a") is None


def test_deleting_nothing_is_no_error(objects: ObjectStore) -> None:
    objects.delete("never/there")
    objects.put("a", b"one")
    objects.delete("a")
    objects.delete("a")
    assert objects.get("a") is None


def test_listing_is_in_key_order_with_etags_and_sizes(objects: ObjectStore) -> None:
    names = ["p/b", "p/a/z", "p/a.md", "p/ü", "p/a", "q/a"] if not isinstance(objects, LocalFiles) else [
        "p/b", "p/c/z", "p/a.md", "p/ü", "p/a", "q/a"
    ]  # fmt: skip
    etags = {name: objects.put(name, name.encode()) for name in names}
    below = sorted((name for name in names if name.startswith("p/")), key=str.encode)
    assert [(entry.key, entry.etag, entry.size) for entry in objects.list("p/")] == [
        (name, etags[name], len(name.encode())) for name in below
    ]
    assert list(objects.keys("p/")) == below
    assert list(objects.list("nothing/")) == []


def test_folders_are_the_names_directly_below(objects: ObjectStore) -> None:
    for key in ("families/b/x/y", "families/a/family.yaml", "families/a/memories/m", "store.yaml"):
        objects.put(key, b"")
    assert list(objects.folders("families/")) == ["a", "b"]
    assert list(objects.folders("none/")) == []


def test_listing_goes_on_past_one_page(objects: ObjectStore) -> None:
    wanted = [f"many/{number:04}" for number in range(1_005)]
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda key: objects.put(key, b""), wanted))
    assert list(objects.keys("many/")) == wanted


def test_many_are_got_in_the_order_asked_for(objects: ObjectStore) -> None:
    for number in range(40):
        objects.put(f"k{number}", str(number).encode())
    wanted = [f"k{number}" for number in reversed(range(40))] + ["missing", "k3"]
    found = list(objects.get_many(wanted))
    assert [key for key, _ in found] == wanted
    assert [stored.data.decode() for _, stored in found if stored] == [*map(str, reversed(range(40))), "3"]
    assert dict(found)["missing"] is None


OUTSIDE = ("/a", "a//b", "..", "a/../b", "families/fam_a/../fam_b/head.json", "./a", "a\\b", "a\0b", "a\nb", "\ud800")
NO_KEY = ("", "a/", "a/.", "a/..", *OUTSIDE)

WITH_A_KEY: dict[str, Callable[[ObjectStore, str], object]] = {
    "get": lambda objects, key: objects.get(key),
    "get if changed": lambda objects, key: objects.get_if_changed(key, "0" * 32),
    "get many": lambda objects, key: list(objects.get_many(["fine", key])),
    "put": lambda objects, key: objects.put(key, b"x"),
    "create": lambda objects, key: objects.put(key, b"x", expect=ABSENT),
    "replace": lambda objects, key: objects.put(key, b"x", expect="0" * 32),
    "delete": lambda objects, key: objects.delete(key),
}
WITH_A_PREFIX: dict[str, Callable[[ObjectStore, str], object]] = {
    "list": lambda objects, prefix: list(objects.list(prefix)),
    "keys": lambda objects, prefix: list(objects.keys(prefix)),
    "folders": lambda objects, prefix: list(objects.folders(prefix)),
}


@pytest.mark.parametrize("call", WITH_A_KEY.values(), ids=WITH_A_KEY)
def test_a_key_that_could_leave_its_root_is_refused(
    objects: ObjectStore, call: Callable[[ObjectStore, str], object]
) -> None:
    for key in NO_KEY:
        with pytest.raises(InvalidKey):
            call(objects, key)
    assert list(objects.keys("")) == []


@pytest.mark.parametrize("call", WITH_A_PREFIX.values(), ids=WITH_A_PREFIX)
def test_a_prefix_that_could_leave_its_root_is_refused(
    objects: ObjectStore, call: Callable[[ObjectStore, str], object]
) -> None:
    for prefix in (*OUTSIDE, "../", "a/../", "families/../../"):
        with pytest.raises(InvalidKey):
            call(objects, prefix)


def test_no_family_reaches_into_another_whatever_its_ids_say(objects: ObjectStore) -> None:
    """Ids are checked where keys are made, so that a store is never asked for another family's file."""
    objects.put("families/fam_b/sessions/s1.json", b"theirs")
    for family in ("../fam_b", "fam_a/../fam_b", "fam_b/", "..", "FAM_B", "fam_b\n"):
        with pytest.raises(InvalidFamilyKey):
            FamilyView(objects, family)
    view = FamilyView(objects, "fam_a")
    for read in (view.session, view.formation, view.decisions, view.ledger):
        for name in ("../../fam_b/sessions/s1", "..", "s1/../../x", "/families/fam_b/sessions/s1"):
            with pytest.raises(InvalidKey):
                read(name)


def test_a_record_that_would_write_another_familys_file_is_never_applied(objects: ObjectStore) -> None:
    prepared_family(objects)
    for key in (
        "families/fam_b/family.yaml",
        f"families/{FAMILY}/../fam_b/family.yaml",
        f"families/{FAMILY}/head.json",
    ):
        record = ChangeRecord(
            seq=1, kind="card", cause="x", at=START, entries=(), writes=(FileWrite(key=key, before=None, content="x"),),
            next_due=None,
        )  # fmt: skip
        objects.put(f"families/{FAMILY}/changes/1.json", dump_change_record(record))
        with pytest.raises(MalformedDocument, match="which no change may"):
            Journal(objects, FAMILY, lambda: START, "writer").roll_forward()
    assert list(objects.keys("families/fam_b/")) == []


def test_of_many_creators_one_wins(objects: ObjectStore) -> None:
    for round_ in range(4):
        assert _winners(objects, f"race/{round_}", ABSENT) == 1


def test_of_many_writers_on_one_etag_one_wins(objects: ObjectStore) -> None:
    for round_ in range(4):
        key = f"race/{round_}"
        assert _winners(objects, key, objects.put(key, b"start")) == 1


def _winners(objects: ObjectStore, key: str, expect: object) -> int:
    def write(number: int) -> bool:
        try:
            objects.put(key, str(number).encode(), expect=expect)  # type: ignore[arg-type]
        except PreconditionFailed:
            return False
        return True

    with ThreadPoolExecutor(RACERS) as pool:
        return sum(pool.map(write, range(RACERS)))


def test_a_symbolic_link_out_of_the_root_leads_nowhere(tmp_path: Path) -> None:
    objects = LocalFiles(tmp_path / "objects", fsync=False)
    objects.put("a/b", b"x")
    (tmp_path / "secret").write_bytes(b"secret")
    (tmp_path / "objects" / "a" / "out").symlink_to(tmp_path)
    with pytest.raises(InvalidKey):
        objects.get("a/out/secret")
    (tmp_path / "objects" / "a" / "file").symlink_to(tmp_path / "secret")
    with pytest.raises(InvalidKey):
        list(objects.get_many(["a/b", "a/file"]))
    assert [entry.key for entry in objects.list("a/")] == ["a/b"]


def test_a_local_store_that_cannot_write_says_where(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    objects = LocalFiles(tmp_path / "file" / "below", fsync=False)
    with pytest.raises((StoreUnavailable, InvalidKey), match="file"):
        objects.put("a", b"x")


def test_leftovers_of_a_killed_writer_are_never_listed(tmp_path: Path) -> None:
    objects = LocalFiles(tmp_path / "objects", fsync=False)
    objects.put("a/b", b"x")
    hidden = [path for path in (tmp_path / "objects").iterdir() if path.name.startswith(".")]
    assert hidden and [entry.key for entry in objects.list("")] == ["a/b"]
