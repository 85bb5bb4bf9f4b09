"""What an import brings: sessions for families, and the records that could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal, Protocol

from memory_pipeline.model.candidate import Formation
from memory_pipeline.model.errors import (
    EmptySession,
    InputError,
    MalformedTranscript,
    SessionConflict,
    UnknownFamily,
    UnknownReference,
)
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session
from memory_pipeline.store import json_text
from memory_pipeline.store.session_form import canonical_session

DateOrder = Literal["dmy", "mdy", "ymd"]

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """What a caller may ask of an importer.

    `sample` of a collection, brought in as the family key `family`. `timezone`: of local times, else the family's.
    `date_order`: where a file's dates can be read in two ways. `pause`: a silence that ends a conversation. `account`:
    who the user of an assistant's export is; `called`: names in the file to names of members. `now`: a conversation
    whose last word is less than a pause ago may still grow; without it every conversation has ended.
    """

    sample: str | None = None
    family: str | None = None
    timezone: str | None = None
    date_order: DateOrder | None = None
    pause: timedelta = timedelta(hours=4)
    account: str | None = None
    called: Mapping[str, str] = field(default_factory=dict)
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class ImportedFamily:
    """A family and its sessions in time order. The family is the caller's own, or one that the format describes.

    `formations`: what the sessions hold, where the format says it itself; `succeeds`: a session to the one whose claim
    its own took the place of.
    """

    family: Family
    sessions: tuple[Session, ...]
    formations: tuple[Formation, ...] = ()
    succeeds: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ImportBatch:
    """Everything readable, and a typed error with file and line for each record that is not.

    `notes`: how the file was read and what of it nobody said, for the caller to see. `foreign`: another program wrote
    the file, so that nobody can mend a record: bad ones are left out by name, and a session that was longer in
    a later export goes on where the stored one ended.
    """

    families: tuple[ImportedFamily, ...]
    rejected: tuple[InputError, ...] = ()
    notes: tuple[str, ...] = ()
    foreign: bool = False


class Importer(Protocol):
    """One foreign format."""

    def __call__(self, path: Path, *, family: Family | None, options: ImportOptions) -> ImportBatch:
        """Read `path`. Raises MalformedTranscript where it is unreadable as a whole, UnknownFamily without a family."""
        ...


@dataclass(frozen=True, slots=True)
class Record:
    """One session as a JSON value, and where it stands."""

    document: Any
    file: str
    line: int | None = None


def given_family(family: Family | None, options: ImportOptions) -> Family:
    """The family that the caller named, for formats that bring none. Raises UnknownFamily, UnknownReference."""
    if options.sample is not None:
        raise UnknownReference(f"this format holds no samples, so none called {options.sample[:60]!r}")
    if family is None:
        raise UnknownFamily("this format brings no family of its own; name one with --family")
    return family


def batch_of(family: Family, records: Iterable[Record | InputError]) -> ImportBatch:
    """The readable records as one family's sessions; a session id that comes twice with other content is refused."""
    sessions: dict[str, Session] = {}
    rejected: list[InputError] = []
    for record in records:
        try:
            _add(sessions, record)
        except (MalformedTranscript, EmptySession, SessionConflict) as error:
            rejected.append(error)
    in_order = tuple(sorted(sessions.values(), key=lambda session: session.chronology))
    return ImportBatch((ImportedFamily(family, in_order),), tuple(rejected))


def ended_at(last: datetime, options: ImportOptions) -> datetime | None:
    """When a conversation whose last word was said at `last` ended; None where it may still grow."""
    still_on = options.now is not None and options.now < last + options.pause
    return None if still_on else last


def read_bytes(path: Path) -> bytes:
    """The file without a byte order mark. Raises MalformedTranscript where there is no readable file."""
    try:
        return path.read_bytes().removeprefix(_BYTE_ORDER_MARK)
    except OSError as error:
        raise MalformedTranscript(f"cannot be read: {error.strerror}", file=str(path)) from error


def read_json(path: Path) -> Any:
    """The JSON value of a whole file. Raises MalformedTranscript with the line."""
    return parse_json(read_bytes(path), str(path))


def parse_json(data: bytes, file: str, first_line: int = 1) -> Any:
    """The JSON value of `data`, which begins in line `first_line`. Raises MalformedTranscript."""
    try:
        return json_text.read(data)
    except json_text.JsonFault as fault:
        raise MalformedTranscript(fault.message, file=file, line=fault.line + first_line - 1) from fault


def _add(sessions: dict[str, Session], record: Record | InputError) -> None:
    if isinstance(record, InputError):
        raise record
    session = canonical_session(record.document, record.file, record.line)
    known = sessions.setdefault(session.id, session)
    if known != session:
        problem = f"session {session.id} came before with other content; a session never changes"
        raise SessionConflict(problem, file=record.file, line=record.line)
