"""What a memory's ledger says was said, and when: the statements behind it, as far as they are on file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from memory_pipeline.language.claim_frames import keys
from memory_pipeline.model.candidate import Candidate, Quote
from memory_pipeline.model.errors import StoredDataError
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.memory import Memory
from memory_pipeline.reconciliation.statement import Place, Statement, memory_id
from memory_pipeline.reconciliation.working_set import WorkingSet
from memory_pipeline.store.family_view import FamilyView


def lines_after(world: WorkingSet, memories: Iterable[str], place: Place) -> bool:
    """Whether any ledger of these memories has a line that was said after `place`."""
    return any(_place(line) > place[:3] for memory in memories for line in world.ledger(memory))


def first_place(world: WorkingSet, memory: str) -> tuple[object, ...]:
    """When the first supporting line of a memory was said."""
    return min((_place(line) for line in world.ledger(memory) if line.supports), default=())


def statements_of(view: FamilyView, world: WorkingSet, lineage: tuple[str, ...]) -> list[Statement]:
    """Every statement of a lineage in the order in which it was said; what two versions hold is the newer one's."""
    found: dict[tuple[tuple[str, str], ...], Statement] = {}
    for id in reversed(lineage):
        for statement in _statements(view, world, world.memories[id]):
            found.setdefault(tuple((str(line.ref), line.quote) for line in statement.evidence), statement)
    return sorted(found.values(), key=lambda statement: statement.place)


def _statements(view: FamilyView, world: WorkingSet, memory: Memory) -> list[Statement]:
    """One for each session and stance in the ledger; those of the session at hand as they were stated."""
    ours = world.said(memory.id)
    said = {_line(line) for statement in ours for line in statement.evidence}
    groups: dict[tuple[str, bool], list[Evidence]] = {}
    for line in world.ledger(memory.id):
        if _line(line) not in said:
            groups.setdefault((line.ref.session, line.supports), []).append(line)
    told = [_told(view, memory, tuple(lines)) for lines in groups.values()]
    return [*told, *(_at_home(statement, memory.id) for statement in ours)]


def _told(view: FamilyView, memory: Memory, lines: tuple[Evidence, ...]) -> Statement:
    """The candidate behind ledger lines: as extraction proposed it, else as the memory tells it."""
    plain = tuple(_bare(line) for line in lines)
    survivors = _survivors(view, lines[0].ref.session)
    cited = {(line.ref.first, line.ref.last, line.quote) for line in lines}
    fitting = [
        Statement(candidate=candidate, evidence=plain, ordinal=ordinal, entities=memory.applies_to, home=memory.id)
        for ordinal, candidate in enumerate(survivors)
        if candidate.evidence and all((quote.first, quote.last, quote.text) in cited for quote in candidate.evidence)
    ]
    chosen = min(fitting, key=lambda statement: _distance(view, statement, memory, lines), default=None)
    if chosen is None:
        chosen = Statement(
            candidate=_as_candidate(memory, lines), evidence=plain, entities=memory.applies_to, home=memory.id
        )
    return replace(chosen, against=not lines[0].supports)


def _distance(
    view: FamilyView, statement: Statement, memory: Memory, lines: tuple[Evidence, ...]
) -> tuple[bool, int, int]:
    """Its own memory's candidate first, then the one that shares most words with it, then the first."""
    told = str(lines[0].extra.get("summary", memory.summary))
    shared = len(keys(statement.candidate.summary) & keys(told))
    return memory_id(statement, view.key, 0) != memory.id, -shared, statement.ordinal


def _survivors(view: FamilyView, session: str) -> tuple[Candidate, ...]:
    try:
        formation = view.formation(session)
    except StoredDataError:
        return ()
    return formation.survivors if formation is not None else ()


def _as_candidate(memory: Memory, lines: tuple[Evidence, ...]) -> Candidate:
    summary = memory.summary if lines[0].supports else str(lines[0].extra.get("summary", lines[0].quote))
    return Candidate(
        type=memory.type,
        about=memory.about,
        summary=summary,
        body=memory.claim if lines[0].supports else summary,
        when_to_use=memory.when_to_use,
        evidence=tuple(Quote(first=line.ref.first, last=line.ref.last, text=line.quote) for line in lines),
        strength=memory.strength if lines[0].supports else "soft",
        authority=memory.authority if lines[0].supports else "user_stated",
        confidence=memory.confidence,
        durability=memory.durability,
        valid_until=memory.valid_until if lines[0].supports else None,
        sensitivity=memory.sensitivity,
    )


def _bare(line: Evidence) -> Evidence:
    """The line as support: what it was told as is decided anew."""
    return line if line.supports else Evidence(ref=line.ref, quote=line.quote, recorded_at=line.recorded_at)


def _at_home(statement: Statement, memory: str) -> Statement:
    against = not statement.evidence[0].supports
    return replace(statement, evidence=tuple(map(_bare, statement.evidence)), home=memory, against=against)


def _place(line: Evidence) -> tuple[object, str, int]:
    return line.recorded_at, line.ref.session, line.ref.last


def _line(line: Evidence) -> tuple[str, str, bool]:
    return str(line.ref), line.quote, line.supports
