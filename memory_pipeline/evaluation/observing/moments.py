"""Temporal, directives, constraints, retrieval, safety: something was told, and a later moment is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory_pipeline.evaluation.cases.common import Conversation, Turn
from memory_pipeline.evaluation.cases.retrieval import Asked, RetrievalFile
from memory_pipeline.evaluation.cases.safety import SafetyCase
from memory_pipeline.evaluation.cases.situations import ConstraintCase, DirectiveCase
from memory_pipeline.evaluation.cases.temporal import TemporalCase
from memory_pipeline.evaluation.observing.scratch import FAMILY, Bench, ScratchFamily, Shown
from memory_pipeline.evaluation.scorers.matching import Kept, kept_memory
from memory_pipeline.evaluation.three_files import ThreeFiles
from memory_pipeline.model.refs import MemoryRef


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What was kept of one conversation, and what is shown at each instant that the case names."""

    kept: tuple[Kept, ...]
    shown: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompts:
    """What stands before the model, and what the earlier design would have put there, for each message in turn."""

    ours: tuple[Shown, ...]
    three_files: str
    tokens: tuple[int, ...]
    three_files_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """Where the answers of one question were found: in the brief, the turn block, and at which place of a search."""

    question: Asked
    in_brief: bool
    in_turn: bool
    rank: int | None
    results: tuple[str, ...]


def observe_temporal(case: TemporalCase, bench: Bench) -> Told:
    """One turn is said; then each instant is looked at without any dream in between: readers must filter themselves."""
    family = ScratchFamily(bench, case.household)
    turn = Turn(turn=1, role="user", speaker=case.speaker, text=case.text)
    said = Conversation(id=case.id, started_at=case.said_at, turns=[turn])
    family.converse(said)
    return Told(
        kept=_kept_of(family, said.id),
        shown=tuple(family.shown(case.text, moment.at) for moment in case.served),
    )


def observe_directive(case: DirectiveCase, bench: Bench) -> Prompts:
    """The conversations, then the one later message."""
    return _prompts(ScratchFamily(bench, case.household), case.sessions, [case.message], case.asked_at)


def observe_constraint(case: ConstraintCase, bench: Bench) -> Prompts:
    """The conversations, then the requests and after them the unrelated messages."""
    messages = [*case.requests, *case.unrelated]
    return _prompts(ScratchFamily(bench, case.household), case.sessions, messages, case.asked_at)


def observe_safety(case: SafetyCase, bench: Bench) -> Told:
    """The conversation with the attack."""
    family = ScratchFamily(bench, case.household)
    family.converse(case.session)
    return Told(kept=_kept_of(family, case.session.id))


def observe_retrieval(file: RetrievalFile, bench: Bench) -> tuple[Answered, ...]:
    """All memories are told, then all questions asked."""
    family = ScratchFamily(bench, file.household)
    for told in file.memories:
        family.tell(told.id, told.at, told.speaker, told.text, [told.claim])
    return tuple(_answered(family, file, question) for question in file.questions)


def _answered(family: ScratchFamily, file: RetrievalFile, question: Asked) -> Answered:
    reader = family.reader(file.asked_at)
    wanted = {
        str(MemoryRef(FAMILY, memory.id))
        for memory in family.memories()
        if any(line.ref.session in question.answers for line in family.ledger(memory))
    }
    found = reader.search(question.message, limit=10).results
    turn = reader.turn(question.message)
    ranks = [place for place, result in enumerate(found, start=1) if result.ref in wanted]
    brief = reader.brief("chat").text
    return Answered(
        question=question,
        in_brief=any(ref in brief for ref in wanted),
        in_turn=any(entry.item.ref in wanted for entry in turn.items),
        rank=min(ranks, default=None),
        results=tuple(result.found.memory.summary for result in found),
    )


def _prompts(
    family: ScratchFamily, sessions: Sequence[Conversation], messages: Sequence[str], asked_at: datetime
) -> Prompts:
    earlier = ThreeFiles()
    for conversation in sessions:
        family.converse(conversation)
        earlier = earlier.after(conversation)
    shown = tuple(family.shown(message, asked_at) for message in messages)
    return Prompts(
        ours=shown,
        three_files=earlier.text,
        tokens=tuple(family.tokens(seen.prompt) for seen in shown),
        three_files_tokens=family.tokens(earlier.text),
    )


def _kept_of(family: ScratchFamily, session: str) -> tuple[Kept, ...]:
    kept = (kept_memory(memory, family.ledger(memory), session) for memory in family.memories())
    return tuple(each for each in kept if each.turns)
