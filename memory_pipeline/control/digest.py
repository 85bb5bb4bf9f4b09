"""What happened to a family's memory lately: learned, retired, about to end, disputed, said again though forgotten."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from memory_pipeline.control.settle import Dispute, open_disputes
from memory_pipeline.model.errors import StoredDataError
from memory_pipeline.model.instants import local_date
from memory_pipeline.model.memory import Memory
from memory_pipeline.store.family_view import FamilyView

_LEARNED = frozenset({"added"})
_RETIRED = frozenset({"superseded", "expired", "retracted", "decayed"})


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestPolicy:
    """How far a digest looks back, and ahead for what is about to end."""

    back: timedelta = timedelta(days=7)
    ahead: timedelta = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """Something that came up again although a rule keeps it forgotten: where, and by which decision."""

    session: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """Memories by id, ascending; `disputed` with what was said against each."""

    since: datetime
    learned: tuple[Memory, ...]
    retired: tuple[Memory, ...]
    ending: tuple[Memory, ...]
    disputed: tuple[tuple[Memory, tuple[Dispute, ...]], ...]
    came_up_again: tuple[Forgotten, ...]


def make_digest(view: FamilyView, now: datetime, policy: DigestPolicy) -> Digest:
    """The digest at `now`: changes whose cause is at most `policy.back` old, read from the journal.

    What was forgotten is counted among the retired, and is nowhere told in its words.
    """
    since = now - policy.back
    recent = [record for record in view.records() if since < record.at <= now]
    learned = {entry.id for record in recent for entry in record.entries if entry.kind in _LEARNED}
    retired = {entry.id for record in recent for entry in record.entries if entry.kind in _RETIRED}
    memories = view.memories()
    today = local_date(now, view.family().timezone)
    active = [memory for memory in memories.values() if memory.status == "active"]
    return Digest(
        since=since,
        learned=tuple(memory for memory in active if memory.id in learned),
        retired=tuple(memory for id, memory in memories.items() if id in retired and memory.status != "active"),
        ending=tuple(memory for memory in active if _ends_soon(memory, today, policy)),
        disputed=_disputed(view, active),
        came_up_again=_came_up_again(view, since, now),
    )


def _ends_soon(memory: Memory, today: date, policy: DigestPolicy) -> bool:
    return memory.valid_until is not None and today < memory.valid_until <= today + policy.ahead


def _disputed(view: FamilyView, active: list[Memory]) -> tuple[tuple[Memory, tuple[Dispute, ...]], ...]:
    ledgers = view.ledgers([memory.id for memory in active])
    found = ((memory, tuple(open_disputes(ledgers[memory.id]))) for memory in active)
    return tuple((memory, disputes) for memory, disputes in found if disputes)


def _came_up_again(view: FamilyView, since: datetime, now: datetime) -> tuple[Forgotten, ...]:
    """Sessions of the time in which a rule held something back; only the rule is named, nothing of the words."""
    found = []
    for session in view.session_ids():
        try:
            decisions = view.decisions(session)
            told = view.session(session) if decisions is not None else None
        except StoredDataError:
            continue
        if decisions is None or told is None or not since < (told.ended_at or told.started_at) <= now:
            continue
        held = [
            decision for decision in decisions.decisions if decision.kind == "ignore" and "rule " in decision.reason
        ]
        found += [Forgotten(session=session, reason=decision.reason) for decision in held]
    return tuple(found)
