"""Sessions reconciled into a family's memories, fault by fault (contract section 5, faults sections 4 to 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from threading import Thread

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.control.forget import plan_forget
from memory_pipeline.model.brief import SECTION_NAMES, Brief, BriefLine, BriefSection
from memory_pipeline.model.candidate import Quote
from memory_pipeline.model.change import Change
from memory_pipeline.model.decision import Relation
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.ports.relation_judge import Pair
from memory_pipeline.store.keys import decisions_key, ledger_key
from memory_pipeline_tests.reconciliation.world import FAMILY, MAY, World, said, talk


class Says:
    """A judge that names the same relation for every pair; it stands for a model that may be wrong."""

    version = "says"

    def __init__(self, relation: Relation) -> None:
        self.relation = relation
        self.calls = 0

    def judge(self, pairs: Sequence[Pair]) -> Sequence[Relation]:
        self.calls += 1
        return [self.relation] * len(pairs)


@pytest.fixture
def world() -> World:
    return World()


def only(world: World, status: str = "active") -> Memory:
    found = [memory for memory in world.memories().values() if memory.status == status]
    assert len(found) == 1, found
    return found[0]


def kinds(world: World, *told: tuple[object, object]) -> list[str]:
    return [decision.kind for session in told for decision in world.tell(session)]  # type: ignore[arg-type]


def test_a_contradiction_keeps_the_old_version_and_links_both_ways(world: World) -> None:  # fault 27
    assert kinds(world, talk("s1", 0, said("Nora loves ramen.")), talk("s2", 7, said("Nora can't stand ramen."))) == [
        "add",
        "supersede",
    ]
    old, new = only(world, "superseded"), only(world)
    assert (old.claim, new.claim) == ("Nora loves ramen.", "Nora can't stand ramen.")
    assert (old.superseded_by, new.supersedes) == (new.id, old.id)
    assert (old.revision, new.revision) == (2, 1)


def test_the_same_sentence_in_two_sessions_is_one_memory_reinforced_once(world: World) -> None:  # fault 28
    assert kinds(world, talk("s1", 0, said("Nora plays piano.")), talk("s2", 7, said("Nora plays piano."))) == [
        "add",
        "reinforce",
    ]
    memory = only(world)
    assert (memory.reinforcement_count, memory.revision) == (1, 1)
    assert memory.last_reinforced_at - memory.formed_at == timedelta(days=7)
    assert [str(line.ref) for line in world.store.view().ledger(memory.id)] == [
        "conv://fam_test/s1#turn=1",
        "conv://fam_test/s2#turn=1",
    ]


def test_an_update_to_the_same_words_is_no_other_version(world: World) -> None:  # fault 29
    world.tell(talk("s1", 0, said("Nora plays piano.")))
    before = only(world)
    world.judge = Says("updates")
    assert kinds(world, talk("s2", 7, said("Nora plays piano!"))) == ["reinforce"]
    assert (only(world).id, only(world).body, only(world).revision) == (before.id, before.body, 1)


@pytest.mark.parametrize("relation", ["updates", "contradicts", "same", "refines"])
def test_another_slot_is_never_superseded_whatever_a_model_says(world: World, relation: Relation) -> None:  # fault 32
    world.tell(talk("s1", 0, said("Nora plays piano.")))
    world.judge = Says(relation)
    world.tell(talk("s2", 7, said("Nora's teacher moved to Leeds.")))
    assert world.memories()[next(iter(world.memories()))].status == "active"
    assert "Nora plays piano." in world.texts()


def test_nothing_in_a_batch_retires_more_than_its_own_slot(world: World) -> None:  # fault 32
    claims = ["Nora plays piano.", "Nora likes ramen.", "Nora's teacher is Ms. Kim.", "Nora's bedtime is 8."]
    world.tell(talk("s1", 0, *map(said, claims)))
    world.tell(
        talk("s2", 7, said("Nora's bedtime is 8:30."), said("Nora's teacher moved to Leeds."), said("Nora likes tea."))
    )
    assert world.texts("superseded") == ["Nora's bedtime is 8."]


def test_the_same_key_is_met_before_any_vector(world: World) -> None:  # fault 33
    world.judge = Says("unrelated")
    told = [talk(f"s{n}", n, said("DGIA is on.", "DGIA")) for n in range(4)]
    assert kinds(world, *told) == ["add", "reinforce", "reinforce", "reinforce"]


def test_two_codes_are_never_merged(world: World) -> None:  # fault 35
    assert kinds(
        world, talk("s1", 0, said("gate code 2604", "Gate")), talk("s2", 7, said("gate code 4804", "Gate"))
    ) == ["add", "supersede"]
    assert world.texts() == ["gate code 4804"]


@pytest.mark.parametrize(
    ("first", "second"),
    [("The storage unit is #260.", "The storage unit is #480."), ("The pool opens at 8.", "The pool opens at 9.")],
)
def test_a_model_that_calls_different_numbers_the_same_is_overruled(world: World, first: str, second: str) -> None:
    world.judge = Says("same")
    assert kinds(world, talk("s1", 0, said(first, "Pool")), talk("s2", 7, said(second, "Pool"))) == ["add", "supersede"]


def test_different_people_are_never_merged(world: World) -> None:
    world.judge = Says("same")
    world.tell(talk("s1", 0, said("Theo is allergic to peanuts.", "Theo")))
    world.tell(talk("s2", 7, said("Juniper is allergic to peanuts.", "Juniper")))
    assert len(world.active()) == 2


def test_the_same_session_twice_in_parallel_is_one_memory(world: World) -> None:  # fault 41
    told = talk("s1", 0, said("Nora plays piano."))
    worlds = [World(objects=world.objects) for _ in range(2)]
    threads = [Thread(target=each.tell, args=(told,)) for each in worlds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert only(world).reinforcement_count == 0
    assert world.store.view().head().seq == 1


def test_replaying_a_session_gives_the_same_decisions_and_changes_no_byte(world: World) -> None:
    told = [
        talk("s1", 0, said("Nora loves ramen."), said("The gate code is 2604.", "Gate")),
        talk("s2", 7, said("Nora can't stand ramen."), said("The gate code is 2604.", "Gate")),
    ]
    first = [world.tell(session) for session in told]
    before = world.objects.contents()
    assert [world.tell(session) for session in told] == first
    assert world.objects.contents() == before


def test_replaying_without_the_decisions_finds_every_word_in_the_ledgers(world: World) -> None:
    told = [
        talk("s1", 0, said("Nora loves ramen."), said("The gate code is 2604.", "Gate")),
        talk("s2", 7, said("Nora can't stand ramen."), said("Gate code: 2604", "Gate")),
        talk("s3", 14, said("Nora loves ramen."), said("The gate code is 4804.", "Gate")),
    ]
    for session in told:
        world.tell(session)
    before = world.memories()
    for session, candidates in told:
        world.objects.delete(decisions_key(FAMILY.key, session.id))
        assert world.plan(world.store.view(), session, candidates).change is None
    assert world.memories() == before


def test_replaying_from_nothing_gives_the_same_ids_and_files(world: World) -> None:
    told = [
        talk("s1", 0, said("Nora loves ramen."), said("Nora plays piano.")),
        talk("s2", 7, said("Nora hates ramen.")),
    ]
    other = World(objects=InMemoryObjects())
    for session in told:
        world.tell(session)
        other.tell(session)
    assert world.objects.contents() == other.objects.contents()


def test_what_was_forgotten_is_ignored_before_all_else(world: World) -> None:  # fault 52
    world.tell(talk("s1", 0, said("Theo likes peanut butter.", "Theo")))
    forgotten = only(world)
    world.store.commit(lambda view: plan_forget(view, forgotten.id, MAY + timedelta(days=1), "Dana"))
    decisions = world.tell(talk("s2", 7, said("Theo loves peanut butter.", "Theo")))
    assert [decision.kind for decision in decisions] == ["ignore"]
    assert "forget" in decisions[0].reason
    assert world.active() == []


@pytest.mark.parametrize(
    "text", ["Theo is allergic to peanuts.", "Theo does not like peanut butter.", "Theo likes almond butter."]
)
def test_another_claim_is_not_forgotten_with_it(world: World, text: str) -> None:
    world.tell(talk("s1", 0, said("Theo likes peanut butter.", "Theo")))
    world.store.commit(lambda view: plan_forget(view, only(world).id, MAY + timedelta(days=1), "Dana"))
    assert kinds(world, talk("s2", 7, said(text, "Theo"))) == ["add"]


def test_a_return_to_an_earlier_version_is_a_third_file(world: World) -> None:
    codes = ("2604", "4804", "2604")
    assert kinds(
        world, *(talk(f"s{n}", n, said(f"The gate code is {code}.", "Gate")) for n, code in enumerate(codes))
    ) == [
        "add",
        "supersede",
        "supersede",
    ]
    first, second, third = sorted(world.memories().values(), key=lambda memory: memory.formed_at)
    assert [memory.status for memory in (first, second, third)] == ["superseded", "superseded", "active"]
    assert (second.supersedes, third.supersedes, second.superseded_by) == (first.id, second.id, third.id)


def test_a_lower_authority_is_recorded_on_the_standing_memory_and_changes_nothing_else(world: World) -> None:
    world.tell(talk("s1", 0, said("Practice is Tuesdays at 5.", "Practice", authority="user_explicit")))
    before = only(world)
    decisions = world.tell(talk("s2", 7, said("Practice is Thursdays at 5.", "Practice", authority="inferred")))
    line = world.store.view().ledger(before.id)[-1]
    assert decisions[0].kind == "contradict"
    assert (decisions[0].memory, only(world).id) == (before.id, before.id)
    assert (line.supports, line.extra["summary"]) == (False, "Practice is Thursdays at 5.")
    assert line.extra["candidate"] == "conv://fam_test/s2#turn=1"
    assert (only(world).reinforcement_count, only(world).revision) == (0, 1)


def test_a_higher_authority_that_says_the_same_raises_it_in_place(world: World) -> None:
    world.tell(talk("s1", 0, said("Nora plays piano.", authority="inferred", confidence=0.7)))
    world.tell(talk("s2", 7, said("Nora plays piano.", authority="user_explicit", confidence=1.0, strength="hard")))
    memory = only(world)
    assert (memory.authority, memory.strength, memory.confidence) == ("user_explicit", "hard", 1.0)
    assert (memory.revision, memory.reinforcement_count) == (2, 1)


def test_a_refinement_that_says_all_takes_its_place(world: World) -> None:
    world.tell(talk("s1", 0, said("Theo is allergic to peanuts.", "Theo")))
    assert kinds(world, talk("s2", 7, said("Theo is allergic to peanuts and cashews.", "Theo"))) == ["supersede"]


def test_a_refinement_that_will_end_does_not_replace_what_lasts(world: World) -> None:
    world.judge = Says("refines")
    world.tell(talk("s1", 0, said("Nora plays piano.")))
    later = said("Nora plays piano with Mr. Lee.", valid_until=date(2026, 7, 1))
    assert kinds(world, talk("s2", 7, later)) == ["add"]
    newest = max(world.active(), key=lambda memory: memory.formed_at)
    assert newest.related == (min(world.active(), key=lambda memory: memory.formed_at).id,)


def test_a_refinement_of_lower_authority_is_ignored_with_a_reason(world: World) -> None:
    world.tell(talk("s1", 0, said("Theo is allergic to peanuts.", "Theo", authority="user_explicit")))
    decisions = world.tell(talk("s2", 7, said("Theo is severely allergic to peanuts.", "Theo", authority="inferred")))
    assert (decisions[0].kind, bool(decisions[0].reason)) == ("ignore", True)


def test_what_has_ended_is_not_revived_but_related(world: World) -> None:
    world.tell(talk("s1", 0, said("Dana's mom is staying until June 1.", "Dana's mom", valid_until=date(2026, 6, 1))))
    ended = only(world)
    later = said("Dana's mom is staying until September 3.", "Dana's mom", valid_until=date(2026, 9, 3))
    assert kinds(world, talk("s2", 100, later)) == ["add"]
    newest = max(world.memories().values(), key=lambda memory: memory.formed_at)
    assert newest.related == (ended.id,)
    assert world.memories()[ended.id].superseded_by is None


def test_a_dormant_memory_said_again_wakes(world: World) -> None:
    world.tell(talk("s1", 0, said("Nora plays piano.", authority="inferred")))
    asleep = replace(only(world), status="dormant", revision=2)
    world.store.commit(lambda _: Change(kind="dream", cause="d", at=MAY + timedelta(days=200), memories=(asleep,)))
    decisions = world.tell(talk("s2", 210, said("Nora plays piano.")))
    assert decisions[0].kind == "reinforce"
    assert (only(world).status, only(world).revision) == ("active", 3)


def test_an_alias_names_the_same_person(world: World) -> None:
    world.tell(talk("s1", 0, said("June hates coconut.", "June", applies_to=("June",))))
    assert kinds(world, talk("s2", 7, said("Juniper can't stand coconut.", "Juniper", applies_to=("Juniper",)))) == [
        "reinforce"
    ]


def test_the_brief_loses_the_line_of_what_is_replaced_in_the_same_change(world: World) -> None:
    world.tell(talk("s1", 0, said("The gate code is 2604.", "Gate"), said("Nora plays piano.")))
    lines = tuple(
        BriefLine(text=memory.summary, ref=str(MemoryRef(FAMILY.key, memory.id))) for memory in world.active()
    )
    sections = tuple(BriefSection(name=name, lines=lines if name == "directives" else ()) for name in SECTION_NAMES)
    brief = Brief(family=FAMILY.key, sections=sections)
    world.store.commit(lambda _: Change(kind="dream", cause="d", at=MAY, brief=brief, dreamt=True))
    world.tell(talk("s2", 7, said("The gate code is 4804.", "Gate")))
    shown = world.store.view().brief()
    assert shown is not None
    assert [line.text for line in shown.section("directives").lines] == ["Nora plays piano."]


def test_a_session_without_survivors_only_has_decisions(world: World) -> None:
    assert world.tell(talk("s1", 0)) == ()
    assert world.store.view().head().seq == 0
    assert world.store.view().decided_sessions() == {"s1"}


def test_the_judge_is_asked_once_a_session(world: World) -> None:
    judge = Says("unrelated")
    world.judge = judge
    world.tell(talk("s1", 0, said("Nora plays piano."), said("Nora plays soccer."), said("Nora plays chess.")))
    assert judge.calls == 1


def test_a_later_candidate_of_a_session_sees_what_an_earlier_one_did(world: World) -> None:
    decisions = world.tell(
        talk("s1", 0, said("The gate code is 2604.", "Gate"), said("The gate code is 4804.", "Gate"))
    )
    assert [decision.kind for decision in decisions] == ["add", "supersede"]
    assert world.texts() == ["The gate code is 4804."]


def test_within_a_session_the_later_turn_wins_whatever_the_order_of_candidates(world: World) -> None:
    session, (first, second) = talk(
        "s1", 0, said("The gate code is 2604.", "Gate"), said("The gate code is 4804.", "Gate")
    )
    world.tell((session, (second, first)))
    assert world.texts() == ["The gate code is 4804."]
    assert [decision.candidate for decision in world.store.view().decisions("s1").decisions] == [0, 1]  # type: ignore[union-attr]


def test_evidence_carries_the_time_of_the_turn_in_which_the_quote_stands(world: World) -> None:
    session, (_, second) = talk("s1", 0, said("What code?", "Gate"), said("The gate code is 2604.", "Gate"))
    answer = replace(second, evidence=(Quote(first=1, last=2, text="The gate code is 2604."),))
    world.tell((session, (answer,)))
    line = world.store.view().ledger(only(world).id)[0]
    assert (str(line.ref), line.recorded_at) == ("conv://fam_test/s1#turn=1-2", session.turns[1].at)
    assert only(world).formed_at == session.turns[1].at


def test_a_damaged_ledger_blocks_nothing_and_is_left_alone(world: World) -> None:
    world.tell(talk("s1", 0, said("Nora plays piano.")))
    key = ledger_key(FAMILY.key, only(world).id)
    world.objects.put(key, b"not a record\n")
    assert kinds(world, talk("s2", 7, said("Nora plays piano."))) == ["add"]
    found = world.objects.get(key)
    assert found is not None
    assert found.data == b"not a record\n"


def test_the_log_entries_name_ids_and_kinds(world: World) -> None:
    session, candidates = talk("s1", 0, said("Nora plays piano.", applies_to=("Nora",)))
    world.store.add_session(session)
    change = world.plan(world.store.view(), session, candidates).change
    assert change is not None
    assert [entry.kind for entry in change.entries] == ["added", "entity"]
    assert (change.kind, change.cause, change.at) == ("session", "s1", session.ended_at)


def test_a_forgotten_claim_that_only_the_judge_knows_again_is_not_learnt_again() -> None:
    world = World()
    world.tell(talk("s1", 0, said("Nora sleepwalks.")))
    world.store.commit(lambda view: plan_forget(view, only(world).id, MAY + timedelta(days=1), "Dana"))
    world.judge = Says("same")
    decisions = world.tell(talk("s2", 7, said("Nora wanders about at night, asleep.")))
    assert [decision.kind for decision in decisions] == ["ignore"]
    assert decisions[0].target == next(iter(world.memories()))
    assert world.texts() == []


def test_a_judge_that_sees_a_taste_in_an_allergy_does_not_silence_it() -> None:
    world = World()
    world.tell(talk("s1", 0, said("Nora likes peanut butter.")))
    world.store.commit(lambda view: plan_forget(view, only(world).id, MAY + timedelta(days=1), "Dana"))
    world.judge = Says("same")
    world.tell(talk("s2", 7, said("Nora is allergic to peanuts.")))
    assert world.texts() == ["Nora is allergic to peanuts."]
