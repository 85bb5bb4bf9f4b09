"""One family's history through one version of the pipeline, in a scratch store, and what came of it.

Only conversations are replayed: what the family did on its card, and the earlier files, are no version's doing.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from typing import Any

from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline.model.family import Family
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.transcript import Session
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.workflows.dream_family import dream_family
from memory_pipeline.workflows.families import add_family, take_in
from memory_pipeline.workflows.migrate_explicit import SESSION_PREFIX
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_session import UNREADABLE, reconcile_sessions, waiting_sessions
from memory_pipeline.workflows.progress import Progress, silent
from memory_pipeline.workflows.replay import form_in_parallel


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeMemory:
    """A memory as one version made it: the fields that a family could notice, and the turns that it cites."""

    id: str
    type: str
    about: str
    summary: str
    body: str
    strength: str
    authority: str
    durability: str
    sensitivity: str
    status: str
    valid_until: str | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class History:
    """What one version made of a family's history; `failed` are the sessions that it could not read."""

    family: str
    sessions: int
    memories: tuple[MadeMemory, ...]
    failed: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """To be kept in a file and compared with another version's."""
        return asdict(self)


def history_of(view: FamilyView) -> tuple[Family, tuple[Session, ...]]:
    """The family and its conversations that have ended, in time order; those that cannot be read are no history."""
    found = []
    for name in view.session_ids():
        try:
            session = view.session(name)
        except UNREADABLE:
            continue
        if session.ended_at is not None and session.surface != "card" and not name.startswith(SESSION_PREFIX):
            found.append(session)
    return view.family(), tuple(sorted(found, key=lambda session: session.chronology))


def replay_in_scratch(
    scratch: Pipeline,
    family: Family,
    sessions: Sequence[Session],
    executor: Executor | None = None,
    progress: Progress = silent,
) -> History:
    """The history through the scratch pipeline, whose store knows nothing of the family yet. Raises FamilyExists."""
    add_family(scratch, family)
    take_in(scratch, family.key, sessions)
    names = waiting_sessions(scratch.view(family.key))
    for _ in form_in_parallel(scratch, family.key, names, executor, progress):
        pass
    outcomes = list(reconcile_sessions(scratch, family.key, names, progress))
    dream_family(scratch, family.key)
    view = scratch.view(family.key)
    memories = view.memories()
    ledgers = view.ledgers(memories)
    made = tuple(_made(memory, [str(line.ref) for line in ledgers[id]]) for id, memory in memories.items())
    failed = tuple(outcome.formation.session for outcome in outcomes if outcome.failed)
    return History(family.key, len(names), made, failed)


def read_history(value: Any, file: str) -> History:
    """A history as `as_json` gave it. Raises MalformedDocument."""
    try:
        memories = tuple(MadeMemory(**{**each, "cites": tuple(each["cites"])}) for each in value["memories"])
        return History(value["family"], value["sessions"], memories, tuple(value["failed"]))
    except (KeyError, TypeError) as error:
        raise MalformedDocument(f"this is no kept history: {error}; make it anew with --save", file=file) from error


def _made(memory: Memory, cites: Sequence[str]) -> MadeMemory:
    return MadeMemory(
        id=memory.id,
        type=memory.type,
        about=memory.about,
        summary=memory.summary,
        body=memory.claim,
        strength=memory.strength,
        authority=memory.authority,
        durability=memory.durability,
        sensitivity=memory.sensitivity,
        status=memory.status,
        valid_until=None if memory.valid_until is None else memory.valid_until.isoformat(),
        cites=tuple(sorted(set(cites))),
    )
