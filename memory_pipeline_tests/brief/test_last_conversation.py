"""The newest private conversation, and when its summary stays out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from memory_pipeline.brief.last_conversation import REACH, may_be_shown, newest_chat, whole
from memory_pipeline.model.decision import Decision, DecisionKind, SessionDecisions
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import ConversationRef
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline_tests.brief.samples import SAID, by_id, memory

DAY = timedelta(days=1)


def session(id: str, at: datetime, **fields: Any) -> Session:
    turn = Turn(number=1, role="user", speaker="Dana", at=at, text="Hello.")
    return replace(
        Session(id=id, surface="chat", started_at=at, ended_at=at, off_record=False, turns=(turn, turn)), **fields
    )


def cites(session: Session, **extra: Any) -> Evidence:
    ref = ConversationRef("fam_cedar", session.id, 1, 1)
    return Evidence(ref=ref, quote="Hello.", recorded_at=session.started_at, extra=extra)


class Family:
    """Sessions and ledgers by id, and how often each was read."""

    def __init__(self, *sessions: Session) -> None:
        self.sessions = {one.id: one for one in sessions}
        self.stored: dict[str, tuple[Evidence, ...]] = {}
        self.memories: dict[str, Memory] = {}
        self.reads: list[str] = []

    def add(self, name: str, *evidence: Evidence, **fields: Any) -> Memory:
        supporting = [one.recorded_at for one in evidence if one.supports] or [SAID]
        new = memory(name, formed_at=min(supporting), last_reinforced_at=max(supporting), **fields)
        self.memories[new.id] = new
        self.stored[new.id] = evidence
        return new

    def ledgers(self, ids: Sequence[str]) -> Mapping[str, tuple[Evidence, ...]]:
        return {id: self.stored.get(id, ()) for id in ids}

    def session(self, id: str) -> Session | None:
        self.reads.append(id)
        return self.sessions.get(id)

    def newest(self) -> Session | None:
        return newest_chat(self.memories.values(), self.ledgers, self.session)

    def shown(self, one: Session, *decisions: Decision) -> bool:
        def hidden(memory: Memory) -> bool:
            return memory.status == "retracted" or memory.sensitivity != "normal"

        record = SessionDecisions(session=one.id, decisions=decisions)
        return may_be_shown(one, by_id(self.memories.values()), self.ledgers, record, hidden)


def decision(kind: DecisionKind, memory: str | None = None, target: str | None = None) -> Decision:
    return Decision(candidate=0, summary="", kind=kind, reason="", memory=memory, target=target)


OLD, NEW = session("b-old", SAID), session("a-new", SAID + DAY)


def test_it_is_the_chat_that_ended_last_whatever_its_id() -> None:
    family = Family(OLD, NEW)
    family.add("both", cites(OLD), cites(NEW))
    assert family.newest() == NEW


@pytest.mark.parametrize(
    "unfit",
    [
        {"surface": "household_chat"},
        {"surface": "card"},
        {"surface": "import"},
        {"ended_at": None},
        {"off_record": True},
    ],
    ids=lambda fields: next(iter(fields)) + str(next(iter(fields.values()))),
)
def test_only_an_ended_private_chat_counts(unfit: dict[str, Any]) -> None:
    family = Family(OLD, replace(NEW, **unfit))
    family.add("old", cites(OLD))
    family.add("new", cites(NEW))
    assert family.newest() == OLD


def test_a_session_that_no_memory_cites_changed_nothing() -> None:
    assert Family(OLD, NEW).newest() is None


def test_a_session_that_only_contradicted_counts_too() -> None:
    family = Family(OLD, NEW)
    family.add("standing", cites(OLD), cites(NEW, stance="contradicts"))
    assert family.newest() == NEW


def test_a_cited_session_that_is_not_stored_is_passed_over() -> None:
    family = Family(OLD)
    family.add("both", cites(OLD), cites(NEW))
    assert family.newest() == OLD


def test_chats_that_end_together_are_told_apart_by_id() -> None:
    twin = session("z-twin", NEW.started_at)
    family = Family(NEW, twin)
    family.add("both", cites(NEW), cites(twin))
    assert family.newest() == twin


def test_older_history_is_not_read() -> None:
    history = [session(f"s{day:03}", SAID + day * DAY) for day in range(400)]
    family = Family(*history)
    for one in history:
        family.add(one.id, cites(one))
    assert family.newest() == history[-1]
    assert len(family.reads) < 20


def test_a_memory_confirmed_every_day_costs_one_reading_of_a_session() -> None:
    history = [session(f"s{day:03}", SAID + day * DAY) for day in range(400)]
    family = Family(*history)
    family.add("daily", *map(cites, history))
    assert family.newest() == history[-1]
    assert family.reads == ["s399"]


def test_a_chat_far_behind_everything_confirmed_since_is_no_longer_the_last() -> None:
    cards = [session(f"c{n:03}", NEW.started_at + n * DAY, surface="card") for n in range(REACH)]
    family = Family(OLD, *cards)
    family.add("old", cites(OLD))
    for one in cards:
        family.add(one.id, cites(one))
    assert family.newest() is None


def test_an_ordinary_session_may_be_shown() -> None:
    family = Family(NEW)
    plain = family.add("plain", cites(NEW))
    assert family.shown(NEW, decision("add", plain.id))


@pytest.mark.parametrize("fields", [{"sensitivity": "health"}, {"status": "retracted"}])
def test_a_session_that_a_hidden_memory_cites_stays_out(fields: dict[str, Any]) -> None:
    family = Family(OLD, NEW)
    family.add("hidden", cites(OLD), cites(NEW), **fields)
    assert not family.shown(NEW)
    assert not family.shown(OLD)


def test_a_hidden_memory_of_another_session_hides_nothing() -> None:
    family = Family(OLD, NEW)
    family.add("hidden", cites(OLD), sensitivity="health")
    assert family.shown(NEW)


def test_a_session_that_contradicted_a_hidden_memory_stays_out() -> None:
    family = Family(OLD, NEW)
    hidden = family.add("hidden", cites(OLD), cites(NEW, stance="contradicts"), sensitivity="finances")
    assert not family.shown(NEW, decision("contradict", hidden.id))


def test_an_older_version_of_a_forgotten_claim_keeps_its_session_out() -> None:
    family = Family(OLD, NEW)
    first = family.add("first", cites(NEW), status="superseded")
    last = family.add("last", cites(OLD), status="retracted", supersedes=first.id)
    family.memories[first.id] = replace(first, superseded_by=last.id)
    assert not family.shown(NEW)


def test_the_reference_cites_every_turn() -> None:
    assert str(whole(NEW, "fam_cedar")) == "conv://fam_cedar/a-new#turn=1-2"
