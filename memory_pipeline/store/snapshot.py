"""A family's files as one head sees them, a committed but not yet applied change laid over (contract section 5)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from memory_pipeline.model.change import ChangeRecord, Head
from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline.ports.object_store import ABSENT, UNCHANGED, Absent, ObjectStore, StoredObject, Unchanged
from memory_pipeline.store.keys import change_key, head_key, is_written_by_changes
from memory_pipeline.store.records import load_change_record, load_head


@dataclass(frozen=True, slots=True)
class HeadAt:
    """A head and the etag it was read with; ABSENT where there is no head.json yet."""

    head: Head
    etag: str | Absent


def content_etag(data: bytes) -> str:
    """The etag that a store gives to bytes written in one part, for bytes that are not in the store yet."""
    return hashlib.md5(data, usedforsecurity=False).hexdigest()


def read_head(objects: ObjectStore, family: str) -> HeadAt:
    """The commit pointer; a family without one has seq 0. Raises MalformedDocument."""
    key = head_key(family)
    found = objects.get(key)
    return HeadAt(Head(), ABSENT) if found is None else HeadAt(load_head(found.data, key), found.etag)


def read_record(objects: ObjectStore, family: str, seq: int) -> ChangeRecord:
    """The change `seq`. Raises MalformedDocument where the journal has a hole or another record there."""
    key = change_key(family, seq)
    found = objects.get(key)
    if found is None:
        raise MalformedDocument("the journal has a hole; restore this file from a backup", file=key)
    return checked_record(load_change_record(found.data, key), family, seq)


def checked_record(record: ChangeRecord, family: str, seq: int) -> ChangeRecord:
    """The record, when it is change `seq` and writes nothing but what a change may write; else MalformedDocument."""
    key = change_key(family, seq)
    if record.seq != seq:
        raise MalformedDocument(f"this record says it is change {record.seq}", file=key)
    for write in record.writes:
        if not is_written_by_changes(family, write.key):
            raise MalformedDocument(f"it would write {write.key[:120]!r}, which no change may; move it away", file=key)
    return record


class Snapshot:
    """Reads of one family at one head. The head is read once; `refresh` forgets it."""

    def __init__(self, objects: ObjectStore, family: str) -> None:
        self._objects = objects
        self._family = family
        self._head: HeadAt | None = None
        self._overlay: dict[str, StoredObject] | None = None

    def refresh(self, head: HeadAt | None = None) -> None:
        """Forget the head, or move to one that was just read."""
        self._head = head
        self._overlay = None

    def head(self) -> HeadAt:
        """The head of this snapshot."""
        if self._head is None:
            self._head = read_head(self._objects, self._family)
        return self._head

    def get(self, key: str) -> StoredObject | None:
        """A file, or None."""
        return self._laid_over().get(key) or self._objects.get(key)

    def get_if_changed(self, key: str, etag: str | None) -> StoredObject | Unchanged | None:
        """A file unless its etag is still `etag`."""
        found = self._laid_over().get(key)
        if found is None:
            return self._objects.get(key) if etag is None else self._objects.get_if_changed(key, etag)
        return UNCHANGED if found.etag == etag else found

    def get_many(self, keys: Iterable[str]) -> Iterator[tuple[str, StoredObject | None]]:
        """Files in the order of `keys`."""
        overlay = self._laid_over()
        for key, found in self._objects.get_many(keys):
            yield key, overlay.get(key, found)

    def keys(self, prefix: str) -> list[str]:
        """Every file under `prefix`, in key order."""
        overlay = (key for key in self._laid_over() if key.startswith(prefix))
        return sorted({*self._objects.keys(prefix), *overlay}, key=str.encode)

    def _laid_over(self) -> Mapping[str, StoredObject]:
        if self._overlay is None:
            pending = self.head().head.pending
            self._overlay = {} if pending is None else written_by(read_record(self._objects, self._family, pending))
        return self._overlay


def written_by(*records: ChangeRecord) -> dict[str, StoredObject]:
    """What the records leave in the files they write, the last one winning."""
    found: dict[str, StoredObject] = {}
    for record in records:
        for write in record.writes:
            data = write.content.encode()
            found[write.key] = StoredObject(data, content_etag(data))
    return found
