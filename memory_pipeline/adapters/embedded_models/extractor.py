"""The embedded extractor: rules over clauses, offline and deterministic (contract section 4, backend `embedded`).

Rules read the forms that they know (dates, numbers, names, limits, standing wishes); small learned heads judge what is
worth keeping, veto what only looks like a form, and keep a clear statement of no known form in the family's words.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from memory_pipeline.adapters.embedded_models.extraction.draft import Draft, candidate_of
from memory_pipeline.adapters.embedded_models.extraction.reading import drafts_of
from memory_pipeline.adapters.embedded_models.extraction.session_summary import summarize
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement, statements
from memory_pipeline.adapters.embedded_models.extraction.wellformed import is_readable
from memory_pipeline.adapters.embedded_models.heads.judge import shipped_heads
from memory_pipeline.model.candidate import Candidate, Extraction
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session

ReadTurn = Callable[[Sequence[Statement], Family], Iterable[tuple[Statement, Draft]]]


@dataclass(frozen=True, slots=True)
class EmbeddedLimits:
    """How much the extractor proposes.

    `peer_share`: soft facts a turn, at most, when people talk to each other; `soft_below`: what counts as soft.
    """

    peer_share: float = 0.7
    soft_below: float = 0.75


class EmbeddedExtractor:
    """Implements `ports.extractor.Extractor` without a model."""

    def __init__(self, limits: EmbeddedLimits | None = None, read: ReadTurn = drafts_of) -> None:
        self._limits = limits or EmbeddedLimits()
        self._read = read

    @property
    def version(self) -> str:
        """Backend, rule set, heads and schema."""
        return f"embedded rules-6 {shipped_heads().version} schema-1"

    def extract(self, session: Session, family: Family) -> Extraction:
        """The candidates of a session in the order of their turns, each claim once; never raises for any text."""
        said = _judged(statements(session, family))
        proposed = [
            candidate_of(draft, statement, family)
            for _, turn in groupby(said, key=lambda statement: statement.turn.number)
            for statement, draft in self._read(tuple(turn), family)
        ]
        peers = any(statement.peers for statement in said)
        kept = tuple(_once_each(one for one in proposed if peers or is_readable(one)))
        if peers:
            kept = self._within_budget(kept, len({statement.turn.number for statement in said}))
        return Extraction(
            candidates=kept,
            summary=summarize(said, kept, family),
            request_hash=_hash(self.version, session, family),
        )

    def _within_budget(self, candidates: Sequence[Candidate], turns: int) -> tuple[Candidate, ...]:
        """All that is firm, then the best soft ones up to the share; order of turns is kept."""
        firm = sum(candidate.confidence >= self._limits.soft_below for candidate in candidates)
        room = max(0, int(turns * self._limits.peer_share) - firm)
        soft = [candidate for candidate in candidates if candidate.confidence < self._limits.soft_below]
        best = sorted(soft, key=lambda candidate: (-candidate.confidence, candidate.evidence[0].first))
        chosen = {id(candidate) for candidate in _one_a_turn_first(best)[:room]}
        return tuple(
            candidate
            for candidate in candidates
            if candidate.confidence >= self._limits.soft_below or id(candidate) in chosen
        )


def _judged(said: Sequence[Statement]) -> tuple[Statement, ...]:
    """The statements with what the heads say of them; between people, where another measure decides, without."""
    asked = [statement for statement in said if not statement.peers]
    verdicts = iter(shipped_heads().judge([statement.core for statement in asked]))
    return tuple(statement if statement.peers else replace(statement, verdict=next(verdicts)) for statement in said)


def _one_a_turn_first(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The best of each turn before the second best of any."""
    seen: dict[int, int] = {}
    ranked = []
    for candidate in candidates:
        turn = candidate.evidence[0].last
        ranked.append((seen.get(turn, 0), candidate))
        seen[turn] = seen.get(turn, 0) + 1
    return [candidate for _, candidate in sorted(ranked, key=lambda pair: pair[0])]


def _once_each(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The first of claims that read alike within a session; an explicit one goes before a stated one."""
    best: dict[str, Candidate] = {}
    for candidate in candidates:
        key = candidate.summary.casefold()
        known = best.get(key)
        if known is None or (known.authority != "user_explicit" and candidate.authority == "user_explicit"):
            best[key] = candidate
    return sorted(best.values(), key=lambda candidate: candidate.evidence[0].last)


def _hash(version: str, session: Session, family: Family) -> str:
    """What the extraction depends on: version, texts, and the members' names."""
    digest = hashlib.sha256(version.encode())
    for part in _parts(session, family):
        digest.update(b"\x00" + part.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _parts(session: Session, family: Family) -> Iterator[str]:
    yield from (session.id, session.surface, family.timezone)
    for member in family.members:
        yield from (member.name, member.kind, *member.aliases)
    for turn in session.turns:
        yield from (str(turn.number), turn.role, turn.speaker or "", turn.at.isoformat(), turn.text)
