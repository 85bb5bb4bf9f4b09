"""The agent's two files and the batch record between them, read and written so that nothing is lost or told twice.

Every write is conditional on the etag of what was read. The record `batch.json` goes first; then MEMORY.md, then the
events; then the record says that it is done. Before each write the record is read again, after the file: a run that
was overtaken by another one writes nothing over what that one has done since.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from memory_pipeline.memory_log.batch_journal import BatchRecord, dump_batch, load_batch
from memory_pipeline.memory_log.events import EventLog, entry_of, read_log, without
from memory_pipeline.memory_log.headers import EVENT_HEADER
from memory_pipeline.memory_log.memory_file import MemoryFile, edited, read_memory_file
from memory_pipeline.model.errors import Conflict, PreconditionFailed
from memory_pipeline.ports.live_files import LiveFiles
from memory_pipeline.ports.object_store import ABSENT, Absent, ObjectStore
from memory_pipeline.store.keys import agent_file_key

_ATTEMPTS = 200


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a plan is made on: both files and the record, each with the etag under which it may be replaced."""

    events: EventLog
    events_etag: str | Absent
    memory: MemoryFile
    memory_etag: str | Absent
    record: BatchRecord | None
    record_etag: str | Absent


class MemoryLogFiles:
    """`agent_file_system/` of one family."""

    def __init__(self, objects: ObjectStore, family: str) -> None:
        self._objects = objects
        self.events_key = agent_file_key(family, "EVENT_UNPROCESSED.md")
        self.memory_key = agent_file_key(family, "MEMORY.md")
        self.record_key = agent_file_key(family, "batch.json")

    def snapshot(self) -> Snapshot:
        """Everything as it is, a stopped batch completed first. Raises MalformedDocument, Conflict."""
        self.roll_forward()
        record, record_etag = self._record()
        memory, memory_etag = self._read(self.memory_key)
        events, events_etag = self._read(self.events_key)
        return Snapshot(
            read_log(events or EVENT_HEADER), events_etag, read_memory_file(memory), memory_etag, record, record_etag
        )

    def memory(self) -> MemoryFile:
        """MEMORY.md alone, as it is."""
        return read_memory_file(self._read(self.memory_key)[0])

    def events(self) -> EventLog:
        """EVENT_UNPROCESSED.md alone, as it is."""
        return read_log(self._read(self.events_key)[0] or EVENT_HEADER)

    def commit(self, seen: Snapshot, record: BatchRecord) -> bool:
        """Make a batch true, unless files or record changed since they were seen: then nothing is written."""
        if self._read(self.memory_key)[1] != seen.memory_etag or not self._unchanged(seen, record):
            return False
        try:
            self._objects.put(self.record_key, dump_batch(record), expect=seen.record_etag)
        except PreconditionFailed:
            return False
        self.roll_forward()
        return True

    def roll_forward(self) -> bool:
        """Complete the batch that the record tells of, if one waits; whether there was one."""
        record, etag = self._record()
        if record is None or record.state == "done":
            return False
        self._while_pending(self.memory_key, record, lambda data: edited(read_memory_file(data), record.edits).data())
        if record.read:
            self._while_pending(
                self.events_key, record, lambda data: without(read_log(data), record.read) if data else b""
            )
        try:
            self._objects.put(self.record_key, dump_batch(record.done()), expect=etag)
        except PreconditionFailed:
            return True
        return True

    def append_event(self, at: datetime, kind: str, text: str) -> None:
        """Add one event at the end; no other writer's event is lost. `at`: the family's wall clock.

        Raises InvalidArgument for a kind that cannot be written, Conflict where others keep writing.
        """
        entry = entry_of(at, kind, text)
        for _ in range(_ATTEMPTS):
            data, etag = self._read(self.events_key)
            body = data or EVENT_HEADER
            try:
                self._put(self.events_key, body + (b"" if body.endswith(b"\n") else b"\n") + entry, etag)
                return
            except PreconditionFailed:
                continue
        raise Conflict(f"{self.events_key}: {_ATTEMPTS} writers came first; try again")

    def settle(self) -> None:
        """Carry over what other programs wrote into a file while it was replaced, where the store can know of it."""
        if isinstance(self._objects, LiveFiles):
            self._objects.settle_live(self.events_key)

    def _unchanged(self, seen: Snapshot, record: BatchRecord) -> bool:
        """Whether the events that were read still stand there as they were: the last one may have been half written."""
        data, etag = self._read(self.events_key)
        if etag == seen.events_etag or not record.read:
            return True
        log = read_log(data or EVENT_HEADER)
        return len(without(log, record.read)) == len(log.head) + len(log.body) - sum(map(len, record.read))

    def _while_pending(self, key: str, record: BatchRecord, change: Callable[[bytes | None], bytes]) -> None:
        """Replace the file by what `change` makes of it, as long as the record is the one that waits."""
        for _ in range(_ATTEMPTS):
            data, etag = self._read(key)
            if self._record()[0] != record:
                return
            new = change(data)
            if new == (data or b""):
                return
            try:
                self._put(key, new, etag)
                return
            except PreconditionFailed:
                continue
        raise Conflict(f"{key}: {_ATTEMPTS} writers came first; the next run completes the batch")

    def _put(self, key: str, data: bytes, expect: str | Absent) -> None:
        if isinstance(self._objects, LiveFiles):
            self._objects.put_live(key, data, expect=expect)
        else:
            self._objects.put(key, data, expect=expect)

    def _record(self) -> tuple[BatchRecord | None, str | Absent]:
        data, etag = self._read(self.record_key)
        return (None if data is None else load_batch(data, self.record_key)), etag

    def _read(self, key: str) -> tuple[bytes | None, str | Absent]:
        found = self._objects.get(key)
        return (None, ABSENT) if found is None else (found.data, found.etag)
