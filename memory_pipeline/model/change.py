"""A change: the one unit in which a family's files move (contract section 5)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, get_args

from memory_pipeline.model.brief import Brief
from memory_pipeline.model.decision import SessionDecisions
from memory_pipeline.model.entity import Entity
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.family import Family
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.review import Review
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.model.transcript import Session

ChangeKind = Literal["session", "dream", "card", "migration", "adopt", "undo"]
CHANGE_KINDS: tuple[ChangeKind, ...] = get_args(ChangeKind)

EntryKind = Literal[
    "added", "reinforced", "superseded", "contradicted", "expired", "promoted", "decayed", "woken",
    "retracted", "restored", "pinned", "unpinned", "settled", "enriched", "adopted", "suppressed", "lifted", "entity",
    "reviewed",
]  # fmt: skip
ENTRY_KINDS: tuple[EntryKind, ...] = get_args(EntryKind)


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    """One line of the dated log: what happened to which id. Ids and kinds only, never text."""

    kind: EntryKind
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a stage wants to happen, as values; the journal turns it into files and commits it.

    `at` is the time of the cause (a session's end, a card action, the dream's clock), so that replays give
    the same bytes. `memories` are whole new versions; `evidence` is appended to ledgers, by memory id.
    `dreamt` says that nothing is owed to the dream before `next_due`; other changes make it due at once.
    `as_found` is for adopting hand edits only: key and content of files that enter the journal as a person left them.
    """

    kind: ChangeKind
    cause: str
    at: datetime
    entries: tuple[ChangeEntry, ...] = ()
    memories: tuple[Memory, ...] = ()
    evidence: tuple[tuple[str, Evidence], ...] = ()
    entities: tuple[Entity, ...] = ()
    suppressions: tuple[Suppression, ...] = ()
    reviews: tuple[Review, ...] = ()
    sessions: tuple[Session, ...] = ()
    decisions: tuple[SessionDecisions, ...] = ()
    family: Family | None = None
    brief: Brief | None = None
    as_found: tuple[tuple[str, str], ...] = ()
    dreamt: bool = False
    next_due: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileWrite:
    """One file of a change record: the digest it must have before (None: absent) and its full content after."""

    key: str
    before: str | None
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRecord:
    """`changes/{seq}.json`: everything needed to finish the change after a crash, and to read it as history."""

    seq: int
    kind: ChangeKind
    cause: str
    at: datetime
    entries: tuple[ChangeEntry, ...]
    writes: tuple[FileWrite, ...]
    next_due: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """Who may commit. At rest the owner is None and the epoch equals the head's seq; a take-over raises it."""

    owner: str | None = None
    epoch: int = 0
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """head.json: the commit pointer.

    `pending` is the seq of a committed change that is not yet applied to every file; `digest` is the SHA-256
    of the newest record; `next_due` the first family-local day on which a dream has anything to do.
    """

    seq: int = 0
    lease: Lease = Lease()
    pending: int | None = None
    digest: str | None = None
    next_due: date | None = None
