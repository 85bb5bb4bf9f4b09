"""Reading a family's folder: what agents, stages and reports get; it has no way to write (seed section 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TypeVar

from memory_pipeline.model.brief import Brief
from memory_pipeline.model.candidate import Formation
from memory_pipeline.model.change import ChangeRecord, Head
from memory_pipeline.model.decision import SessionDecisions
from memory_pipeline.model.entity import Entity
from memory_pipeline.model.errors import MalformedDocument, StoredDataError, UnknownFamily, UnknownReference
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.family import Family
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.review import Review
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.object_store import Absent, ObjectStore, StoredObject, Unchanged
from memory_pipeline.store import keys
from memory_pipeline.store.catalog import CatalogEntry, ParsedLines
from memory_pipeline.store.catalog_reading import MemoryFiles
from memory_pipeline.store.ledger import parse_ledger
from memory_pipeline.store.okf import parse_entity
from memory_pipeline.store.records import (
    load_brief,
    load_change_record,
    load_decisions,
    load_family,
    load_formation,
    load_review,
    load_session,
    load_suppression,
)
from memory_pipeline.store.snapshot import HeadAt, Snapshot, checked_record

Value = TypeVar("Value")


class FamilyView:
    """One family at one head; what was read once is kept until `refresh`.

    A committed change is visible at once, also before it has reached every file. Where another writer commits
    between two reads of one view, a later read may show the newer state. Raises StoredDataError for a file that
    cannot be read, except where a method says otherwise. Views that share `parsed` parse a
    line of the catalog once.
    """

    def __init__(self, objects: ObjectStore, family: str, *, parsed: ParsedLines | None = None) -> None:
        keys.family_prefix(family)
        self.key = family
        self._objects = objects
        self._snapshot = Snapshot(objects, family)
        self._files = MemoryFiles(objects, family, self._snapshot, parsed or ParsedLines())
        self._cache: dict[str, object] = {}

    def refresh(self, head: HeadAt | None = None) -> None:
        """Forget everything read so far; the next read sees the present head, or the one that was just read."""
        self._cache.clear()
        self._files.forget()
        self._snapshot.refresh(head)

    def reread_files(self, *, whole: bool = False) -> None:
        """Like `refresh`, and look at the memory files themselves, which show what a person edited by hand.

        A file whose etag the catalog knows is not parsed again, unless `whole`.
        """
        self.refresh()
        self._files.forget(trust="nothing" if whole else "etags")

    def head(self) -> Head:
        """The commit pointer; seq 0 for a family that has no change yet."""
        return self._snapshot.head().head

    def exists(self) -> bool:
        """Whether the store has a family.yaml of this key."""
        return self._objects.get(keys.family_key(self.key)) is not None

    def family(self) -> Family:
        """family.yaml. Raises UnknownFamily."""
        found = self._document(keys.family_key(self.key), load_family)
        if found is None:
            raise UnknownFamily(f"no family {self.key} in {self._objects.location}; add it first")
        return found

    def memories(self) -> Mapping[str, Memory]:
        """Every readable memory by ULID, ascending; `malformed` lists the others."""
        entries = self.catalog_entries()
        return self._once("memories", lambda: {key: entry.memory for key, entry in entries.items()})

    def catalog_entries(self) -> Mapping[str, CatalogEntry]:
        """Every readable memory with its file's etag and the hash of its indexed text, by ULID, ascending."""
        return self._files.entries()

    def catalog_bytes(self, seq: int, newer: Mapping[str, CatalogEntry]) -> tuple[bytes, str | Absent]:
        """What catalog.jsonl holds at `seq` with `newer` entries on top, and the etag of the file it may replace."""
        return self._files.catalog(seq, newer)

    def malformed(self) -> tuple[StoredDataError, ...]:
        """Memory and entity files, and ledgers and reviews met so far, that cannot be read; nothing waits for them."""
        self.entities()
        found = {fault.file or "": fault for fault in (*self._files.malformed(), *self._faults().values())}
        return tuple(found[file] for file in sorted(found))

    def memory(self, memory: str) -> Memory:
        """One memory. Raises UnknownReference."""
        try:
            return self.memories()[memory]
        except KeyError:
            raise UnknownReference(f"no memory {memory[:40]!r} in family {self.key}") from None

    def ledger(self, memory: str) -> tuple[Evidence, ...]:
        """A memory's evidence in the order of the ledger; empty where there is none. Raises MalformedLedger."""
        return self._document(keys.ledger_key(self.key, memory), parse_ledger) or ()

    def ledgers(self, memories: Iterable[str]) -> Mapping[str, tuple[Evidence, ...]]:
        """The ledgers of these memories by id; one that cannot be read is empty here and listed by `malformed`."""
        wanted = {keys.ledger_key(self.key, memory): memory for memory in memories}
        found = {wanted[key]: ledger for key, ledger in self._documents(wanted, parse_ledger, self._faults())}
        return {memory: found.get(memory, ()) for memory in wanted.values()}

    def entities(self) -> Mapping[str, Entity]:
        """Every readable entity by ULID, ascending."""
        prefix = keys.entities_prefix(self.key)

        def read() -> Mapping[str, Entity]:
            names = [key for key in self._snapshot.keys(prefix) if key.endswith(".md")]
            found = [entity for _, entity in self._documents(names, parse_entity, self._faults())]
            return {entity.id: entity for entity in sorted(found, key=lambda entity: entity.id)}

        return self._once("entities", read)

    def suppressions(self) -> tuple[Suppression, ...]:
        """Every rule in order of id, lifted ones too. One that cannot be read is an error: nothing may slip through."""

        def read() -> tuple[Suppression, ...]:
            names = [key for key in self._snapshot.keys(keys.suppressions_prefix(self.key)) if key.endswith(".yaml")]
            return tuple(rule for _, rule in self._documents(names, load_suppression))

        return self._once("suppressions", read)

    def reviews(self) -> Mapping[str, Review]:
        """What people said of memories at the review desk, by the memory's ULID, ascending; those that can be read."""

        def read() -> Mapping[str, Review]:
            names = [key for key in self._snapshot.keys(keys.reviews_prefix(self.key)) if keys.review_id(self.key, key)]
            found = [review for _, review in self._documents(names, load_review, self._faults())]
            return {review.memory: review for review in sorted(found, key=lambda review: review.memory)}

        return self._once("reviews", read)

    def session_ids(self) -> tuple[str, ...]:
        """Every stored session's id, ascending; a file there whose name is no session id is no session."""
        return self._stems(keys.sessions_prefix(self.key))

    def session(self, session: str) -> Session:
        """One transcript. Raises UnknownReference."""
        found = self._document(keys.session_key(self.key, session), load_session)
        if found is None:
            raise UnknownReference(f"no session {session} in family {self.key}")
        return found

    def decided_sessions(self) -> frozenset[str]:
        """The sessions that the reconciler is done with."""
        return frozenset(self._stems(keys.decisions_prefix(self.key)))

    def formation(self, session: str) -> Formation | None:
        """What extraction and the gates made of a session, or None."""
        return self._document(keys.candidates_key(self.key, session), load_formation)

    def decisions(self, session: str) -> SessionDecisions | None:
        """What the reconciler decided about a session, or None."""
        return self._document(keys.decisions_key(self.key, session), load_decisions)

    def brief(self) -> Brief | None:
        """brief.json, or None before the first dream."""
        return self._document(keys.brief_key(self.key), load_brief)

    def brief_if_changed(self, etag: str | None) -> tuple[Brief, str] | Unchanged | None:
        """The brief and its etag unless that is still `etag` (seed section 6: a conditional fetch)."""
        key = keys.brief_key(self.key)
        found = self._snapshot.get_if_changed(key, etag)
        if found is None or isinstance(found, Unchanged):
            return found
        return load_brief(found.data, key), found.etag

    def records(self, after: int = 0) -> Iterator[ChangeRecord]:
        """The journal in order, from the change after seq `after`. Raises MalformedDocument at a hole."""
        wanted = {keys.change_key(self.key, seq): seq for seq in range(after + 1, self.head().seq + 1)}
        for key, found in self._objects.get_many(wanted):
            if found is None:
                raise MalformedDocument("the journal has a hole; restore this file from a backup", file=key)
            yield checked_record(load_change_record(found.data, key), self.key, wanted[key])

    def file_names(self, folder: str) -> tuple[str, ...]:
        """The keys of the files in one of the family's folders, such as `keys.memories_prefix(family)`, ascending."""
        return tuple(self._snapshot.keys(folder))

    def stored(self, wanted: Iterable[str]) -> Mapping[str, StoredObject]:
        """Those of the wanted files that exist, byte for byte, by key."""
        return {key: found for key, found in self._snapshot.get_many(wanted) if found is not None}

    def legacy(self) -> Mapping[str, str]:
        """The three files of the earlier design that are there, by file name."""
        found = self._snapshot.get_many(keys.legacy_key(self.key, name) for name in keys.LEGACY_NAMES)
        return {key.rpartition("/")[2]: _text(stored.data, key) for key, stored in found if stored is not None}

    def _stems(self, prefix: str) -> tuple[str, ...]:
        names = (key.removeprefix(prefix) for key in self._snapshot.keys(prefix))
        stems = (name.removesuffix(".json") for name in names if name.endswith(".json"))
        return tuple(sorted(stem for stem in stems if keys.is_session_id(stem)))

    def _document(self, key: str, parse: Callable[[bytes, str], Value]) -> Value | None:
        def read() -> Value | None:
            found = self._snapshot.get(key)
            return None if found is None else parse(found.data, key)

        return self._once(key, read)

    def _documents(
        self,
        names: Iterable[str],
        parse: Callable[[bytes, str], Value],
        faults: dict[str, StoredDataError] | None = None,
    ) -> Iterator[tuple[str, Value]]:
        for key, found in self._snapshot.get_many(names):
            if found is None:
                continue
            try:
                yield key, self._once(key, partial(parse, found.data, key))
            except StoredDataError as fault:
                if faults is None:
                    raise
                faults[key] = fault

    def _faults(self) -> dict[str, StoredDataError]:
        return self._once("faults", dict)

    def _once(self, name: str, read: Callable[[], Value]) -> Value:
        if name not in self._cache:
            self._cache[name] = read()
        return self._cache[name]  # type: ignore[return-value]


def _text(data: bytes, file: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise MalformedDocument("the file is not UTF-8; save it as UTF-8", file=file, line=line) from error
