"""Small conversations, and an extractor that says what a test wants it to say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from memory_pipeline.formation.extract import form
from memory_pipeline.formation.gates import GateContext
from memory_pipeline.formation.policy import FormationPolicy
from memory_pipeline.formation.reading import read_turns
from memory_pipeline.model.candidate import Candidate, Extraction, Formation, Quote
from memory_pipeline.model.errors import ExtractionFailed
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.transcript import Role, Session, Surface, Turn

FRIDAY = datetime(2026, 8, 14, 19, 2, tzinfo=UTC)
"""Friday 14 August 2026, noon in Los Angeles."""

CEDAR = Family(
    key="fam_cedar",
    timezone="America/Los_Angeles",
    members=(
        Member(name="Dana", aliases=("Dani",)),
        Member(name="Marcus", aliases=("Marc",)),
        Member(name="Theo", kind="child"),
        Member(name="Juniper", kind="child", aliases=("June",)),
    ),
)
POLICY = FormationPolicy(prompts=())


def talk(
    *turns: str | tuple[str, str], surface: Surface = "chat", off_record: bool = False, open_: bool = False
) -> Session:
    """A conversation of turns by Dana, or of (who, text): assistant, tool:NAME, system, or a speaker's name."""
    made = tuple(_turn(number, turn) for number, turn in enumerate(turns, start=1))
    ended = None if open_ else FRIDAY + timedelta(hours=1)
    return Session(
        id="2026-08-14-a", surface=surface, started_at=FRIDAY, ended_at=ended, off_record=off_record, turns=made
    )


def claim(summary: str, quote: str = "", turn: int = 1, last: int | None = None, **fields: Any) -> Candidate:
    """A candidate whose quote, unless given, is its summary and whose body is its quote."""
    quoted = quote or summary
    candidate = Candidate(
        type="fact",
        about="Dana",
        summary=summary,
        body=quoted,
        when_to_use="Whenever this comes up",
        evidence=(Quote(first=turn, last=last or turn, text=quoted),),
    )
    return replace(candidate, **fields)


def context(session: Session, family: Family = CEDAR, policy: FormationPolicy = POLICY) -> GateContext:
    return GateContext(session=session, family=family, policy=policy, turns=read_turns(session, family))


@dataclass(frozen=True)
class Saying:
    """An extractor double: proposes exactly these candidates, or fails with this message."""

    candidates: tuple[Candidate, ...] = ()
    summary: str = ""
    refused: tuple[str, ...] = ()
    failure: str = ""
    version: str = "double-1"
    asked: list[str] = field(default_factory=list)

    def extract(self, session: Session, family: Family) -> Extraction:
        self.asked.append(session.id)
        if self.failure:
            raise ExtractionFailed(self.failure)
        return Extraction(candidates=self.candidates, summary=self.summary, refused=self.refused, request_hash="h")


def formed(
    session: Session, candidates: Iterable[Candidate], family: Family = CEDAR, policy: FormationPolicy = POLICY
) -> Formation:
    return form(session, family, Saying(tuple(candidates)), policy)


def gate_of(session: Session, candidate: Candidate, family: Family = CEDAR, policy: FormationPolicy = POLICY) -> str:
    """The name of the gate that drops the candidate; "" when it survives."""
    outcome = formed(session, [candidate], family, policy)
    return outcome.rejections[0].gate if outcome.rejections else ""


def survivor(
    session: Session, candidate: Candidate, family: Family = CEDAR, policy: FormationPolicy = POLICY
) -> Candidate:
    outcome = formed(session, [candidate], family, policy)
    assert outcome.survivors, outcome.rejections
    return outcome.survivors[0]


def _turn(number: int, turn: str | tuple[str, str]) -> Turn:
    who, text = ("Dana", turn) if isinstance(turn, str) else turn
    at = FRIDAY + timedelta(minutes=number)
    role: Role = "user"
    speaker: str | None = who
    if who in ("assistant", "system"):
        role, speaker = ("assistant" if who == "assistant" else "system"), None
    elif who.startswith("tool:"):
        role, speaker = "tool", who.removeprefix("tool:")
    return Turn(number=number, role=role, speaker=speaker, at=at, text=text)
