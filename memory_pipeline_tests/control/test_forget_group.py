"""Forget a group: counted first, bound by a token, and nothing beside it (seed section 10, contract section 15)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory_pipeline.control.forget_group import Group, find_group, plan_forget_group
from memory_pipeline.model.change import ChangeRecord
from memory_pipeline.model.errors import InvalidArgument, UnknownReference
from memory_pipeline_tests.reconciliation.world import MAY, World, said, talk

NOW = MAY + timedelta(days=30)
OSKAR = ("Oskar",)


@pytest.fixture
def world() -> World:
    made = World()
    made.tell(
        talk("s1", 0, said("Oskar plays chess.", "Oskar", applies_to=OSKAR), said("Nora plays piano."),
             said("Oskar lives in Leeds.", "Oskar", applies_to=OSKAR))
    )  # fmt: skip
    made.tell(
        talk("s2", 5, said("Oskar plays chess.", "Oskar", applies_to=OSKAR), said("The gate code is 2604.", "Gate"))
    )
    return made


def forget(world: World, by: str, value: str, token: str | None = None) -> ChangeRecord | None:
    group = Group(by=by, value=value)
    given = token or find_group(world.store.view(), group).token
    return world.store.commit(lambda view: plan_forget_group(view, group, given, NOW, "Dana"))


@pytest.mark.parametrize(
    ("by", "value", "left"),
    [
        ("about", "oskar", ["Nora plays piano.", "The gate code is 2604."]),
        ("entity", "Oskar", ["Nora plays piano.", "The gate code is 2604."]),
        ("session", "s2", ["Nora plays piano.", "Oskar lives in Leeds.", "Oskar plays chess."]),
        ("topic", "home", ["Nora plays piano.", "Oskar lives in Leeds.", "Oskar plays chess."]),
    ],
)
def test_what_is_meant_is_forgotten_and_nothing_beside_it(world: World, by: str, value: str, left: list[str]) -> None:
    forget(world, by, value)
    assert world.texts() == left


def test_a_group_stays_forgotten_and_forgotten_twice_changes_nothing(world: World) -> None:
    assert forget(world, "about", "Oskar") is not None
    assert forget(world, "about", "Oskar") is None
    decisions = world.tell(talk("s3", 40, said("Oskar has a dog.", "Oskar", applies_to=OSKAR)))
    assert [decision.kind for decision in decisions] == ["ignore"]


def test_a_group_of_nothing_yet_is_kept_from_being_learnt(world: World) -> None:
    assert find_group(world.store.view(), Group(by="about", value="Pool")).memories == ()
    forget(world, "about", "Pool")
    assert [d.kind for d in world.tell(talk("s3", 40, said("The pool opens at 9.", "Pool")))] == ["ignore"]


def test_a_token_stands_for_the_set_that_was_shown(world: World) -> None:
    token = find_group(world.store.view(), Group(by="about", value="Oskar")).token
    world.tell(talk("s3", 6, said("Oskar has a dog.", "Oskar", applies_to=OSKAR)))
    with pytest.raises(InvalidArgument, match="3 memories"):
        forget(world, "about", "Oskar", token)
    assert len(world.active()) == 5


def test_a_conversation_takes_only_what_it_alone_supports(world: World) -> None:
    found = find_group(world.store.view(), Group(by="session", value="s1"))
    assert sorted(memory.summary for memory in found.memories) == ["Nora plays piano.", "Oskar lives in Leeds."]
    record = forget(world, "session", "s1")
    assert record is not None and len([entry for entry in record.entries if entry.kind == "suppressed"]) == 2
    assert [d.kind for d in world.tell(talk("s3", 40, said("Nora plays the piano.")))] == ["ignore"]


@pytest.mark.parametrize(
    ("by", "value", "error"),
    [("entity", "Nobody", UnknownReference), ("topic", "gossip", InvalidArgument), ("session", "s9", UnknownReference)],
)
def test_a_group_that_is_none_is_refused(world: World, by: str, value: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        find_group(world.store.view(), Group(by=by, value=value))


def test_a_group_is_one_change(world: World) -> None:
    before = world.store.view().head().seq
    record = forget(world, "entity", "Oskar")
    assert record is not None and record.seq == before + 1
    assert sorted(entry.kind for entry in record.entries) == ["retracted", "retracted", "suppressed"]
