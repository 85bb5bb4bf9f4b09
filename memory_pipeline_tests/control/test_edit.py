"""Edit, pin and settle: new words in the old ones' place (contract section 15, *Edit*, *Contradiction record*)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pytest

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.control.card_session import card_session
from memory_pipeline.control.edit import plan_edit
from memory_pipeline.control.forget import plan_forget
from memory_pipeline.control.pin import plan_pin
from memory_pipeline.control.rules import plan_lift
from memory_pipeline.control.settle import open_disputes, plan_keep, plan_replace
from memory_pipeline.model.change import Change, ChangeRecord
from memory_pipeline.model.errors import ForgottenReference, InvalidArgument, UnknownReference
from memory_pipeline.model.memory import Memory
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline_tests.reconciliation.world import MAY, World, said, talk

NOW = MAY + timedelta(days=30)


@pytest.fixture
def world() -> World:
    made = World()
    gate = said("The gate code is 2604.", "Gate", type="constraint", strength="hard", applies_to=("Dana",))
    made.tell(talk("s1", 0, gate, said("Nora plays piano.")))
    return made


def called(world: World, text: str) -> Memory:
    return next(memory for memory in world.memories().values() if memory.claim == text)


def commit(world: World, plan: Callable[[FamilyView], Change | None]) -> ChangeRecord | None:
    return world.store.commit(plan)


def edit(world: World, id: str, text: str, days: int = 30) -> ChangeRecord | None:
    session = card_session(text, MAY + timedelta(days=days), "Dana")
    return commit(world, lambda view: plan_edit(view, id, session, BriefBudget(), len))


def test_an_edit_leaves_one_active_with_lineage_both_ways(world: World) -> None:  # fault 37
    old = called(world, "The gate code is 2604.")
    edit(world, old.id, "The gate code is 4804.")
    new, before = called(world, "The gate code is 4804."), called(world, "The gate code is 2604.")
    assert (before.status, before.superseded_by, new.status, new.supersedes) == ("superseded", new.id, "active", old.id)


def test_an_edit_inherits_what_the_family_did_not_write(world: World) -> None:
    old = called(world, "The gate code is 2604.")
    commit(world, lambda view: plan_pin(view, old.id, NOW, pinned=True))
    edit(world, old.id, "The gate code is 4804.")
    new = called(world, "The gate code is 4804.")
    kept = ("type", "about", "applies_to", "strength", "sensitivity")
    assert [getattr(new, name) for name in kept] == [getattr(old, name) for name in kept]
    assert (new.pin, new.authority, new.confidence, new.needs_enrichment) == (True, "user_explicit", 1.0, True)


def test_dates_are_read_again_from_the_new_words(world: World) -> None:
    id = called(world, "Nora plays piano.").id
    edit(world, id, "Nora's piano recital is on June 20.")
    assert called(world, "Nora's piano recital is on June 20.").valid_until == date(2026, 6, 21)


def test_the_evidence_of_an_edit_is_what_the_family_wrote(world: World) -> None:
    id = called(world, "Nora plays piano.").id
    edit(world, id, "Nora plays the organ.")
    view = world.store.view()
    (line,) = view.ledger(called(world, "Nora plays the organ.").id)
    assert view.session(line.ref.session).turns[0].text == line.quote == "Nora plays the organ."
    assert view.session(line.ref.session).surface == "card"


def test_the_same_words_twice_change_nothing(world: World) -> None:  # fault 29
    id = called(world, "Nora plays piano.").id
    edit(world, id, "Nora plays the organ.")
    assert edit(world, called(world, "Nora plays the organ.").id, "Nora plays the organ.", days=31) is None
    assert edit(world, id, "Nora plays the organ.", days=32) is None


def test_an_edit_of_what_was_superseded_meanwhile_is_of_the_newest_version(world: World) -> None:  # fault 42
    id = called(world, "The gate code is 2604.").id
    world.tell(talk("s2", 5, said("The gate code is 4804.", "Gate", type="constraint", strength="hard")))
    edit(world, id, "The gate code is 1111.")
    assert world.texts() == ["Nora plays piano.", "The gate code is 1111."]
    assert (
        world.store.view().memories()[called(world, "The gate code is 1111.").id].supersedes
        == called(world, "The gate code is 4804.").id
    )


def test_nothing_that_is_forgotten_can_be_edited_or_written_back(world: World) -> None:
    id = called(world, "Nora plays piano.").id
    commit(world, lambda view: plan_forget(view, id, NOW, "Dana"))
    with pytest.raises(ForgottenReference):
        edit(world, id, "Nora plays the organ.")
    with pytest.raises(InvalidArgument, match="suppression://"):
        edit(world, called(world, "The gate code is 2604.").id, "Nora plays the piano.")


def test_an_edit_of_nothing_is_refused(world: World) -> None:
    with pytest.raises(UnknownReference):
        edit(world, "01ARZ3NDEKTSV4RRFFQ69G5FAV", "Nora plays the organ.")


def test_a_remark_against_an_edit_is_recorded_and_the_edit_stands(world: World) -> None:
    edit(world, called(world, "The gate code is 2604.").id, "The gate code is 4804.")
    decisions = world.tell(talk("s3", 40, said("The gate code is 2604.", "Gate", type="constraint", strength="hard")))
    assert [decision.kind for decision in decisions] == ["contradict"]
    assert "The gate code is 4804." in world.texts()


def test_sensitive_words_make_a_plain_memory_sensitive_and_never_the_other_way(world: World) -> None:
    id = called(world, "Nora plays piano.").id
    edit(world, id, "Nora takes insulin for her diabetes.")
    sick = called(world, "Nora takes insulin for her diabetes.")
    assert sick.sensitivity != "normal"
    edit(world, sick.id, "Nora plays piano again.", days=31)
    assert called(world, "Nora plays piano again.").sensitivity == sick.sensitivity


def test_a_pin_is_set_once_and_taken_away_once(world: World) -> None:
    id = called(world, "Nora plays piano.").id
    assert commit(world, lambda view: plan_pin(view, id, NOW, pinned=True)) is not None
    assert commit(world, lambda view: plan_pin(view, id, NOW, pinned=True)) is None
    assert world.memories()[id].pin and world.memories()[id].revision == 2
    assert commit(world, lambda view: plan_pin(view, id, NOW, pinned=False)) is not None
    assert not world.memories()[id].pin


@pytest.fixture
def disputed(world: World) -> World:
    edit(world, called(world, "The gate code is 2604.").id, "The gate code is 4804.", days=1)
    world.tell(talk("s3", 5, said("The gate code is 9999.", "Gate", type="constraint", strength="hard")))
    return world


def test_what_is_kept_is_marked_as_settled_and_asked_once(disputed: World) -> None:
    id = called(disputed, "The gate code is 4804.").id
    assert len(open_disputes(disputed.store.view().ledger(id))) == 1
    before = disputed.store.view().ledger(id)
    assert commit(disputed, lambda view: plan_keep(view, id, NOW)) is not None
    after = disputed.store.view().ledger(id)
    assert after[: len(before)] == before and open_disputes(after) == []
    assert commit(disputed, lambda view: plan_keep(view, id, NOW)) is None
    assert disputed.memories()[id].reinforcement_count == 0


def test_what_was_said_against_it_takes_its_place_as_an_edit(disputed: World) -> None:
    id = called(disputed, "The gate code is 4804.").id
    session = card_session("The gate code is 9999.", NOW, "Dana")
    commit(disputed, lambda view: plan_replace(view, id, session, BriefBudget(), len))
    new = called(disputed, "The gate code is 9999.")
    assert (new.status, new.supersedes, new.authority, new.when_to_use) == (
        "active", id, "user_explicit", "When Gate comes up"
    )  # fmt: skip
    assert [line.ref.session for line in disputed.store.view().ledger(new.id)] == ["s3", session.id]


def test_a_settlement_told_again_after_it_stands_changes_nothing(disputed: World) -> None:
    id = called(disputed, "The gate code is 4804.").id
    session = card_session("The gate code is 9999.", NOW, "Dana")
    assert commit(disputed, lambda view: plan_replace(view, id, session, BriefBudget(), len)) is not None
    assert commit(disputed, lambda view: plan_replace(view, id, session, BriefBudget(), len)) is None
    assert commit(disputed, lambda view: plan_keep(view, id, NOW)) is None


def test_where_nothing_is_open_nothing_is_replaced(world: World) -> None:
    id = called(world, "Nora plays piano.").id
    with pytest.raises(InvalidArgument, match="still open"):
        plan_replace(world.store.view(), id, card_session("x", NOW, None), BriefBudget(), len)


def test_the_same_remark_from_another_day_is_open_again(disputed: World) -> None:
    id = called(disputed, "The gate code is 4804.").id
    commit(disputed, lambda view: plan_keep(view, id, NOW))
    disputed.tell(talk("s4", 50, said("The gate code is 9999.", "Gate", type="constraint", strength="hard")))
    assert len(open_disputes(disputed.store.view().ledger(id))) == 1


def test_a_lifted_rule_brings_nothing_back_and_lets_new_words_form(world: World) -> None:
    id = called(world, "Nora plays piano.").id
    commit(world, lambda view: plan_forget(view, id, NOW, "Dana"))
    (rule,) = world.store.view().suppressions()
    assert commit(world, lambda view: plan_lift(view, rule.id, NOW)) is not None
    assert commit(world, lambda view: plan_lift(view, rule.id, NOW)) is None
    assert world.memories()[id].status == "retracted"
    world.tell(talk("s9", 60, said("Nora plays piano.")))
    assert "Nora plays piano." in world.texts()
    assert world.store.view().suppressions() == (replace(rule, lifted_at=NOW),)


def test_no_rule_of_that_id_is_lifted(world: World) -> None:
    with pytest.raises(UnknownReference, match="card rules"):
        plan_lift(world.store.view(), "01ARZ3NDEKTSV4RRFFQ69G5FAV", NOW)
