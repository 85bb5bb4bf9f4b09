"""The earlier design's explicit memories: each line becomes an explicit directive or is matched to one.

The file is a session, each of its lines a turn, so that evidence resolves like any other. A line was written by the
family's wish, so it is read like words on the card; unlike there, no rule that keeps something forgotten is lifted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time

from memory_pipeline.control.remember import remember
from memory_pipeline.formation.extract import form
from memory_pipeline.language.dates import relative_expressions
from memory_pipeline.model.candidate import Candidate, Formation
from memory_pipeline.model.change import Change
from memory_pipeline.model.decision import SessionDecisions
from memory_pipeline.model.errors import ExtractionFailed
from memory_pipeline.model.ids import digest
from memory_pipeline.model.instants import zone
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.reconciliation.plan import plan_session
from memory_pipeline.store.family_store import FamilyStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.workflows.migrate_lines import LegacyLine
from memory_pipeline.workflows.pipeline import Pipeline

READER = "legacy-lines-1"
SESSION_PREFIX = "legacy-explicit-memories-"


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line with what it asks for; `own_words`: nobody could read it, so it stands as it is."""

    candidates: tuple[Candidate, ...]
    own_words: bool = False


def session_name(text: str) -> str:
    """The name of the session that a file of this text is; a file that has changed is another session."""
    return f"{SESSION_PREFIX}{digest(text)[:12]}"


def reconcile_explicit(
    pipeline: Pipeline, family: str, name: str, lines: Sequence[LegacyLine], at: datetime
) -> SessionDecisions | None:
    """Reconcile the lines as what the family asked for until `at`; done once, later calls change nothing.

    None for a file without lines. Raises ExtractionFailed where a line could not be read; nothing is written then.
    """
    store = pipeline.store(family)
    decided = store.decisions(name)
    if decided is not None or not lines:
        return decided
    session = _session(name, lines, at, store.family().timezone)
    read = [_read(pipeline, store.view(), line, place, at) for place, line in enumerate(lines, start=1)]
    candidates = tuple(candidate for line in read for candidate in line.candidates)
    own = frozenset(id(candidate) for line in read if line.own_words for candidate in line.candidates)
    store.put_formation(Formation(session=name, extractor=READER, status="formed", survivors=candidates))
    return _commit(pipeline, store, session, candidates, [id(candidate) in own for candidate in candidates])


def is_undated(line: LegacyLine) -> bool:
    """Whether the line speaks of a day that cannot be known: "next Friday" in a file without a date."""
    return line.said_on is None and bool(relative_expressions(line.text))


def _commit(
    pipeline: Pipeline, store: FamilyStore, session: Session, candidates: Sequence[Candidate], own_words: list[bool]
) -> SessionDecisions:
    vectors = pipeline.vectors(store.key)
    made: list[SessionDecisions] = []

    def plan(view: FamilyView) -> Change:
        planned = plan_session(view, session, candidates, pipeline.judge, vectors, pipeline.policies.reconciliation)
        made.append(planned.decisions)
        at = session.ended_at or session.started_at
        change = planned.change or Change(kind="migration", cause=session.id, at=at, decisions=(planned.decisions,))
        formed = {each.memory for each in planned.decisions.decisions if own_words[each.candidate]}
        memories = tuple(_marked(memory, formed) for memory in change.memories)
        return replace(change, kind="migration", memories=memories, sessions=(session,))

    store.commit(plan)
    return made[-1]


def _marked(memory: Memory, formed: set[str | None]) -> Memory:
    new = memory.id in formed and memory.revision == 1
    return replace(memory, needs_enrichment=True) if new else memory


def _session(name: str, lines: Sequence[LegacyLine], at: datetime, timezone: str) -> Session:
    turns = tuple(
        Turn(number=place, role="user", speaker=line.speaker, at=_said_at(line, at, timezone), text=line.text)
        for place, line in enumerate(lines, start=1)
    )
    return Session(id=name, surface="import", started_at=at, ended_at=at, off_record=False, turns=turns)


def _read(pipeline: Pipeline, view: FamilyView, line: LegacyLine, place: int, at: datetime) -> ReadLine:
    if is_undated(line):
        return ReadLine(())
    family = view.family()
    said_at = _said_at(line, at, family.timezone)
    turn = Turn(number=1, role="user", speaker=line.speaker, at=said_at, text=line.text)
    alone = Session(id="line", surface="card", started_at=said_at, ended_at=said_at, off_record=False, turns=(turn,))
    formation = form(alone, family, pipeline.extractor, pipeline.policies.formation)
    if formation.status == "failed":
        raise ExtractionFailed(f"{line.place}: {formation.reason}")
    wanted = remember(view, alone, formation.survivors)
    candidates = tuple(_at(candidate, place) for candidate in wanted.candidates)
    if wanted.needs_enrichment:
        candidates = tuple(_as_directive(candidate) for candidate in candidates)
    return ReadLine(candidates, wanted.needs_enrichment)


def _said_at(line: LegacyLine, at: datetime, timezone: str) -> datetime:
    """Noon of the day that the line names, else the file's time."""
    return at if line.said_on is None else datetime.combine(line.said_on, time(12), zone(timezone)).astimezone(UTC)


def _at(candidate: Candidate, place: int) -> Candidate:
    """The candidate with its words cited where they stand in the file."""
    evidence = tuple(replace(quote, first=place, last=place) for quote in candidate.evidence)
    return replace(candidate, evidence=evidence)


def _as_directive(candidate: Candidate) -> Candidate:
    return replace(candidate, type="directive") if candidate.type in ("fact", "preference") else candidate
