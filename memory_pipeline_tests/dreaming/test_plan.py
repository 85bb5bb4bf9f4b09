"""One family's dream as one change."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from memory_pipeline.dreaming.plan import DreamPlan, plan_dream
from memory_pipeline.dreaming.policy import DreamPolicy
from memory_pipeline.model.change import ChangeEntry
from memory_pipeline.model.memory import Memory
from memory_pipeline.store import keys
from memory_pipeline_tests.brief.samples import BUDGET, SAID, count, memory, ref, refs
from memory_pipeline_tests.brief.stored import KEY, StoredFamily, chat, cites, formed

NOW = datetime(2026, 9, 1, 6, 30, tzinfo=UTC)
"""Still the last evening of August in the family's zone, Los Angeles."""


def dream(family: StoredFamily, now: datetime = NOW, policy: DreamPolicy | None = None) -> DreamPlan:
    return plan_dream(family.view(), now, policy or DreamPolicy(), BUDGET, count)


def settled(*memories: Memory) -> StoredFamily:
    """A family whose dream has been written."""
    family = StoredFamily(*memories)
    first = dream(family).change
    assert first is not None
    family.settle(first)
    return family


def test_a_change_holds_the_new_states_their_entries_and_the_recompiled_brief() -> None:
    over = memory("over", type="directive", valid_until=date(2026, 8, 31))
    kept = memory("kept", type="directive", valid_until=date(2026, 9, 1))
    proven = memory("proven", durability="passing", reinforcement_count=3)
    old = SAID - timedelta(days=300)
    guess = memory("guess", authority="inferred", formed_at=old, last_reinforced_at=old)
    plan = dream(StoredFamily(over, kept, proven, guess))
    change = plan.change
    assert change is not None
    assert (change.kind, change.cause, change.at) == ("dream", "dream 2026-08-31", NOW)
    assert change.dreamt and change.next_due == plan.next_due == date(2026, 9, 1)
    assert {(entry.kind, entry.id) for entry in change.entries} == {
        ("expired", over.id),
        ("promoted", proven.id),
        ("decayed", guess.id),
    }
    assert {one.id: one for one in change.memories} == {
        over.id: replace(over, status="expired", revision=2),
        proven.id: replace(proven, durability="durable", revision=2),
        guess.id: replace(guess, status="dormant", revision=2),
    }
    assert change.brief == plan.brief
    assert refs(plan.brief, "directives") == [ref(kept), ref(proven)]


def test_a_second_pass_on_the_same_day_writes_nothing() -> None:
    family = settled(memory("wish", type="directive", valid_until=date(2026, 8, 31)))
    assert dream(family).change is None
    assert dream(family, NOW + timedelta(minutes=29)).change is None


def test_the_next_day_has_its_own_pass() -> None:
    family = settled(memory("wish", type="directive", valid_until=date(2026, 9, 1)))
    plan = dream(family, NOW + timedelta(minutes=30))
    assert plan.today == date(2026, 9, 1)
    assert plan.change is not None and [entry.kind for entry in plan.change.entries] == ["expired"]


def test_a_brief_that_does_not_change_is_not_in_the_change() -> None:
    family = settled(memory("wish", type="directive"))
    fact = memory("fact", type="fact", status="dormant", valid_until=date(2026, 8, 31))
    family.keep(fact)
    change = dream(family).change
    assert change is not None and change.brief is None
    assert change.entries == (ChangeEntry("expired", fact.id),)


def test_a_brief_that_changed_is_the_only_file_of_a_pass_without_transitions() -> None:
    family = settled(memory("wish", type="directive"))
    family.keep(memory("told", type="directive"))
    change = dream(family).change
    assert change is not None and change.brief is not None
    assert (change.memories, change.entries) == ((), ())


def test_a_pass_may_settle_nothing_but_the_next_due_day() -> None:
    family = settled(memory("wish", type="fact"))
    family.keep(memory("dated", type="fact", status="dormant", valid_until=date(2026, 9, 9)))
    change = dream(family).change
    assert change is not None
    assert (change.memories, change.brief, change.next_due) == ((), None, date(2026, 9, 9))
    family.settle(change)
    assert dream(family).change is None


def test_a_new_family_gets_its_empty_brief() -> None:
    family = settled()
    assert family.view().brief() is not None
    assert dream(family).change is None


def test_a_brief_that_cannot_be_read_is_compiled_anew() -> None:
    family = settled(memory("wish", type="directive"))
    before = family.view().brief()
    family.objects.put(keys.brief_key(KEY), b"{broken")
    change = dream(family).change
    assert change is not None and change.brief == before


def test_a_stopped_pass_reports_and_still_expires_and_recompiles() -> None:
    old = SAID - timedelta(days=300)
    guesses = [memory(f"g{n}", authority="inferred", formed_at=old, last_reinforced_at=old) for n in range(12)]
    over = memory("over", valid_until=date(2026, 8, 1))
    family = StoredFamily(*guesses, over)
    plan = dream(family)
    assert plan.blocked is not None and plan.blocked.limit == 10
    assert plan.change is not None and [one.id for one in plan.change.memories] == [over.id]
    family.settle(plan.change)
    again = dream(family, NOW + timedelta(days=1))
    assert again.blocked is not None and again.change is None
    wider = dream(family, policy=DreamPolicy(blast_floor=12))
    assert wider.blocked is None and len(wider.transitions) == 12


def test_a_blocked_pass_is_due_again_every_night() -> None:
    old = SAID - timedelta(days=300)
    guesses = [memory(f"g{n}", authority="inferred", formed_at=old, last_reinforced_at=old) for n in range(12)]
    plan = dream(StoredFamily(*guesses))
    assert plan.next_due is not None and plan.next_due < plan.today


def test_the_same_dream_gives_the_same_change() -> None:
    memories = [memory(f"m{n}", type="directive", valid_until=date(2026, 8, 10 + n)) for n in range(20)]
    assert dream(StoredFamily(*memories)).change == dream(StoredFamily(*reversed(memories))).change


def test_the_last_conversation_is_part_of_the_brief() -> None:
    family, talk = StoredFamily(), chat("s1")
    family.keep(memory("told"), cites(talk))
    family.talk(talk, formed(talk, "Dana planned the week."))
    assert refs(dream(family).brief, "last_conversation") == ["conv://fam_cedar/s1#turn=1-3"]


def test_every_memory_is_explained_as_it_is_after_the_pass() -> None:
    over = memory("over", valid_until=date(2026, 8, 1))
    (explanation,) = dream(StoredFamily(over)).explanations
    assert str(explanation) == "left out: expired"
