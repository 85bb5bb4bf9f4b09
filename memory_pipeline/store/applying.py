"""Bringing a committed change into its files: idempotent, so that anybody may finish it (contract section 5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memory_pipeline.model.change import ChangeRecord, FileWrite
from memory_pipeline.model.errors import PreconditionFailed, StoreUnavailable
from memory_pipeline.ports.object_store import ABSENT, ObjectStore, StoredObject
from memory_pipeline.store.keys import family_prefix
from memory_pipeline.store.preparation import digest_of
from memory_pipeline.store.snapshot import read_head, read_record, written_by

_ATTEMPTS = 100


class Overtaken(Exception):
    """Somebody else has applied and sealed the change meanwhile."""


def displaced_key(family: str, seq: int, key: str, data: bytes) -> str:
    """Where bytes are kept that stood in a file of change `seq` and that no change had put there."""
    return f"{family_prefix(family)}archive/displaced/{seq}/{digest_of(data)[:12]}-{key.rpartition('/')[2]}"


class Applying:
    """One run over the files of one record.

    `found` are those of them that were there a moment ago, where that is known: it spares a read a file, because
    a write on what is no longer there is refused.
    """

    def __init__(
        self, objects: ObjectStore, family: str, record: ChangeRecord, found: Mapping[str, StoredObject] | None = None
    ) -> None:
        self._objects = objects
        self._family = family
        self._record = record
        self._found = found
        self._written: list[str] = []
        self.etags: dict[str, str] = {}
        self.displaced = 0

    def run(self) -> None:
        """Write every file that is not as the record wants it. Raises StoreUnavailable."""
        try:
            for write in self._record.writes:
                self._apply(write)
        except Overtaken:
            self.repair()

    def repair(self) -> None:
        """Put right what this run may have written late, after others had moved on: newer changes win."""
        newer = range(self._record.seq + 1, read_head(self._objects, self._family).head.seq + 1)
        ours = written_by(self._record)
        wanted = written_by(*(read_record(self._objects, self._family, seq) for seq in newer))
        for key in (key for key in self._written if key in wanted and wanted[key].data != ours[key].data):
            present = self._objects.get(key)
            if present is not None and present.data == ours[key].data:
                self._put(key, wanted[key].data, present)

    def _apply(self, write: FileWrite) -> None:
        content = write.content.encode()
        for present in self._tries(write.key, content):
            if present is not None and present.data == content:
                self.etags[write.key] = present.etag
                return
            if (None if present is None else digest_of(present.data)) != write.before:
                self._displace(write.key, present)
            if etag := self._put(write.key, content, present):
                self._written.append(write.key)
                self.etags[write.key] = etag
                return

    def _tries(self, key: str, content: bytes) -> Iterator[StoredObject | None]:
        if self._found is not None:
            present = self._found.get(key)
            if present is None or present.data != content:
                yield present
        for _ in range(_ATTEMPTS):
            yield self._objects.get(key)
        raise StoreUnavailable("the file is changed again and again while a change is applied to it", file=key)

    def _displace(self, key: str, present: StoredObject | None) -> None:
        """Keep foreign bytes before they are overwritten, once it is sure that the change still waits to be applied."""
        if read_head(self._objects, self._family).head.pending != self._record.seq:
            raise Overtaken
        if present is not None:
            place = displaced_key(self._family, self._record.seq, key, present.data)
            self._objects.put(place, present.data)
            self.displaced += 1

    def _put(self, key: str, data: bytes, present: StoredObject | None) -> str | None:
        try:
            return self._objects.put(key, data, expect=ABSENT if present is None else present.etag)
        except PreconditionFailed:
            return None
