"""The record of what was decided, in full: it is what explains a memory to a family, and what a replay reads."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from memory_pipeline.control.forget import plan_forget
from memory_pipeline.model.change import Change
from memory_pipeline.model.decision import Decision
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.model.transcript import Turn
from memory_pipeline.store.keys import decisions_key, suppression_key
from memory_pipeline_tests.reconciliation.world import FAMILY, MAY, World, said, talk

GATE = said("The gate code is 2604.", "Gate")


@pytest.fixture
def world() -> World:
    world = World()
    world.tell(talk("s1", 0, GATE))
    return world


def first(world: World) -> str:
    return min(world.memories())


def rule(scope: str, value: str, memories: tuple[str, ...] = ()) -> Suppression:
    return Suppression(
        id="01K6N1R0A0B0C0D0E0F0H0H0R1", scope=scope, value=value, memories=memories, made_at=MAY,  # type: ignore[arg-type]
    )  # fmt: skip


def lay_down(world: World, suppression: Suppression) -> None:
    world.store.commit(lambda _: Change(kind="card", cause="forget", at=MAY, suppressions=(suppression,)))


def test_what_is_new(world: World) -> None:
    assert world.tell(talk("s2", 7, said("Nora plays piano."))) == (
        Decision(
            candidate=0, summary="Nora plays piano.", kind="add", reason="nothing like it is known",
            relation="unrelated", memory=max(world.memories()), target=None,
        ),
    )  # fmt: skip


def test_what_was_said_again(world: World) -> None:
    assert world.tell(talk("s2", 7, said("Gate code: 2604", "Gate"))) == (
        Decision(
            candidate=0, summary="Gate code: 2604", kind="reinforce", reason="said again", relation="same",
            memory=first(world), target=first(world),
        ),
    )  # fmt: skip


def test_what_changed(world: World) -> None:
    decisions = world.tell(talk("s2", 7, said("The gate code is 4804 now.", "Gate")))
    assert decisions == (
        Decision(
            candidate=0, summary="The gate code is 4804 now.", kind="supersede",
            reason="gives the same thing another value", relation="updates", memory=max(world.memories()),
            target=first(world),
        ),
    )  # fmt: skip


def test_what_contradicts_without_the_authority(world: World) -> None:
    guess = said("The gate code is 4804.", "Gate", authority="inferred")
    assert world.tell(talk("s2", 7, guess)) == (
        Decision(
            candidate=0, summary=guess.summary, kind="contradict",
            reason="differs from a claim of higher authority; the family settles it", relation="updates",
            memory=first(world), target=first(world),
        ),
    )  # fmt: skip


def test_what_is_on_file_already(world: World) -> None:
    world.objects.delete(decisions_key(FAMILY.key, "s1"))
    session, candidates = talk("s1", 0, GATE)
    plan = world.plan(world.store.view(), session, candidates)
    assert plan.change is None
    assert plan.held_back == frozenset()
    assert plan.decisions.decisions == (
        Decision(
            candidate=0, summary=GATE.summary, kind="ignore", reason="its words are in the ledger already",
            relation="same", memory=None, target=first(world),
        ),
    )  # fmt: skip


def test_what_was_told_late(world: World) -> None:
    decisions = world.tell(talk("s0", -7, said("The gate code is 4804.", "Gate")))
    assert decisions == (
        Decision(
            candidate=0, summary="The gate code is 4804.", kind="add",
            reason="told late, and said before all that is known of it", relation="updates",
            memory=min(world.memories()), target=None,
        ),
    )  # fmt: skip
    old, new = sorted(world.memories().values(), key=lambda memory: memory.formed_at)
    assert (old.status, old.superseded_by, new.status, new.supersedes) == ("superseded", new.id, "active", old.id)


def test_a_late_repetition_of_one_version_only_reinforces_it(world: World) -> None:
    world.tell(talk("s3", 21, said("Gate code: 2604", "Gate")))
    (decision,) = world.tell(talk("s2", 7, said("gate code 2604", "Gate")))
    assert (decision.kind, decision.reason, decision.memory) == ("reinforce", "said again", first(world))


def test_late_words_that_are_on_file_in_another_version_change_nothing(world: World) -> None:
    world.tell(talk("s2", 7, said("The gate code is 4804.", "Gate")))
    world.tell(talk("s3", 14, said("Gate code: 1111", "Gate")))
    before = world.objects.contents()
    world.objects.delete(decisions_key(FAMILY.key, "s2"))
    session, candidates = talk("s2", 7, said("The gate code is 4804.", "Gate"))
    plan = world.plan(world.store.view(), session, candidates)
    assert plan.change is None
    assert [decision.kind for decision in plan.decisions.decisions] == ["ignore"]
    assert {key for key in before if key.endswith(".md")} == {
        key for key in world.objects.contents() if key.endswith(".md")
    }


def test_what_the_family_asked_to_forget_names_the_rule_and_the_memory(world: World) -> None:
    world.store.commit(lambda view: plan_forget(view, first(world), MAY + timedelta(days=1), "Dana"))
    (held,) = world.store.view().suppressions()
    session, candidates = talk("s2", 7, said("Gate code: 2604", "Gate"), said("Nora plays piano."))
    plan = world.plan(world.store.view(), session, candidates)
    assert plan.held_back == {held.id}
    assert plan.decisions.decisions[0] == Decision(
        candidate=0, summary="Gate code: 2604", kind="ignore",
        reason=f"the family asked to forget this (rule {held.id})", relation=None, memory=None, target=first(world),
    )  # fmt: skip
    assert plan.decisions.decisions[1].kind == "add"


def test_a_rule_over_what_never_was_a_memory_names_none(world: World) -> None:
    lay_down(world, rule("about", "Shed", ("01K6N1R0A0B0C0D0E0F0H0H0Z9",)))
    (decision,) = world.tell(talk("s2", 7, said("The shed code is 1111.", "Shed")))
    assert (decision.kind, decision.target, decision.relation) == ("ignore", None, None)


def test_a_rule_over_a_person_holds_back_what_only_applies_to_them(world: World) -> None:
    world.tell(talk("s2", 7, said("Oskar plays chess.", "Oskar", applies_to=("Oskar",))))
    oskar = next(id for id, entity in world.store.view().entities().items() if entity.is_called("Oskar"))
    lay_down(world, rule("entity", oskar))
    kinds = [
        decision.kind
        for decision in world.tell(
            talk("s3", 9, said("There is a match on Friday.", "Match", applies_to=("Oskar",)), said("Nora skates."))
        )
    ]
    assert kinds == ["ignore", "add"]


def test_a_lifted_rule_holds_nothing_back(world: World) -> None:
    lay_down(world, rule("about", "Shed"))
    held = world.store.view().suppressions()
    key = suppression_key(FAMILY.key, next(iter(held)).id)
    assert world.objects.get(key) is not None
    world.store.commit(
        lambda _: Change(kind="card", cause="lift", at=MAY, suppressions=(replace(next(iter(held)), lifted_at=MAY),))
    )
    (decision,) = world.tell(talk("s2", 7, said("The shed code is 1111.", "Shed")))
    assert decision.kind == "add"


def test_decisions_stand_in_the_order_of_the_candidates_though_made_in_that_of_the_turns(world: World) -> None:
    session, candidates = talk("s2", 7, said("The gate code is 4804.", "Gate"), said("Gate code: 1111", "Gate"))
    world.store.add_session(session)
    decisions = world.plan(world.store.view(), session, (candidates[1], candidates[0])).decisions.decisions
    assert [decision.candidate for decision in decisions] == [0, 1]
    assert [decision.summary for decision in decisions] == ["Gate code: 1111", "The gate code is 4804."]


def test_a_change_is_dated_by_the_end_of_its_session_or_its_last_turn(world: World) -> None:
    session, candidates = talk("s2", 7, said("Nora skates."), said("Nora sings."), said("Nora draws."))
    assert isinstance(session.turns[-1], Turn)
    for at, told in ((session.ended_at, session), (session.turns[-1].at, replace(session, ended_at=None))):
        change = world.plan(world.store.view(), told, candidates).change
        assert change is not None
        assert change.at == at


def test_a_memory_whose_day_has_come_is_related_to_what_is_said_anew(world: World) -> None:
    world.tell(talk("s2", 7, said("Dana's mom is staying.", "Dana's mom", valid_until=date(2026, 6, 1))))
    (decision,) = world.tell(talk("s3", 40, said("Dana's mom is staying.", "Dana's mom")))
    old = next(memory for memory in world.memories().values() if memory.valid_until is not None)
    assert (decision.kind, decision.target) == ("add", old.id)
    assert world.memories()[decision.memory or ""].related == (old.id,)


def test_what_only_the_later_statement_speaks_of_is_told_before_it() -> None:
    world = World()
    world.tell(talk("s2", 7, said("Nora switched from piano to flute.")))
    (decision,) = world.tell(talk("s1", 0, said("Nora plays the piano.")))
    assert (decision.kind, decision.relation) == ("add", "unrelated")
    assert world.texts() == ["Nora switched from piano to flute."]
    assert world.texts("superseded") == ["Nora plays the piano."]


def test_what_is_said_late_and_alike_by_the_later_one_alone_stays_beside_it() -> None:
    world = World()
    world.tell(talk("s2", 7, said("Nora has piano on Mondays.")))
    (decision,) = world.tell(talk("s1", 0, said("Nora likes ramen.")))
    assert (decision.kind, decision.reason) == ("add", "nothing like it is known")
    assert len(world.active()) == 2


def test_ledgers_are_read_of_what_a_statement_has_to_do_with_and_of_nothing_else(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.tell(talk("s2", 3, said("Nora plays piano."), said("Gate is painted green.", "Gate")))
    related = first(world)
    asked: list[list[str]] = []
    view = world.store.view()
    plain = view.ledgers

    def ledgers(memories: list[str]) -> object:
        asked.append(list(memories))
        return plain(memories)

    monkeypatch.setattr(view, "ledgers", ledgers)
    session, candidates = talk("s3", 9, said("Gate code: 2604", "Gate"))
    world.plan(view, session, candidates)
    assert asked[0] == [related]


def test_the_entities_of_a_change_are_in_its_log(world: World) -> None:
    session, candidates = talk("s2", 7, said("Oskar plays chess.", "Oskar", applies_to=("Oskar",)))
    world.store.add_session(session)
    change = world.plan(world.store.view(), session, candidates).change
    assert change is not None
    (oskar,) = (entity.id for entity in change.entities if entity.is_called("Oskar"))
    assert [(entry.kind, entry.id) for entry in change.entries][-1] == ("entity", oskar)
