"""A finished conversation becomes memories: extract, gate, reconcile, commit (seed section 4).

Extraction depends on nothing but the session, so it is kept and reused; reconciliation goes through a
family's sessions in time order, with the decisions as the checkpoint (contract section 14).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memory_pipeline.formation.extract import form
from memory_pipeline.model.candidate import Formation
from memory_pipeline.model.change import Change, ChangeRecord
from memory_pipeline.model.decision import SessionDecisions
from memory_pipeline.model.errors import EmptySession, ExtractionFailed, MalformedTranscript
from memory_pipeline.model.transcript import Session
from memory_pipeline.reconciliation.plan import SessionPlan, plan_session
from memory_pipeline.store.family_store import FamilyStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.vectors import FamilyVectors
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.progress import Progress, silent

UNREADABLE = (MalformedTranscript, EmptySession)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOutcome:
    """What became of one session. `decisions` and `record` are None where formation failed or nothing changed."""

    formation: Formation
    decisions: SessionDecisions | None = None
    record: ChangeRecord | None = None

    @property
    def failed(self) -> bool:
        """Extractor or judge gave nothing readable; the next run tries again (a kept formation is reused then)."""
        return self.formation.status == "failed"


def waiting_sessions(view: FamilyView) -> tuple[str, ...]:
    """Ended sessions without decisions, in time order, and then those that cannot be read: each of them fails by name.

    A session that may still grow is not formed.
    """
    decided = view.decided_sessions()
    ended: list[tuple[datetime, str]] = []
    unreadable: list[str] = []
    for session in (session for session in view.session_ids() if session not in decided):
        try:
            found = view.session(session)
        except UNREADABLE:
            unreadable.append(session)
        else:
            ended += [found.chronology] if found.ended_at is not None else []
    return (*(session for _, session in sorted(ended)), *unreadable)


def form_sessions(
    pipeline: Pipeline, family: str, sessions: Sequence[str], progress: Progress = silent
) -> Iterator[Formation]:
    """Extract and gate each session and keep the result in `candidates/`; a kept one of this extractor is reused."""
    store = pipeline.store(family)
    for done, session in enumerate(sessions, start=1):
        yield _formation(pipeline, store, session)
        progress("form", done, len(sessions))


def reconcile_sessions(
    pipeline: Pipeline, family: str, sessions: Sequence[str], progress: Progress = silent
) -> Iterator[SessionOutcome]:
    """Compare each formed session's candidates with what the family has and commit the change, in order.

    A session that failed to form is left for the next run; later ones proceed (contract section 15, *Order*).
    """
    store = pipeline.store(family)
    vectors = pipeline.vectors(family)
    for done, session in enumerate(sessions, start=1):
        formation = store.formation(session)
        if formation is not None:
            yield _reconcile(pipeline, store, vectors, formation)
        progress("reconcile", done, len(sessions))


def empty_sessions(view: FamilyView) -> tuple[str, ...]:
    """Sessions that were recorded as empty, in time order: what `run --retry-empty` forms again."""
    formations = (view.formation(session) for session in view.decided_sessions())
    empty = [
        view.session(formation.session).chronology
        for formation in formations
        if formation is not None and formation.status == "empty"
    ]
    return tuple(session for _, session in sorted(empty))


def to_form(pipeline: Pipeline, store: FamilyStore, name: str) -> Session | Formation:
    """The session that extraction has to read, or what is known of it without: kept, or unreadable and so failed."""
    try:
        session = store.session(name)
    except UNREADABLE as fault:
        failed = Formation(session=name, extractor=pipeline.extractor.version, status="failed", reason=str(fault))
        store.put_formation(failed)
        return failed
    known = store.formation(session.id)
    if known is not None and known.extractor == pipeline.extractor.version and known.status in ("formed", "off_record"):
        return known
    return session


def _formation(pipeline: Pipeline, store: FamilyStore, name: str) -> Formation:
    found = to_form(pipeline, store, name)
    if isinstance(found, Formation):
        return found
    formation = form(found, store.family(), pipeline.extractor, pipeline.policies.formation)
    store.put_formation(formation)
    return formation


def _reconcile(pipeline: Pipeline, store: FamilyStore, vectors: FamilyVectors, formation: Formation) -> SessionOutcome:
    if formation.status == "failed":
        return SessionOutcome(formation=formation)
    session = store.session(formation.session)
    planned: list[SessionPlan] = []

    def plan(view: FamilyView) -> Change | None:
        planned.append(
            plan_session(view, session, formation.survivors, pipeline.judge, vectors, pipeline.policies.reconciliation)
        )
        return planned[-1].change

    try:
        record = store.commit(plan)
    except ExtractionFailed as error:
        return SessionOutcome(formation=replace(formation, status="failed", reason=str(error)))
    decisions = planned[-1].decisions
    if record is None:
        store.put_decisions(decisions)
    return SessionOutcome(formation=formation, decisions=decisions, record=record)
