"""A family's folder in memory, written file by file, to be read through a view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.candidate import Formation
from memory_pipeline.model.change import Change, Head
from memory_pipeline.model.decision import Decision, SessionDecisions
from memory_pipeline.model.entity import Entity
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import ConversationRef
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.store import keys
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.ledger import render_ledger
from memory_pipeline.store.okf import render_entity, render_memory
from memory_pipeline.store.records import (
    dump_brief,
    dump_decisions,
    dump_family,
    dump_formation,
    dump_head,
    dump_session,
    dump_suppression,
)
from memory_pipeline_tests.brief.samples import FAMILY, SAID

KEY = FAMILY.key


class StoredFamily:
    """Writes what a test needs; `view` reads it at its present head."""

    def __init__(self, *memories: Memory, **family: Any) -> None:
        self.objects = InMemoryObjects()
        self.objects.put(keys.family_key(KEY), dump_family(replace(FAMILY, **family)))
        self.objects.put(keys.head_key(KEY), dump_head(Head()))
        for one in memories:
            self.keep(one)

    def view(self) -> FamilyView:
        return FamilyView(self.objects, KEY)

    def keep(self, memory: Memory, *evidence: Evidence) -> Memory:
        self.objects.put(keys.memory_key(KEY, memory.id), render_memory(memory))
        self.objects.put(keys.ledger_key(KEY, memory.id), render_ledger(evidence))
        return memory

    def know(self, *entities: Entity) -> None:
        for entity in entities:
            self.objects.put(keys.entity_key(KEY, entity.id), render_entity(entity))

    def forbid(self, rule: Suppression) -> None:
        self.objects.put(keys.suppression_key(KEY, rule.id), dump_suppression(rule))

    def talk(self, session: Session, formation: Formation | None, decisions: Iterable[Decision] = ()) -> None:
        """A session with what came of it."""
        self.objects.put(keys.session_key(KEY, session.id), dump_session(session))
        if formation is not None:
            self.objects.put(keys.candidates_key(KEY, session.id), dump_formation(formation))
        record = SessionDecisions(session=session.id, decisions=tuple(decisions))
        self.objects.put(keys.decisions_key(KEY, session.id), dump_decisions(record))

    def settle(self, change: Change) -> None:
        """Write what a change holds, as the journal would."""
        for memory in change.memories:
            self.objects.put(keys.memory_key(KEY, memory.id), render_memory(memory))
        if change.brief is not None:
            self.objects.put(keys.brief_key(KEY), dump_brief(change.brief))
        self.objects.put(keys.head_key(KEY), dump_head(Head(next_due=change.next_due)))


def chat(id: str, at: datetime = SAID, **fields: Any) -> Session:
    turns = tuple(Turn(number=n, role="user", speaker="Dana", at=at, text=f"Turn {n}.") for n in (1, 2, 3))
    return replace(Session(id=id, surface="chat", started_at=at, ended_at=at, off_record=False, turns=turns), **fields)


def formed(session: Session, summary: str, **fields: Any) -> Formation:
    plain = Formation(session=session.id, extractor="test", status="formed", summary=summary)
    return replace(plain, **fields)


def cites(session: Session) -> Evidence:
    return Evidence(ref=ConversationRef(KEY, session.id, 1, 1), quote="Turn 1.", recorded_at=session.started_at)
