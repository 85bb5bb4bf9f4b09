"""From a change as values to the record that is committed: every file with its full content (contract section 5)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from memory_pipeline.model.change import Change, ChangeRecord, FileWrite
from memory_pipeline.model.errors import Conflict, InvariantViolated
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.instants import local_date
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.object_store import StoredObject
from memory_pipeline.store import keys
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.invariants import check
from memory_pipeline.store.ledger import parse_ledger, render_evidence
from memory_pipeline.store.okf import parse_entity, render_entity, render_memory
from memory_pipeline.store.proposal import Proposal
from memory_pipeline.store.records import (
    dump_brief,
    dump_decisions,
    dump_family,
    dump_review,
    dump_session,
    dump_suppression,
    load_review,
    load_session,
)

Plan = Callable[[FamilyView], Change | None]

_MOST_REPLANS = 100


class HandEdited(Exception):
    """A memory file is not the one that the plan saw: somebody edited it; the plan has to see their words."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A record, and those of its files that were there when it was prepared, by key."""

    record: ChangeRecord
    found: Mapping[str, StoredObject]


def planned(view: FamilyView, plan: Plan) -> tuple[Prepared | None, int]:
    """The record that `plan` wants on top of `view`, None for nothing, and how often hand edits made it plan again.

    Raises Conflict where a file is edited without end, and what `prepare` raises.
    """
    for replans in range(_MOST_REPLANS):
        change = plan(view)
        try:
            return (None if change is None else prepare(view, change)), replans
        except HandEdited as edited:
            file = str(edited)
            view.reread_files()
    raise Conflict("the file is edited again and again while a change is planned; try again later", file=file)


def digest_of(data: bytes) -> str:
    """SHA-256 in hex, as records and heads name bytes."""
    return hashlib.sha256(data).hexdigest()


def prepare(view: FamilyView, change: Change) -> Prepared | None:
    """The record of `change` on top of what `view` shows; None when no byte would change.

    Raises InvariantViolated, SessionConflict, MalformedTranscript; HandEdited where a file is not what the view read.
    """
    _check_uniqueness(change)
    _check_as_found(view.key, change)
    as_found = {key: content.encode() for key, content in change.as_found}
    plain = dict(_plain_files(view.key, change))
    stored = view.stored([*plain, *_ledger_keys(view.key, change).values(), *as_found])
    contents = plain | _ledgers(view.key, change, stored) | as_found
    _check_untouched(view, change, stored)
    _check_readable(view.key, change, stored)
    check(Proposal(view, change, _ledgers_in(view.key, contents)))
    wanted = contents if change.kind == "adopt" else _news(contents, stored)
    writes = tuple(_write(key, data, stored.get(key)) for key, data in wanted.items())
    due = next_due(view, change)
    if not writes and due == view.head().next_due:
        return None
    record = ChangeRecord(
        seq=view.head().seq + 1,
        kind=change.kind,
        cause=change.cause,
        at=change.at,
        entries=change.entries,
        writes=writes,
        next_due=due,
    )
    return Prepared(record, stored)


def next_due(view: FamilyView, change: Change) -> date | None:
    """The head's next_due after `change`: what a dream says, else at once, unless something is due earlier."""
    if change.dreamt:
        return change.next_due
    family = change.family or view.family()
    at_once = local_date(change.at, family.timezone)
    present = view.head().next_due
    return at_once if present is None else min(present, at_once)


def _plain_files(family: str, change: Change) -> Iterator[tuple[str, bytes]]:
    """Everything but ledgers; what must not linger (rules, the brief) is applied first."""
    for rule in change.suppressions:
        yield keys.suppression_key(family, rule.id), dump_suppression(rule)
    if change.brief is not None:
        yield keys.brief_key(family), dump_brief(change.brief)
    if change.family is not None:
        yield keys.family_key(family), dump_family(change.family)
    for session in change.sessions:
        yield from _session_file(family, session)
    for entity in change.entities:
        yield keys.entity_key(family, entity.id), render_entity(entity)
    for memory in change.memories:
        yield keys.memory_key(family, memory.id), render_memory(memory)
    for review in change.reviews:
        yield keys.review_key(family, review.memory), dump_review(review)
    for decisions in change.decisions:
        yield keys.decisions_key(family, decisions.session), dump_decisions(decisions)


def _session_file(family: str, session: Session) -> Iterator[tuple[str, bytes]]:
    key, data = keys.session_key(family, session.id), dump_session(session)
    load_session(data, key)
    yield key, data


def _ledger_keys(family: str, change: Change) -> dict[str, str]:
    return {memory: keys.ledger_key(family, memory) for memory, _ in change.evidence}


def _ledgers(family: str, change: Change, stored: Mapping[str, StoredObject]) -> dict[str, bytes]:
    wanted = _ledger_keys(family, change)
    added: dict[str, list[Evidence]] = {}
    for memory, evidence in change.evidence:
        added.setdefault(memory, []).append(evidence)
    return {key: _appended(stored.get(key), added[memory]) for memory, key in wanted.items()}


def _ledgers_in(family: str, contents: Mapping[str, bytes]) -> dict[str, tuple[Evidence, ...]]:
    named = ((keys.ledger_id(family, key), key) for key in contents)
    return {memory: parse_ledger(contents[key], key) for memory, key in named if memory is not None}


def _appended(stored: StoredObject | None, added: list[Evidence]) -> bytes:
    present = b"" if stored is None else stored.data
    if present and not present.endswith(b"\n"):
        present += b"\n"
    return present + "".join(f"{render_evidence(evidence)}\n" for evidence in added).encode()


def _write(key: str, data: bytes, stored: StoredObject | None) -> FileWrite:
    before = None if stored is None else digest_of(stored.data)
    return FileWrite(key=key, before=before, content=data.decode())


def _news(contents: Mapping[str, bytes], stored: Mapping[str, StoredObject]) -> dict[str, bytes]:
    """What is not in the files yet. An adopted file is news to the journal, however it stands there already."""
    return {key: data for key, data in contents.items() if key not in stored or stored[key].data != data}


def _check_untouched(view: FamilyView, change: Change, stored: Mapping[str, StoredObject]) -> None:
    for key, content in change.as_found:
        if key in stored and stored[key].data != content.encode():
            raise HandEdited(key)
    entries = view.catalog_entries()
    for memory in change.memories:
        key = keys.memory_key(view.key, memory.id)
        found = stored.get(key)
        if memory.id not in entries:
            if found is None:
                continue
            if any(fault.file == key for fault in view.malformed()):
                raise InvariantViolated(f"{memory.id}: create-only: an unreadable file of that id is there", file=key)
            raise HandEdited(key)
        if found is None or found.etag != entries[memory.id].etag:
            raise HandEdited(key)


def _check_readable(family: str, change: Change, stored: Mapping[str, StoredObject]) -> None:
    """No entity and no review replaces a file that cannot be read. Raises StoredDataError with its name and line."""
    for key in (keys.entity_key(family, entity.id) for entity in change.entities):
        if key in stored:
            parse_entity(stored[key].data, key)
    for key in (keys.review_key(family, review.memory) for review in change.reviews):
        if key in stored:
            load_review(stored[key].data, key)


def _check_as_found(family: str, change: Change) -> None:
    for key, _ in change.as_found:
        if change.kind != "adopt" or not keys.is_written_by_changes(family, key):
            raise InvariantViolated(f"{key}: own-family: no such change may write this file as it was found", file=key)


def _check_uniqueness(change: Change) -> None:
    named = Counter(
        [
            *(f"memory {memory.id}" for memory in change.memories),
            *(f"entity {entity.id}" for entity in change.entities),
            *(f"rule {rule.id}" for rule in change.suppressions),
            *(f"review of {review.memory}" for review in change.reviews),
            *(f"session {session.id}" for session in change.sessions),
            *(f"decisions {decisions.session}" for decisions in change.decisions),
            *(key for key, _ in change.as_found),
        ]
    )
    for name, times in named.items():
        if times > 1:
            raise InvariantViolated(f"{name}: once-a-change: one change writes it {times} times")
