"""Small changes for tests of the journal: a family that has said a few things."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.evidence import Evidence, reinforcement_count
from memory_pipeline.model.family import Family
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import Memory, body_of
from memory_pipeline.model.refs import ConversationRef
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store.family_store import FamilyStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.journal import Plan

START = datetime(2026, 8, 14, 19, 2, tzinfo=UTC)
FAMILY = "fam_a"


def prepared_family(objects: ObjectStore, sessions: int = 4) -> None:
    """A family with transcripts and no memory."""
    store = FamilyStore(objects, FAMILY, clock=lambda: START, owner="preparer")
    store.create_family(Family(key=FAMILY, timezone="Europe/Berlin"))
    for number in range(1, sessions + 1):
        store.add_session(session(number))


def session(number: int) -> Session:
    """Session `number`, a day after the one before it."""
    at = START + timedelta(days=number)
    turn = Turn(number=1, role="user", speaker="Dana", at=at, text=f"We own {number} bicycles.")
    return Session(id=f"s{number}", surface="chat", started_at=at, ended_at=at, off_record=False, turns=(turn,))


def evidence_of(number: int) -> Evidence:
    """The words of session `number`."""
    said = session(number).turns[0]
    return Evidence(ref=ConversationRef(FAMILY, f"s{number}", 1, 1), quote=said.text, recorded_at=said.at)


def memory_of(number: int) -> Memory:
    """The claim of session `number`."""
    at = session(number).turns[0].at
    return Memory(
        id=derived_ulid(at, FAMILY, str(number)),
        type="fact",
        about="Bicycles",
        summary=f"The family owns {number} bicycles.",
        when_to_use="Talk of bicycles",
        formed_at=at,
        last_reinforced_at=at,
        body=body_of(f"We own {number} bicycles."),
    )


def add(number: int) -> Plan:
    """Adds the claim of session `number`, once."""

    def plan(view: FamilyView) -> Change | None:
        memory = memory_of(number)
        if memory.id in view.memories():
            return None
        return Change(
            kind="session",
            cause=f"s{number}",
            at=memory.formed_at,
            entries=(ChangeEntry("added", memory.id),),
            memories=(memory,),
            evidence=((memory.id, evidence_of(number)),),
        )

    return plan


def reinforce(number: int, by: int) -> Plan:
    """Session `by` supports the claim of session `number`, once."""

    def plan(view: FamilyView) -> Change | None:
        memory, new = view.memory(memory_of(number).id), evidence_of(by)
        ledger = view.ledger(memory.id)
        if new in ledger:
            return None
        count = reinforcement_count((*ledger, new))
        newest = max(memory.last_reinforced_at, new.recorded_at)
        return Change(
            kind="session",
            cause=f"s{by}",
            at=new.recorded_at,
            entries=(ChangeEntry("reinforced", memory.id),),
            memories=(replace(memory, reinforcement_count=count, last_reinforced_at=newest),),
            evidence=((memory.id, new),),
        )

    return plan


def supersede(old: int, new: int) -> Plan:
    """The claim of session `new` replaces that of session `old`, once."""

    def plan(view: FamilyView) -> Change | None:
        before, after = view.memory(memory_of(old).id), replace(memory_of(new), supersedes=memory_of(old).id)
        if before.status == "superseded":
            return None
        retired = replace(before, status="superseded", superseded_by=after.id, revision=before.revision + 1)
        return Change(
            kind="session",
            cause=f"s{new}",
            at=after.formed_at,
            entries=(ChangeEntry("superseded", before.id), ChangeEntry("added", after.id)),
            memories=(retired, after),
            evidence=((after.id, evidence_of(new)),),
        )

    return plan


HISTORY: tuple[Plan, ...] = (add(1), reinforce(1, by=2), supersede(1, 3))
