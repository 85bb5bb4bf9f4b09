"""Every file of a family's folder held against the written contract, each fault named (contract sections 1 and 2).

One bad file hides no other: what cannot be read is told, and the reading goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from memory_pipeline.model.errors import EmptySession, MalformedTranscript, StoredDataError
from memory_pipeline.store import keys
from memory_pipeline.store.change_form import dump_change_record, load_change_record
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.okf import parse_entity
from memory_pipeline.store.preparation import digest_of
from memory_pipeline.store.records import (
    load_brief,
    load_decisions,
    load_family,
    load_formation,
    load_review,
    load_session,
    load_suppression,
)
from memory_pipeline.store.snapshot import checked_record


class _Folder(NamedTuple):
    """A folder: the endings of its files' names, what their stems are, and how each is read and named (or not here)."""

    name: str
    endings: tuple[str, ...]
    is_stem: Callable[[str], bool]
    named: Callable[[bytes, str], str] | None = None


_FOLDERS = (
    _Folder("memories/", (".md", ".evidence.jsonl"), keys.is_ulid),
    _Folder("entities/", (".md",), keys.is_ulid, lambda data, file: parse_entity(data, file).id),
    _Folder("suppressions/", (".yaml",), keys.is_ulid, lambda data, file: load_suppression(data, file).id),
    _Folder("sessions/", (".json",), keys.is_session_id, lambda data, file: load_session(data, file).id),
    _Folder("candidates/", (".json",), keys.is_session_id, lambda data, file: load_formation(data, file).session),
    _Folder("decisions/", (".json",), keys.is_session_id, lambda data, file: load_decisions(data, file).session),
    _Folder("reviews/", (".json",), keys.is_ulid, lambda data, file: load_review(data, file).memory),
)


def unreadable_files(view: FamilyView) -> Iterator[str]:
    """What cannot be read, what no reader looks at, and what is named for something else than it holds."""
    memories = view.memories()
    view.ledgers(memories)
    yield from (str(fault) for fault in view.malformed())
    for key, read in ((keys.family_key(view.key), load_family), (keys.brief_key(view.key), load_brief)):
        yield from (fault for data in _stored(view, key) if (fault := _fault(read, data, key)))
    for folder in _FOLDERS:
        yield from _faults_in(view, folder)
    ledgers = (keys.ledger_id(view.key, key) for key in view.file_names(keys.memories_prefix(view.key)))
    for memory in (memory for memory in ledgers if memory is not None and memory not in memories):
        yield f"{keys.ledger_key(view.key, memory)}: the ledger of no memory that can be read"


def journal_faults(view: FamilyView) -> Iterator[str]:
    """Holes in the journal, records that it never wrote, and a head that names another newest change."""
    head = view.head()
    wanted = {keys.change_key(view.key, seq): seq for seq in range(1, head.seq + 2)}
    stored = view.stored(wanted)
    for key in (key for key, seq in wanted.items() if seq <= head.seq and key not in stored):
        yield f"{key}: the journal has a hole; restore this file from a backup"
    for key, found in stored.items():
        if fault := _fault(lambda data, file: _journaled(view.key, data, file), found.data, key):
            yield fault
    for key in (key for key in view.file_names(f"{keys.family_prefix(view.key)}changes/") if key not in wanted):
        yield f"{key}: lies beyond change {head.seq}, the newest one that head.json knows; restore the head or move it"
    newest = stored.get(keys.change_key(view.key, head.seq)) if head.seq else None
    if newest is not None and digest_of(newest.data) != head.digest:
        yield f"{keys.head_key(view.key)}: its digest is not that of change {head.seq}; restore the one or the other"


def _journaled(family: str, data: bytes, file: str) -> None:
    seq = int(file.rpartition("/")[2].removesuffix(".json"))
    if dump_change_record(checked_record(load_change_record(data, file), family, seq)) != data:
        raise StoredDataError("this is no record that the journal wrote; restore it from a backup", file=file)


def _faults_in(view: FamilyView, folder: _Folder) -> Iterator[str]:
    prefix = f"{keys.family_prefix(view.key)}{folder.name}"
    wanted: dict[str, str] = {}
    for key in (key for key in view.file_names(prefix) if "/" not in key.removeprefix(prefix)):
        stem = next((_stem(key, prefix, end) for end in folder.endings if key.endswith(end)), "")
        if folder.is_stem(stem):
            wanted[key] = stem
        else:
            yield f"{key}: no file name of this folder, so nobody reads it; rename it or move it away"
    if folder.named is None:
        return
    for key, found in view.stored(wanted).items():
        if fault := _fault(folder.named, found.data, key):
            yield fault
        elif (name := folder.named(found.data, key)) != wanted[key]:
            yield f"{key}: the file says it is {name}; rename it or mend its id"


def _stem(key: str, prefix: str, ending: str) -> str:
    return key.removeprefix(prefix).removesuffix(ending)


def _stored(view: FamilyView, key: str) -> Iterator[bytes]:
    yield from (found.data for found in view.stored([key]).values())


def _fault(read: Callable[[bytes, str], object], data: bytes, key: str) -> str:
    try:
        read(data, key)
    except (StoredDataError, MalformedTranscript, EmptySession) as fault:
        return str(fault)
    return ""
