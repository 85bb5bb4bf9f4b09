"""Remember on the card, joined with reconciliation as the workflow joins them (contract sections 9 and 15)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

import pytest

from memory_pipeline.control.card_session import card_session
from memory_pipeline.control.forget import plan_forget
from memory_pipeline.control.remember import as_card, remember
from memory_pipeline.model.candidate import Candidate, Quote
from memory_pipeline.model.change import Change, ChangeRecord
from memory_pipeline.model.errors import EmptySession, MalformedTranscript
from memory_pipeline.model.memory import Memory
from memory_pipeline.reconciliation.enrich import plan_enrichment
from memory_pipeline.reconciliation.plan import plan_session
from memory_pipeline.reconciliation.policy import ReconciliationPolicy
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline_tests.reconciliation.world import MAY, World, said, talk

NOW = MAY + timedelta(days=30)


def on_card(world: World, text: str, survivors: Sequence[Candidate] = (), now: datetime = NOW) -> ChangeRecord | None:
    session = card_session(text, now, "Dana")

    def plan(view: FamilyView) -> Change | None:
        asked = remember(view, session, survivors)
        lifted = [rule.id for rule in asked.lifted]
        planned = plan_session(
            view, session, asked.candidates, world.judge, world.vectors(), ReconciliationPolicy(), lifted=lifted
        )
        return as_card(asked, planned.decisions, planned.change)

    return world.store.commit(plan)


def read(text: str, about: str = "Theo", **fields: object) -> Candidate:
    return said(text, about, evidence=(Quote(first=1, last=1, text=text),), **fields)


def only(world: World) -> Memory:
    (found,) = world.active()
    return found


def test_what_extraction_reads_in_the_words_is_remembered_as_explicit() -> None:
    world = World()
    record = on_card(world, "Theo is allergic to peanuts", [read("Theo is allergic to peanuts", strength="hard")])
    memory = only(world)
    assert (memory.authority, memory.strength, memory.confidence, memory.needs_enrichment) == (
        "user_explicit",
        "hard",
        1.0,
        False,
    )
    assert record is not None
    assert (record.kind, record.at) == ("card", NOW)


def test_the_evidence_is_a_one_turn_session_that_resolves() -> None:
    world = World()
    on_card(world, "Theo is allergic to peanuts", [read("Theo is allergic to peanuts")])
    view = world.store.view()
    (line,) = view.ledger(only(world).id)
    session = view.session(line.ref.session)
    assert (session.surface, session.turns[0].speaker, session.turns[0].text) == ("card", "Dana", line.quote)
    assert session.id in view.decided_sessions()


def test_words_that_nobody_can_read_stand_as_they_are_and_wait_for_enrichment() -> None:
    world = World()
    on_card(world, "Remember that the blue bin goes out with the green one")
    memory = only(world)
    assert memory.claim == "the blue bin goes out with the green one"
    assert (memory.type, memory.strength, memory.authority, memory.needs_enrichment) == (
        "fact",
        "soft",
        "user_explicit",
        True,
    )


def test_a_wish_that_nobody_can_read_is_a_soft_directive() -> None:
    world = World()
    on_card(world, "Always water Grandma's fern on Sundays")
    assert (only(world).type, only(world).strength) == ("directive", "soft")


def test_no_clause_is_lost_where_extraction_read_only_one() -> None:
    world = World()
    hard = read("Theo is allergic to peanuts", strength="hard", type="constraint")
    on_card(world, "Theo is allergic to peanuts, and we always sit at the window.", [hard])
    memory = only(world)
    assert memory.claim == "Theo is allergic to peanuts, and we always sit at the window."
    assert (memory.strength, memory.type, memory.needs_enrichment) == ("hard", "constraint", True)


def test_days_in_words_that_stand_for_themselves_become_absolute() -> None:
    world = World()
    on_card(world, "The blue bin is away until next Friday", now=datetime.fromisoformat("2026-08-14T19:00:00+00:00"))
    assert only(world).valid_until == date(2026, 8, 21)
    assert "next Friday" not in only(world).claim


@pytest.mark.parametrize("survivors", [(), (read("Theo is allergic to peanuts"),)], ids=["own words", "read"])
@pytest.mark.parametrize("later", [0, 1, 90])
def test_twice_changes_nothing(survivors: tuple[Candidate, ...], later: int) -> None:
    world = World()
    on_card(world, "Theo is allergic to peanuts", survivors)
    before = world.objects.contents()
    assert on_card(world, "Theo is allergic to peanuts", survivors, NOW + timedelta(days=later)) is None
    assert world.objects.contents() == before


def test_what_was_said_in_passing_is_raised_when_it_is_remembered() -> None:
    world = World()
    world.tell(talk("s1", 0, said("Theo is allergic to peanuts", "Theo")))
    on_card(world, "Theo is allergic to peanuts", [read("Theo is allergic to peanuts")])
    assert (only(world).authority, only(world).reinforcement_count, only(world).revision) == ("user_explicit", 1, 2)


def test_another_value_supersedes_what_was_stated() -> None:
    world = World()
    world.tell(talk("s1", 0, said("The gate code is 2604.", "Gate")))
    on_card(world, "The gate code is 4804.", [read("The gate code is 4804.", "Gate")])
    assert only(world).claim == "The gate code is 4804."


@pytest.mark.parametrize("survivors", [(), (read("Theo likes peanut butter"),)], ids=["own words", "read"])
def test_what_was_forgotten_is_remembered_again_and_its_rule_lifted(survivors: tuple[Candidate, ...]) -> None:
    world = World()
    on_card(world, "Theo likes peanut butter", survivors)
    world.store.commit(lambda view: plan_forget(view, only(world).id, NOW, "Dana"))
    assert world.active() == []
    record = on_card(world, "Theo likes peanut butter", survivors, NOW + timedelta(days=1))
    assert record is not None
    assert [entry.kind for entry in record.entries][:2] == ["lifted", "added"]
    assert not any(rule.in_force for rule in world.store.view().suppressions())
    assert only(world).claim == "Theo likes peanut butter"


def test_another_rule_stays() -> None:
    world = World()
    on_card(world, "Theo likes peanut butter", [read("Theo likes peanut butter")])
    world.store.commit(lambda view: plan_forget(view, only(world).id, NOW, "Dana"))
    on_card(world, "Theo is allergic to peanuts", [read("Theo is allergic to peanuts")], NOW + timedelta(days=1))
    assert all(rule.in_force for rule in world.store.view().suppressions())


def test_enrichment_adds_a_line_and_entities_and_leaves_the_words() -> None:
    world = World()
    on_card(world, "The blue bin is for Theo and June")
    before = only(world)
    world.store.commit(plan_enrichment)
    after, view = only(world), world.store.view()
    assert after.body == before.body
    assert (after.needs_enrichment, bool(after.when_to_use), after.revision) == (False, True, 2)
    assert {view.entities()[id].names[0] for id in after.applies_to} == {"Theo", "Juniper"}
    assert plan_enrichment(view) is None


@pytest.mark.parametrize("text", ["", "  \n"])
def test_nothing_is_refused_by_name(text: str) -> None:
    with pytest.raises(EmptySession):
        card_session(text, NOW, "Dana")


def test_half_a_character_is_refused_by_name() -> None:
    with pytest.raises(MalformedTranscript):
        card_session("likes \ud83d", NOW, "Dana")


def test_the_session_id_tells_time_and_words() -> None:
    session = card_session("Theo likes tea", NOW, "Dana")
    assert session.id.startswith("card-20260611T180000-")
    assert session.id == card_session("Theo likes tea", NOW, "Dana").id
    assert session.id != card_session("Theo likes milk", NOW, "Dana").id
