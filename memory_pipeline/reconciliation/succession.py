"""A claim that is known to take another one's place: no judge is asked (an imported lineage, contract section 15)."""

from __future__ import annotations

from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.decision import Decision, SessionDecisions
from memory_pipeline.model.transcript import Session
from memory_pipeline.reconciliation.entities import EntityBook
from memory_pipeline.reconciliation.plan import SessionPlan
from memory_pipeline.reconciliation.statement import speaker_of, state
from memory_pipeline.reconciliation.working_set import WorkingSet
from memory_pipeline.store.brief_lines import brief_without
from memory_pipeline.store.family_view import FamilyView


def plan_succession(view: FamilyView, session: Session, candidate: Candidate, predecessor: str) -> SessionPlan:
    """The claim as a new memory that supersedes `predecessor`, which is active or dormant."""
    family, book, world = view.family(), EntityBook(view.entities(), view.family()), WorkingSet(view)
    statement = state(session, family.key, candidate, 0, ())
    entities = book.resolve(candidate, speaker_of(session, candidate), statement.place[0], session.id)
    statement = state(session, family.key, candidate, 0, entities)
    formed = world.form(statement)
    world.supersede(predecessor, formed)
    decided = Decision(
        candidate=0,
        summary=candidate.summary,
        kind="supersede",
        reason="took its place where it was imported from",
        relation="updates",
        memory=formed,
        target=predecessor,
    )
    decisions = SessionDecisions(session=session.id, decisions=(decided,))
    memories = world.changed_memories()
    named = book.changed({id for memory in memories for id in memory.applies_to})
    change = Change(
        kind="session",
        cause=session.id,
        at=session.ended_at or session.turns[-1].at,
        entries=(*world.entries(), *(ChangeEntry("entity", entity.id) for entity in named)),
        memories=memories,
        evidence=world.added_evidence(),
        entities=named,
        decisions=(decisions,),
        brief=brief_without(view, [predecessor]),
    )
    return SessionPlan(decisions=decisions, change=change)
