"""One household in a scratch store: conversations come in, time passes, and what an agent would see is read back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memory_pipeline.evaluation.cases.common import Claim, Conversation, Household
from memory_pipeline.evaluation.observing.not_measured import NotMeasured
from memory_pipeline.model.candidate import Candidate, Formation, Quote
from memory_pipeline.model.errors import ExtractionFailed, ForgottenReference
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.ports.chat_model import ChatModel
from memory_pipeline.retrieval.reader import MemoryReader
from memory_pipeline.workflows.dream_family import dream_family
from memory_pipeline.workflows.families import add_family, take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_session import SessionOutcome, reconcile_sessions
from memory_pipeline.workflows.reindex import synchronise_index
from memory_pipeline.workflows.run_family import run_family

FAMILY = "household"
NOT_RECORDED = "not_recorded"
"""The fault under which a model backend counts a request without a recorded reply."""
_BETWEEN_TURNS = timedelta(seconds=20)

ReaderOf = Callable[[Pipeline, str], MemoryReader]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What evaluation is given by the composition root.

    `scratch` makes a pipeline over an empty store of its own, `reader_of` the agent's door to one of its families.
    `agent`: the model that answers a family's messages; None where no endpoint is configured.
    """

    scratch: Callable[[], Pipeline]
    reader_of: ReaderOf
    agent: ChatModel | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What stands before a model that answers one message, and what its search and read tools would give it."""

    brief: str
    turn: str
    found: tuple[Memory, ...]

    @property
    def prompt(self) -> str:
        """Brief and turn block, as they stand before the model without any tool."""
        return f"{self.brief}\n{self.turn}"

    @property
    def everything(self) -> str:
        """The prompt and every whole memory that a search gives."""
        read = (f"{memory.about}: {memory.summary}\n{memory.body}" for memory in self.found)
        return "\n".join([self.prompt, *read])


class ScratchFamily:
    """A family of one case. Each act has its own instant, which is the `now` of everything that follows from it."""

    def __init__(self, bench: Bench, household: Household) -> None:
        self._bench = bench
        self._pipeline = bench.scratch()
        self.household = household
        add_family(self._pipeline, family_of(household))

    def at(self, now: datetime) -> Pipeline:
        """The pipeline at an instant."""
        return replace(self._pipeline, now_given=now)

    def converse(self, conversation: Conversation) -> Formation:
        """The main job on one finished conversation; what was formed of it. Raises NotMeasured, ExtractionFailed."""
        session = session_of(conversation)
        pipeline = self.at(_end(session))
        take_in(pipeline, FAMILY, [session])
        run = run_family(pipeline, FAMILY)
        formation = next(outcome.formation for outcome in run.sessions if outcome.formation.session == session.id)
        if formation.usage.faults.get(NOT_RECORDED):
            raise NotMeasured("no reply of the model was recorded for this conversation as the prompt is now")
        if formation.status == "failed":
            raise ExtractionFailed(formation.reason)
        return formation

    def tell(self, name: str, at: datetime, speaker: str, text: str, claims: Sequence[Claim]) -> SessionOutcome:
        """One user turn with the claims that a perfect extractor takes from it: nothing but reconciliation judges."""
        turn = Turn(number=1, role="user", speaker=speaker, at=at, text=text)
        session = Session(id=name, surface="chat", started_at=at, ended_at=at, off_record=False, turns=(turn,))
        pipeline = self.at(at)
        take_in(pipeline, FAMILY, [session])
        survivors = tuple(_candidate(claim, text) for claim in claims)
        formation = Formation(
            session=name, extractor="labels", status="formed" if survivors else "empty", survivors=survivors
        )
        pipeline.store(FAMILY).put_formation(formation)
        (outcome,) = reconcile_sessions(pipeline, FAMILY, [name])
        if outcome.record is not None:
            self.dream(at)
        return outcome

    def dream(self, at: datetime) -> None:
        """A dream pass and what follows it."""
        dream_family(self.at(at), FAMILY)
        synchronise_index(self.at(at), FAMILY)

    def memories(self) -> tuple[Memory, ...]:
        """Every memory on file, by id."""
        return tuple(self._pipeline.view(FAMILY).memories().values())

    def ledger(self, memory: Memory) -> tuple[Evidence, ...]:
        """What a memory cites."""
        return self._pipeline.view(FAMILY).ledger(memory.id)

    def rules(self) -> tuple[Suppression, ...]:
        """The rules that a forget made, lifted ones too."""
        return self._pipeline.view(FAMILY).suppressions()

    def reader(self, now: datetime) -> MemoryReader:
        """The agent's door at an instant."""
        return self._bench.reader_of(self.at(now), FAMILY)

    def shown(self, message: str, now: datetime) -> Shown:
        """What a model would be given for a message at an instant."""
        reader = self.reader(now)
        found = reader.search(message, limit=10).results
        return Shown(
            brief=reader.brief("chat").text,
            turn=reader.turn(message).text,
            found=tuple(result.found.memory for result in found),
        )

    def readable_though_retracted(self, now: datetime) -> Iterator[Memory]:
        """Retracted memories that the agent's read tool gives all the same."""
        reader = self.reader(now)
        for memory in self.memories():
            if memory.status == "retracted":
                with suppress(ForgottenReference):
                    yield reader.read(str(MemoryRef(FAMILY, memory.id))).memory

    def tokens(self, text: str) -> int:
        """Tokens of a text, as the brief's budget counts them."""
        return self._pipeline.count_tokens(text)


def family_of(household: Household) -> Family:
    """family.yaml of a case's household."""
    members = tuple(
        Member(name=member.name, kind=member.role, aliases=tuple(member.aliases)) for member in household.members
    )
    return Family(key=FAMILY, timezone=household.timezone, members=members)


def session_of(conversation: Conversation) -> Session:
    """The canonical transcript of a case's conversation; its turns are twenty seconds apart."""
    turns = tuple(
        Turn(
            number=turn.turn,
            role=turn.role,
            speaker=turn.speaker,
            at=conversation.started_at + _BETWEEN_TURNS * (turn.turn - 1),
            text=turn.text,
        )
        for turn in conversation.turns
    )
    return Session(
        id=conversation.id,
        surface=conversation.surface,
        started_at=conversation.started_at,
        ended_at=turns[-1].at,
        off_record=conversation.off_record,
        turns=turns,
    )


def _end(session: Session) -> datetime:
    return session.turns[-1].at


def _candidate(claim: Claim, text: str) -> Candidate:
    return Candidate(
        type=claim.type,
        about=claim.about,
        summary=claim.summary,
        body=claim.summary,
        when_to_use=claim.when_to_use,
        evidence=(Quote(first=1, last=1, text=text),),
        applies_to=tuple(claim.applies_to),
        strength=claim.strength,
        authority=claim.authority,
        durability=claim.durability,
        valid_until=claim.valid_until,
        sensitivity=claim.sensitivity,
    )
