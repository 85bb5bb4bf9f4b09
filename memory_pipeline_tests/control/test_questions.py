"""Why-not, digest, the list of rules, and what undo takes back (contract sections 9 and 15)."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from memory_pipeline.control.digest import DigestPolicy, make_digest
from memory_pipeline.control.forget import plan_forget
from memory_pipeline.control.pin import plan_pin
from memory_pipeline.control.rules import list_rules, plan_lift
from memory_pipeline.control.undoing import UndoPolicy, plan_undo
from memory_pipeline.control.why_not import why_not
from memory_pipeline.model.candidate import Formation, Rejection
from memory_pipeline.model.errors import InvalidArgument
from memory_pipeline.model.memory import Memory
from memory_pipeline_tests.reconciliation.world import MAY, World, said, talk

NOW = MAY + timedelta(days=3)
UNDO = UndoPolicy(grace=timedelta(days=30))


@pytest.fixture
def world() -> World:
    made = World()
    made.tell(
        talk("s1", 0, said("Nora plays piano."), said("The gate code is 2604.", "Gate", authority="user_explicit"))
    )
    return made


def called(world: World, text: str) -> Memory:
    return next(memory for memory in world.memories().values() if memory.claim == text)


def forget(world: World, text: str) -> None:
    id = called(world, text).id
    world.store.commit(lambda view: plan_forget(view, id, NOW, "Dana"))


def whys(world: World, text: str) -> list[str]:
    return [reason.why for reason in why_not(world.store.view(), text)]


def test_what_is_known_is_said_to_be_known(world: World) -> None:
    assert whys(world, "Nora plays the piano") == ["known"]


def test_what_was_forgotten_names_its_rule_and_what_came_up_again_its_turns(world: World) -> None:
    forget(world, "Nora plays piano.")
    world.tell(talk("s2", 5, said("Nora plays the piano.")))
    found = why_not(world.store.view(), "does Nora play piano?")
    assert [reason.why for reason in found] == ["suppressed", "ignored"]
    assert found[0].ref.startswith("suppression://") and found[1].ref == "conv://fam_test/s2#turn=1"


def test_what_a_gate_dropped_names_the_gate(world: World) -> None:
    session, (candidate,) = talk("s2", 5, said("Nora may move to Leeds."))
    world.store.add_session(session)
    dropped = Rejection(candidate=candidate, gate="distortion", reason="it is only a maybe")
    world.store.put_formation(Formation(session="s2", extractor="t", status="empty", rejections=(dropped,)))
    (reason,) = why_not(world.store.view(), "Nora moves to Leeds")
    assert (reason.why, "distortion" in reason.reason) == ("rejected", True)


def test_what_was_replaced_is_a_thing_of_the_past(world: World) -> None:
    world.tell(talk("s2", 5, said("The gate code is 4804.", "Gate", authority="user_explicit")))
    assert set(whys(world, "gate code 2604")) == {"known", "past"}


def test_of_what_nobody_said_nothing_is_told(world: World) -> None:
    assert whys(world, "the boat is moored at the quay") == []


def test_the_digest_tells_what_happened_lately_and_no_forgotten_word(world: World) -> None:
    visit = said("Grandma is staying until May 16.", "Grandma", valid_until=date(2026, 5, 17))
    world.tell(talk("s2", 1, said("The gate code is 4804.", "Gate"), visit))
    forget(world, "Nora plays piano.")
    world.tell(talk("s3", 2, said("Nora plays the piano.")))
    digest = make_digest(world.store.view(), MAY + timedelta(days=4), DigestPolicy())
    assert [memory.summary for memory in digest.ending] == ["Grandma is staying until May 16."]
    assert [memory.summary for memory, _ in digest.disputed] == ["The gate code is 2604."]
    assert [dispute.summary for _, disputes in digest.disputed for dispute in disputes] == ["The gate code is 4804."]
    assert [again.session for again in digest.came_up_again] == ["s3"]
    assert "piano" not in " ".join(again.reason for again in digest.came_up_again)
    assert [memory.status for memory in digest.retired] == ["retracted"]
    assert len(digest.learned) == 2


def test_a_digest_looks_back_no_further_than_it_says(world: World) -> None:
    digest = make_digest(world.store.view(), MAY + timedelta(days=30), DigestPolicy())
    assert (digest.learned, digest.retired, digest.came_up_again) == ((), (), ())


def test_rules_are_listed_until_they_are_lifted(world: World) -> None:
    forget(world, "Nora plays piano.")
    (rule,) = list_rules(world.store.view())
    world.store.commit(lambda view: plan_lift(view, rule.id, NOW))
    assert list_rules(world.store.view()) == ()
    assert [each.id for each in list_rules(world.store.view(), lifted=True)] == [rule.id]


def test_undo_takes_back_the_last_action_then_the_one_before(world: World) -> None:
    id = called(world, "Nora plays piano.").id
    world.store.commit(lambda view: plan_pin(view, id, NOW, pinned=True))
    forget(world, "The gate code is 2604.")
    world.store.commit(lambda view: plan_undo(view, NOW, UNDO))
    assert called(world, "The gate code is 2604.").status == "active" and world.memories()[id].pin
    world.store.commit(lambda view: plan_undo(view, NOW, UNDO))
    assert not world.memories()[id].pin
    assert world.store.commit(lambda view: plan_undo(view, NOW, UNDO)) is None


def test_an_action_that_was_undone_stays_so_when_asked_again(world: World) -> None:
    forget(world, "Nora plays piano.")
    seq = world.store.view().head().seq
    assert world.store.commit(lambda view: plan_undo(view, NOW, UNDO, seq)) is not None
    assert world.store.commit(lambda view: plan_undo(view, NOW, UNDO, seq)) is None
    assert called(world, "Nora plays piano.").status == "active"


def test_after_its_grace_an_action_stays_done(world: World) -> None:
    forget(world, "Nora plays piano.")
    with pytest.raises(InvalidArgument, match="30 days"):
        plan_undo(world.store.view(), NOW + timedelta(days=31), UNDO)
