"""The newest private conversation, and whether its summary may be shown (contract section 15, *Brief*).

A session changed something when a memory's ledger cites it; so the newest one is found from the memories that were
confirmed last, without reading a family's whole history.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from memory_pipeline.model.candidate import Candidate, Formation
from memory_pipeline.model.decision import SessionDecisions
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import ConversationRef
from memory_pipeline.model.transcript import Session
from memory_pipeline.store.lineage import chain

Ledgers = Callable[[Sequence[str]], Mapping[str, tuple[Evidence, ...]]]

REACH = 256
"""How many of the last confirmed memories are searched; a chat older than all their evidence is no longer the last."""
_STEP = 16


def newest_chat(
    memories: Iterable[Memory], ledgers: Ledgers, session: Callable[[str], Session | None]
) -> Session | None:
    """The chat session that ended last among those that memories cite; None where there is none."""
    best: Session | None = None
    seen: set[str] = set()
    recent = sorted(memories, key=lambda memory: (-memory.last_reinforced_at.timestamp(), memory.id))[:REACH]
    for start in range(0, len(recent), _STEP):
        step = recent[start : start + _STEP]
        if best is not None and step[0].last_reinforced_at < best.started_at:
            break
        for latest, id in _cited(ledgers([memory.id for memory in step]).values()):
            if id in seen or (best is not None and latest < best.started_at):
                continue
            seen.add(id)
            best = _later(best, session(id))
    return best


def may_be_shown(
    session: Session,
    memories: Mapping[str, Memory],
    ledgers: Ledgers,
    decisions: SessionDecisions,
    hidden: Callable[[Memory], bool],
) -> bool:
    """False when a hidden memory, or a version of one, cites the session or was touched by it.

    `hidden` holds for retracted, sensitive and suppressed memories.
    """

    def concealed(id: str) -> bool:
        return any(hidden(memories[version]) for version in chain(memories, id) or (id,))

    touched = {id for decision in decisions.decisions for id in (decision.memory, decision.target)}
    if any(id in memories and concealed(id) for id in touched if id is not None):
        return False
    first, last = _span(session)
    around = [id for id in sorted(memories) if _overlaps(memories[id], first, last) and concealed(id)]
    return not any(evidence.ref.session == session.id for ledger in ledgers(around).values() for evidence in ledger)


def told_by(formation: Formation) -> tuple[Candidate, ...]:
    """What a session's summary may speak of: all that extraction proposed, dropped or not, and the summary itself."""
    summary = Candidate(
        type="fact", about="", summary=formation.summary, body=formation.summary, when_to_use="", evidence=()
    )
    return (*formation.survivors, *(rejection.candidate for rejection in formation.rejections), summary)


def whole(session: Session, family: str) -> ConversationRef:
    """The reference of all its turns."""
    return ConversationRef(family, session.id, 1, max(1, len(session.turns)))


def _cited(found: Iterable[tuple[Evidence, ...]]) -> list[tuple[datetime, str]]:
    """Each cited session with the time of its latest evidence, newest first."""
    latest: dict[str, datetime] = {}
    for ledger in found:
        for evidence in ledger:
            known = latest.get(evidence.ref.session, evidence.recorded_at)
            latest[evidence.ref.session] = max(known, evidence.recorded_at)
    return sorted(((at, id) for id, at in latest.items()), reverse=True)


def _later(best: Session | None, session: Session | None) -> Session | None:
    if session is None or session.surface != "chat" or session.ended_at is None or session.off_record:
        return best
    if best is None or best.ended_at is None:
        return session
    return max(best, session, key=lambda one: (one.ended_at, one.id))


def _span(session: Session) -> tuple[datetime, datetime]:
    instants = [session.started_at, session.ended_at or session.started_at, *(turn.at for turn in session.turns)]
    return min(instants), max(instants)


def _overlaps(memory: Memory, first: datetime, last: datetime) -> bool:
    """formed_at and last_reinforced_at are the first and last of the ledger (contract section 15, *Order*)."""
    return memory.formed_at <= last and memory.last_reinforced_at >= first
