"""A statement beside a memory: the case that the table is asked, and what is done with its answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

import pytest

from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.memory import Memory
from memory_pipeline.reconciliation.choosing import best
from memory_pipeline.reconciliation.entities import EntityBook
from memory_pipeline.reconciliation.nearest import Near
from memory_pipeline.reconciliation.outcomes import Judged, carry_out, day_of, outcome_of, standing_of
from memory_pipeline.reconciliation.policy import Outcome
from memory_pipeline.reconciliation.relate import Relations
from memory_pipeline.reconciliation.statement import Statement, memory_of, state
from memory_pipeline.reconciliation.working_set import WorkingSet
from memory_pipeline_tests.reconciliation.world import FAMILY, MAY, World, said, talk


def stated(candidate: Candidate, day: int = 7) -> Statement:
    session, (cited,) = talk(f"d{day}", day, candidate)
    return state(session, FAMILY.key, cited, 0, ())


def known(candidate: Candidate, **fields: object) -> Memory:
    return replace(memory_of(stated(candidate, 0), "01K6N1R0A0B0C0D0E0F0H0H010"), **fields)  # type: ignore[arg-type]


def relations() -> Relations:
    return Relations(EntityBook({}, FAMILY))


def asked(new: Candidate, memory: Memory, relation: str) -> Outcome:
    return outcome_of(Judged(stated(new), memory, relation, "active"), relations())  # type: ignore[arg-type]


CODE, OTHER = said("The gate code is 2604.", "Gate"), said("The gate code is 4804.", "Gate")
RANKS = ("user_explicit", "user_stated", "inferred", "system")


@pytest.mark.parametrize("ours", RANKS)
@pytest.mark.parametrize("theirs", RANKS)
def test_authority_is_ranked_as_the_contract_names_it(ours: str, theirs: str) -> None:
    lower = RANKS.index(ours) > RANKS.index(theirs)
    outcome = asked(replace(OTHER, authority=ours), known(CODE, authority=theirs), "updates")  # type: ignore[arg-type]
    assert outcome.kind == ("contradict" if lower else "supersede")


@pytest.mark.parametrize(
    ("ours", "theirs", "kind"),
    [
        ("hard", "hard", "supersede"), ("soft", "soft", "supersede"), ("hard", "soft", "supersede"),
        ("soft", "hard", "contradict"),
    ],
)  # fmt: skip
def test_only_what_is_softer_leaves_a_hard_rule_standing(ours: str, theirs: str, kind: str) -> None:
    new = replace(OTHER, strength=ours)  # type: ignore[arg-type]
    assert asked(new, known(CODE, strength=theirs), "contradicts").kind == kind


@pytest.mark.parametrize("theirs", ["user_stated", "inferred"])
def test_a_soft_word_of_higher_authority_replaces_a_hard_rule(theirs: str) -> None:
    memory = known(CODE, strength="hard", authority=theirs)
    kind = asked(OTHER, memory, "contradicts").kind
    assert kind == ("contradict" if theirs == "user_stated" else "supersede")


def test_the_same_words_are_no_other_version_whatever_a_judge_says() -> None:
    assert asked(CODE, known(CODE), "updates").kind == "reinforce"


def test_what_leaves_something_out_is_added_beside() -> None:
    assert asked(said("Theo is allergic to eggs."), known(said("Theo is allergic to eggs and kiwis.")), "refines") == (
        Outcome("add", "adds to it, but leaves something out", related=True)
    )


@pytest.fixture
def world() -> World:
    world = World()
    world.tell(talk("s1", 0, CODE))
    return world


def done(world: World, kind: str, **flags: bool) -> tuple[WorkingSet, Memory, object]:
    drafts = WorkingSet(world.store.view())
    (memory,) = drafts.memories.values()
    judged = Judged(stated(OTHER), memory, "updates", "active")

    def form(statement: Statement, related: Sequence[str]) -> str:
        return drafts.form(statement, related=related)

    return drafts, memory, carry_out(drafts, judged, Outcome(kind, "why", **flags), form)  # type: ignore[arg-type]


def test_what_is_ignored_touches_nothing_and_names_what_it_was_compared_with(world: World) -> None:
    drafts, memory, settled = done(world, "ignore")
    assert drafts.changed_memories() == () and drafts.added_evidence() == ()
    assert (settled.kind, settled.reason, settled.memory, settled.target) == ("ignore", "why", None, memory.id)  # type: ignore[attr-defined]


@pytest.mark.parametrize("related", [True, False])
def test_what_is_added_names_the_other_where_it_is_related(world: World, related: bool) -> None:
    drafts, memory, settled = done(world, "add", related=related)
    formed = drafts.memories[settled.memory]  # type: ignore[attr-defined]
    assert formed.related == ((memory.id,) if related else ())
    assert (drafts.memories[memory.id], settled.target) == (memory, memory.id)  # type: ignore[attr-defined]


def test_what_supersedes_is_linked_both_ways(world: World) -> None:
    drafts, memory, settled = done(world, "supersede")
    formed = drafts.memories[settled.memory]  # type: ignore[attr-defined]
    assert (formed.supersedes, drafts.memories[memory.id].superseded_by) == (memory.id, formed.id)
    assert drafts.memories[memory.id].status == "superseded"


@pytest.mark.parametrize("kind", ["reinforce", "contradict"])
def test_what_reinforces_or_contradicts_is_on_the_memorys_own_ledger(world: World, kind: str) -> None:
    drafts, memory, settled = done(world, kind)
    ((id, line),) = drafts.added_evidence()
    assert (id, line.supports, settled.memory) == (memory.id, kind == "reinforce", memory.id)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("fields", "standing"),
    [
        ({}, "active"), ({"status": "dormant"}, "dormant"), ({"status": "superseded"}, "superseded"),
        ({"status": "retracted"}, "retracted"), ({"status": "expired"}, "past"),
        ({"valid_until": date(2026, 5, 19)}, "past"), ({"valid_until": date(2026, 5, 20)}, "active"),
        ({"status": "expired", "valid_until": date(2026, 6, 1)}, "active"),
        ({"status": "dormant", "valid_until": date(2026, 5, 1)}, "past"),
    ],
)  # fmt: skip
def test_a_memorys_standing_is_that_of_the_day_on_which_it_was_said(fields: dict[str, object], standing: str) -> None:
    on = day_of(stated(OTHER, 7), FAMILY.timezone)
    assert on == (MAY + timedelta(days=7)).date()
    assert standing_of(known(CODE, **fields), on) == standing


def chosen(world: World, statement: Statement, near: list[Near]) -> Judged | None:
    return best(WorkingSet(world.store.view()), relations(), statement, near, FAMILY.timezone)


def ids(world: World) -> list[str]:
    return sorted(world.memories())


def test_of_two_that_stand_alike_the_nearer_is_meant(world: World) -> None:
    world.tell(talk("s2", 1, said("Nora likes ramen."), said("Theo likes ramen.", "Theo")))
    near = [Near(id, 0.5, 0.0 if place else 0.5) for place, id in enumerate(ids(world)[1:])]
    statement = stated(said("Nora likes ramen a lot."), 9)
    found = chosen(world, statement, [*near, Near("01K6N1R0A0B0C0D0E0F0H0H0Z9", 1.0, 1.0)])
    assert found is not None
    assert (found.memory.summary, found.relation) == ("Nora likes ramen.", "same")


def test_nearness_counts_meaning_and_words_together(world: World) -> None:
    world.tell(talk("s2", 1, said("Nora draws horses.")))
    memory = ids(world)[-1]
    other = replace(world.memories()[memory], id=memory[:-1] + ("0" if memory[-1] != "0" else "1"))
    drafts = WorkingSet(world.store.view())
    drafts.memories[other.id] = other
    statement = stated(said("Nora draws horses."), 9)
    for first, second, meant in ((0.4, 0.9, other.id), (0.9, 0.4, memory)):
        near = [Near(memory, 0.5, first), Near(other.id, 0.5, second)]
        found = best(drafts, relations(), statement, near, FAMILY.timezone)
        assert found is not None and found.memory.id == meant


def test_what_is_unrelated_is_not_meant_however_near(world: World) -> None:
    assert chosen(world, stated(said("Nora plays piano.")), [Near(id, 1.0, 1.0) for id in ids(world)]) is None


def test_a_return_to_an_earlier_version_is_compared_with_the_newest(world: World) -> None:
    world.tell(talk("s2", 1, OTHER))
    old, new = sorted(world.memories().values(), key=lambda memory: memory.formed_at)
    found = chosen(world, stated(CODE, 9), [Near(old.id, 1.0, 1.0)])
    assert found is not None
    assert (found.memory.id, found.standing, found.relation) == (new.id, "superseded", "same")


def test_where_the_newest_had_ended_a_return_is_something_new(world: World) -> None:
    world.tell(talk("s2", 1, replace(OTHER, valid_until=date(2026, 5, 16))))
    old = min(world.memories().values(), key=lambda memory: memory.formed_at)
    found = chosen(world, stated(CODE, 9), [Near(old.id, 1.0, 1.0)])
    assert found is not None
    assert found.standing == "past"
