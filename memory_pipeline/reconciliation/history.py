"""What a memory's ledger says was said, and when: the statements behind it, as far as they are on file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from memory_pipeline.language.claim_frames import keys
from memory_pipeline.model.candidate import Candidate, Quote
from memory_pipeline.model.errors import StoredDataError
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.memory import Memory
from memory_pipeline.reconciliation.statement import Place, Statement, memory_id, state
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
    """Those in the ledger, by session and stance; those of the session at hand as they were stated."""
    ours = world.said(memory.id)
    said = {_line(line) for statement in ours for line in statement.evidence}
    groups: dict[tuple[str, bool], list[Evidence]] = {}
    for line in world.ledger(memory.id):
        if _line(line) not in said:
            groups.setdefault((line.ref.session, line.supports), []).append(line)
    told = [statement for lines in groups.values() for statement in _told(view, memory, lines)]
    return [*told, *(_at_home(statement, memory.id) for statement in ours)]


def _told(view: FamilyView, memory: Memory, lines: list[Evidence]) -> list[Statement]:
    """The candidates behind ledger lines of one session and stance: as they were proposed, else as the memory tells."""
    found: list[Statement] = []
    left = {_cited(line): line for line in lines}
    for statement in sorted(_fitting(view, memory, lines), key=lambda each: _distance(view, each, memory)):
        cited = {_cited(line) for line in statement.evidence}
        if cited & left.keys():
            found.append(replace(statement, evidence=tuple(map(_bare, statement.evidence))))
            left = {place: line for place, line in left.items() if place not in cited}
    if left:
        rest = tuple(left.values())
        told = _as_candidate(memory, rest)
        found.append(
            Statement(candidate=told, evidence=tuple(map(_bare, rest)), entities=memory.applies_to, home=memory.id)
        )
    return [replace(statement, against=not lines[0].supports) for statement in found]


def _fitting(view: FamilyView, memory: Memory, lines: list[Evidence]) -> Iterator[Statement]:
    """The session's candidates all of whose quotes are among the lines, with those lines."""
    held = {_cited(line): line for line in lines}
    for ordinal, candidate in enumerate(_survivors(view, lines[0].ref.session)):
        cited = [(quote.first, quote.last, quote.text) for quote in candidate.evidence]
        if cited and all(place in held for place in cited):
            evidence = tuple(held[place] for place in cited)
            yield Statement(
                candidate=candidate, evidence=evidence, ordinal=ordinal, entities=memory.applies_to, home=memory.id
            )


def _distance(view: FamilyView, statement: Statement, memory: Memory) -> tuple[bool, int, int]:
    """Its own memory's candidate first, then the one that shares most words with what was told, then the first."""
    told = str(statement.evidence[0].extra.get("summary", memory.summary))
    shared = len(keys(statement.candidate.summary) & keys(told))
    return memory_id(statement, view.key, 0) != memory.id, -shared, statement.ordinal


def ignored_refinements(view: FamilyView) -> dict[str, list[tuple[str, int]]]:
    """By memory, the session and ordinal of each candidate that would have refined it and had not the authority."""
    found: dict[str, list[tuple[str, int]]] = {}
    for session in sorted(view.decided_sessions()):
        recorded = view.decisions(session)
        for decision in recorded.decisions if recorded is not None else ():
            if decision.kind == "ignore" and decision.relation == "refines" and decision.target is not None:
                found.setdefault(decision.target, []).append((session, decision.candidate))
    return found


def survivor(view: FamilyView, session: str, ordinal: int, entities: tuple[str, ...]) -> Statement | None:
    """A candidate of a session as it was stated; None where it is no longer kept."""
    proposed = _survivors(view, session)
    if ordinal >= len(proposed):
        return None
    return state(view.session(session), view.key, proposed[ordinal], ordinal, entities)


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


def _cited(line: Evidence) -> tuple[int, int, str]:
    return line.ref.first, line.ref.last, line.quote


def _place(line: Evidence) -> tuple[object, str, int]:
    return line.recorded_at, line.ref.session, line.ref.last


def _line(line: Evidence) -> tuple[str, str, bool]:
    return str(line.ref), line.quote, line.supports
