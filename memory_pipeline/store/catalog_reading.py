"""A family's memories out of the catalog where it can be trusted, else out of the files (contract section 15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from memory_pipeline.model.errors import MalformedMemory, StoredDataError
from memory_pipeline.ports.object_store import ABSENT, Absent, ObjectStore, StoredObject
from memory_pipeline.store.catalog import (
    CatalogEntry,
    CatalogFile,
    ParsedLines,
    entry_of,
    read_catalog,
    render_catalog,
    render_line,
)
from memory_pipeline.store.keys import catalog_key, memories_prefix, memory_id, memory_key
from memory_pipeline.store.okf import parse_memory
from memory_pipeline.store.snapshot import Snapshot, read_head, read_record, written_by

Trust = Literal["seq", "etags", "nothing"]
"""What of a catalog is believed: all of it at the head's seq, each line whose file has its etag, or nothing."""

LONGEST_CATCH_UP = 16


class MemoryFiles:
    """The memories of one snapshot. `entries` costs two reads when the catalog is that of the head."""

    def __init__(self, objects: ObjectStore, family: str, snapshot: Snapshot, parsed: ParsedLines) -> None:
        self._objects = objects
        self._family = family
        self._snapshot = snapshot
        self._parsed = parsed
        self._entries: dict[str, CatalogEntry] | None = None
        self._lines: dict[str, bytes] = {}
        self._stored_etag: str | Absent = ABSENT
        self._faults: dict[str, StoredDataError] | None = None
        self._trust: Trust = "seq"

    def forget(self, *, trust: Trust = "seq") -> None:
        """Read again next time, trusting of the catalog only so much; hand edits show from `etags` on."""
        self._entries = None
        self._faults = None
        self._trust = trust

    def entries(self) -> Mapping[str, CatalogEntry]:
        """Every readable memory by ULID, ascending."""
        if self._entries is None:
            catalog = self._catalog()
            caught_up = self._caught_up(catalog) if catalog is not None and self._trust == "seq" else None
            known = None if self._trust == "nothing" else catalog
            self._entries = self._from_files(known) if caught_up is None else caught_up
        return self._entries

    def catalog(self, seq: int, newer: Mapping[str, CatalogEntry]) -> tuple[bytes, str | Absent]:
        """The catalog of `seq`, these entries and `newer` ones, and the etag of the file that it may replace."""
        lines = {memory: self._lines.get(memory) or render_line(entry) for memory, entry in self.entries().items()}
        lines |= {memory: render_line(entry) for memory, entry in newer.items()}
        return render_catalog(seq, lines), self._stored_etag

    def malformed(self) -> tuple[StoredDataError, ...]:
        """Every memory file that cannot be read; files that the entries know by etag are not read again."""
        if self._faults is None:
            known = {memory_key(self._family, key): entry.etag for key, entry in self.entries().items()}
            faults: dict[str, StoredDataError] = {}
            self._parse_files([key for key, etag in self._etags().items() if known.get(key) != etag], faults)
            self._faults = faults
        return tuple(self._faults.values())

    def _catalog(self) -> CatalogFile | None:
        found = self._objects.get(catalog_key(self._family))
        self._lines = {}
        self._stored_etag = ABSENT if found is None else found.etag
        return None if found is None else read_catalog(found.data)

    def _caught_up(self, catalog: CatalogFile) -> dict[str, CatalogEntry] | None:
        """The catalog brought forward to the head by the journal, when it is not far behind."""
        if catalog.seq > self._snapshot.head().head.seq:
            self._snapshot.refresh(read_head(self._objects, self._family))
        behind = self._snapshot.head().head.seq - catalog.seq
        if not 0 <= behind <= LONGEST_CATCH_UP:
            return None
        entries = self._parsed.entries(catalog.lines.values())
        if entries is None:
            return None
        self._lines = dict(catalog.lines)
        return self._forward(entries, catalog.seq)

    def _forward(self, entries: dict[str, CatalogEntry], seq: int) -> dict[str, CatalogEntry]:
        newer = range(seq + 1, self._snapshot.head().head.seq + 1)
        records = (read_record(self._objects, self._family, number) for number in newer)
        written = {key: stored for key, stored in written_by(*records).items() if memory_id(self._family, key)}
        if not written:
            return entries
        changed = self._parse(written.items(), None)
        for memory in changed:
            self._lines.pop(memory, None)
        entries |= changed
        return dict(sorted(entries.items()))

    def _from_files(self, catalog: CatalogFile | None) -> dict[str, CatalogEntry]:
        """Read the files, sparing those whose etag the catalog knows; then move to the head that they show."""
        before = self._snapshot.head().head
        known = {} if catalog is None else self._parsed.entries(catalog.lines.values()) or {}
        faults: dict[str, StoredDataError] = {}
        etags = self._etags()
        files = {memory_key(self._family, memory): entry for memory, entry in known.items()}
        unchanged = [files[key] for key, etag in etags.items() if key in files and files[key].etag == etag]
        entries = {entry.memory.id: entry for entry in unchanged}
        self._lines = {memory: catalog.lines[memory] for memory in entries} if catalog is not None else {}
        entries |= self._parse_files([key for key in etags if memory_id(self._family, key) not in entries], faults)
        self._faults = faults
        self._snapshot.refresh(read_head(self._objects, self._family))
        return self._forward(dict(sorted(entries.items())), (before.pending or before.seq + 1) - 1)

    def _etags(self) -> dict[str, str]:
        listed = self._objects.list(memories_prefix(self._family))
        return {entry.key: entry.etag for entry in listed if memory_id(self._family, entry.key)}

    def _parse_files(self, names: Iterable[str], faults: dict[str, StoredDataError]) -> dict[str, CatalogEntry]:
        found = self._objects.get_many(names)
        return self._parse(((key, stored) for key, stored in found if stored is not None), faults)

    def _parse(
        self, files: Iterable[tuple[str, StoredObject]], faults: dict[str, StoredDataError] | None
    ) -> dict[str, CatalogEntry]:
        entries = {}
        for key, found in files:
            try:
                memory = parse_memory(found.data, key)
                if memory.id != memory_id(self._family, key):
                    raise MalformedMemory(f"the file says it is memory {memory.id}; rename it or mend its id", file=key)
            except StoredDataError as fault:
                if faults is None:
                    raise
                faults[key] = fault
            else:
                entries[memory.id] = entry_of(memory, found.etag)
        return entries
