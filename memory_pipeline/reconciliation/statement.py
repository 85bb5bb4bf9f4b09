"""Something that was said: a candidate with its place in time and the ledger lines that it brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory_pipeline.language.folding import find_quote
from memory_pipeline.model.candidate import Candidate, Quote
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import Memory, body_of
from memory_pipeline.model.refs import ConversationRef
from memory_pipeline.model.transcript import Session, Turn

Place = tuple[datetime, str, int, int]
"""Sort key of what was said: time of the turn, session, turn, ordinal of the candidate (contract section 15)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """`entities` are the ids it applies to.

    `home` is the memory whose ledger holds it already, if any; `against`: it stands there as a contradiction.
    """

    candidate: Candidate
    evidence: tuple[Evidence, ...]
    ordinal: int = 0
    entities: tuple[str, ...] = ()
    home: str | None = None
    against: bool = False

    @property
    def place(self) -> Place:
        """When it was said first."""
        return min((line.recorded_at, line.ref.session, line.ref.last, self.ordinal) for line in self.evidence)

    @property
    def session(self) -> str:
        """The session it was said in."""
        return self.evidence[0].ref.session


def state(session: Session, family: str, candidate: Candidate, ordinal: int, entities: tuple[str, ...]) -> Statement:
    """A survivor of the gates as a statement; each quote becomes a ledger line with the time of its turn."""
    lines = tuple(_evidence(session, family, quote) for quote in candidate.evidence)
    return Statement(candidate=candidate, evidence=lines, ordinal=ordinal, entities=entities)


def speaker_of(session: Session, candidate: Candidate) -> str | None:
    """Who said it: the speaker of the first cited turn that a user wrote."""
    turns = [_spoken(session, quote) for quote in candidate.evidence]
    return next((turn.speaker for turn in turns if turn is not None and turn.speaker), None)


def memory_of(statement: Statement, id: str, *, supersedes: str | None = None, related: Sequence[str] = ()) -> Memory:
    """The memory that a statement forms; times and counter are its ledger's and set when the change is made."""
    candidate = statement.candidate
    return Memory(
        id=id,
        type=candidate.type,
        about=candidate.about,
        summary=candidate.summary,
        when_to_use=candidate.when_to_use,
        applies_to=tuple(sorted(statement.entities)),
        strength=candidate.strength,
        authority=candidate.authority,
        confidence=candidate.confidence,
        durability=candidate.durability,
        formed_at=statement.place[0],
        last_reinforced_at=statement.place[0],
        valid_until=candidate.valid_until,
        supersedes=supersedes,
        related=tuple(sorted(related)),
        sensitivity=candidate.sensitivity,
        body=body_of(candidate.body.strip()),
    )


def memory_id(statement: Statement, family: str, ordinal: int) -> str:
    """The ULID of what a statement forms: its time and a hash of family, session, content and ordinal."""
    candidate = statement.candidate
    content = (candidate.type, candidate.about, candidate.summary, candidate.body, candidate.when_to_use)
    places = tuple(f"{line.ref.first}-{line.ref.last} {line.quote}" for line in statement.evidence)
    return derived_ulid(statement.place[0], family, statement.session, *content, *places, str(ordinal))


def _evidence(session: Session, family: str, quote: Quote) -> Evidence:
    turn = _spoken(session, quote)
    at = turn.at if turn is not None else session.started_at
    return Evidence(ref=ConversationRef(family, session.id, quote.first, quote.last), quote=quote.text, recorded_at=at)


def _spoken(session: Session, quote: Quote) -> Turn | None:
    """The user's turn in which the quote stands; else the last cited turn of a user, else the first cited turn."""
    cited = [turn for turn in map(session.turn, quote.turns) if turn is not None]
    written = [turn for turn in cited if turn.role == "user"]
    standing = [turn for turn in written if find_quote(quote.text, turn.text) is not None]
    return next(iter([*standing, *reversed(written), *cited]), None)
