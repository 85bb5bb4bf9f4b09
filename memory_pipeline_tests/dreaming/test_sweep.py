"""What time does to memories, to the day, in the family's own zone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_pipeline.dreaming.policy import DreamPolicy
from memory_pipeline.dreaming.sweep import Sweep, apply, sweep
from memory_pipeline.model.errors import InvalidSetting, InvalidTimeZone
from memory_pipeline.model.instants import local_date
from memory_pipeline.model.memory import AUTHORITIES, DURABILITIES, STATUSES, Memory
from memory_pipeline_tests.brief.samples import by_id, memory

NOON = datetime(2026, 8, 17, 12, 0, tzinfo=UTC)
POLICY = DreamPolicy()


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def swept(*memories: Memory, now: datetime = NOON, zone: str = "UTC", policy: DreamPolicy = POLICY) -> Sweep:
    return sweep(by_id(memories), now, zone, policy)


def kinds(result: Sweep) -> list[str]:
    return [step.kind for step in result.transitions]


def guess(name: str = "guess", days_quiet: int = 0, **fields: Any) -> Memory:
    last = NOON - timedelta(days=days_quiet)
    return memory(name, authority="inferred", formed_at=last, last_reinforced_at=last, **fields)


def passing(name: str = "passing", times: int = 3, **fields: Any) -> Memory:
    return memory(name, durability="passing", reinforcement_count=times, **fields)


@pytest.mark.parametrize(
    ("zone", "before", "at_midnight"),
    [
        ("UTC", "2026-08-16T23:59:59Z", "2026-08-17T00:00:00Z"),
        ("Pacific/Kiritimati", "2026-08-16T09:59:59Z", "2026-08-16T10:00:00Z"),
        ("Pacific/Pago_Pago", "2026-08-17T10:59:59Z", "2026-08-17T11:00:00Z"),
        ("Asia/Kathmandu", "2026-08-16T18:14:59Z", "2026-08-16T18:15:00Z"),
        ("America/Los_Angeles", "2026-08-17T06:59:59Z", "2026-08-17T07:00:00Z"),
        ("Asia/Singapore", "2026-08-16T15:59:59.999999Z", "2026-08-16T16:00:00Z"),
    ],
)
def test_a_fact_until_the_17th_is_retired_when_the_17th_begins_in_the_family_zone(
    zone: str, before: str, at_midnight: str
) -> None:
    until = memory("until", valid_until=date(2026, 8, 17))
    early = swept(until, now=at(before), zone=zone)
    assert (kinds(early), early.next_due) == ([], date(2026, 8, 17))
    late = swept(until, now=at(at_midnight), zone=zone)
    assert (kinds(late), late.next_due) == (["expire"], None)


@pytest.mark.parametrize(
    ("zone", "day", "before", "begun"),
    [
        # Clocks jump from 24:00 to 01:00: the day begins without a midnight.
        ("America/Santiago", date(2026, 9, 6), "2026-09-06T03:59:59Z", "2026-09-06T04:00:00Z"),
        # Clocks fall back from 01:00 to 00:00: the first hour of the day happens twice.
        ("America/Havana", date(2026, 11, 1), "2026-11-01T03:59:59Z", "2026-11-01T04:00:00Z"),
        ("America/Havana", date(2026, 11, 2), "2026-11-02T04:59:59Z", "2026-11-02T05:00:00Z"),
        ("Europe/Berlin", date(2026, 3, 30), "2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z"),
        # A day that this zone never had: what ended on it has ended on the next.
        ("Pacific/Apia", date(2011, 12, 30), "2011-12-30T09:59:59Z", "2011-12-30T10:00:00Z"),
        ("UTC", date(2028, 2, 29), "2028-02-28T23:59:59Z", "2028-02-29T00:00:00Z"),
    ],
    ids=["gap at midnight", "overlap at midnight", "after the overlap", "gap day", "skipped day", "leap day"],
)
def test_the_day_begins_when_the_wall_says_so(zone: str, day: date, before: str, begun: str) -> None:
    until = memory("until", valid_until=day)
    assert kinds(swept(until, now=at(before), zone=zone)) == []
    assert kinds(swept(until, now=at(begun), zone=zone)) == ["expire"]


def test_the_repeated_hour_changes_nothing_twice() -> None:
    until = memory("until", valid_until=date(2026, 11, 1))
    first, second = at("2026-11-01T04:30:00Z"), at("2026-11-01T05:30:00Z")
    assert swept(until, now=first, zone="America/Havana") == swept(until, now=second, zone="America/Havana")


def test_a_family_that_moves_is_judged_in_its_new_zone() -> None:
    until, now = memory("until", valid_until=date(2026, 8, 17)), at("2026-08-16T20:00:00Z")
    assert kinds(swept(until, now=now, zone="America/New_York")) == []
    assert kinds(swept(until, now=now, zone="Asia/Tokyo")) == ["expire"]


@pytest.mark.parametrize("status", STATUSES)
def test_only_active_and_dormant_memories_expire(status: str) -> None:
    past = memory("past", status=status, valid_until=date(2020, 1, 1), pin=True, authority="user_explicit")
    assert (kinds(swept(past)) == ["expire"]) is (status in ("active", "dormant"))


@pytest.mark.parametrize(("days", "decays"), [(179, False), (180, True), (181, True), (-3, False)])
def test_a_guess_sleeps_180_days_after_its_last_reinforcement(days: int, decays: bool) -> None:
    result = swept(guess(days_quiet=days))
    assert kinds(result) == (["decay"] if decays else [])
    assert result.next_due == (None if decays else NOON.date() + timedelta(days=180 - days))


def test_the_180_days_are_days_of_the_family_and_not_of_24_hours() -> None:
    last = at("2026-02-17T23:30:00-08:00")
    late = memory("late", authority="inferred", formed_at=last, last_reinforced_at=last)
    begins = at("2026-08-16T00:00:00-07:00")
    zone = "America/Los_Angeles"
    assert kinds(swept(late, now=begins - timedelta(seconds=1), zone=zone)) == []
    assert kinds(swept(late, now=begins, zone=zone)) == ["decay"]
    assert kinds(swept(late, now=begins, zone="Pacific/Kiritimati")) == []


def test_a_guess_may_fall_asleep_on_a_leap_day() -> None:
    last = at("2027-09-02T12:00:00Z")
    leap = memory("leap", authority="inferred", formed_at=last, last_reinforced_at=last)
    assert swept(leap, now=last).next_due == date(2028, 2, 29)
    assert kinds(swept(leap, now=at("2028-02-29T00:00:00Z"))) == ["decay"]


@pytest.mark.parametrize(
    "fields",
    [{"authority": "user_stated"}, {"authority": "user_explicit"}, {"authority": "system"}, {"pin": True}]
    + [{"status": status} for status in STATUSES if status != "active"],
    ids=str,
)
def test_only_an_active_unpinned_guess_decays(fields: dict[str, Any]) -> None:
    result = swept(replace(guess(days_quiet=900), **fields))
    assert (kinds(result), result.next_due) == ([], None)


@pytest.mark.parametrize(("times", "promoted"), [(2, False), (3, True), (4, True)])
def test_a_passing_fact_lasts_from_its_third_reinforcement(times: int, promoted: bool) -> None:
    assert kinds(swept(passing(times=times))) == (["promote"] if promoted else [])


@pytest.mark.parametrize(
    "fields",
    [{"pin": True}, {"authority": "user_explicit"}, {"durability": "seasonal"}, {"durability": "durable"}]
    + [{"status": status} for status in STATUSES if status != "active"],
    ids=str,
)
def test_nothing_else_is_promoted(fields: dict[str, Any]) -> None:
    result = swept(replace(passing(times=9), **fields))
    assert (kinds(result), result.next_due) == ([], None)


def test_expiry_is_judged_before_promotion_and_decay() -> None:
    over = guess(days_quiet=400, durability="passing", reinforcement_count=5, valid_until=NOON.date())
    assert kinds(swept(over)) == ["expire"]


def test_a_promoted_fact_keeps_its_date_and_expires_on_it() -> None:
    dated = passing(valid_until=date(2026, 9, 1))
    result = swept(dated)
    after = apply(by_id([dated]), result.transitions)[dated.id]
    assert (after.durability, after.valid_until, result.next_due) == ("durable", date(2026, 9, 1), date(2026, 9, 1))


def test_a_late_pass_ends_where_nightly_passes_would_have_ended() -> None:
    quiet = guess(days_quiet=200, durability="passing", reinforcement_count=3)
    result = swept(quiet)
    after = apply(by_id([quiet]), result.transitions)[quiet.id]
    assert kinds(result) == ["promote", "decay"]
    assert (after.status, after.durability, after.revision) == ("dormant", "durable", 2)


def test_a_transition_changes_state_and_revision_and_nothing_else() -> None:
    dated = memory("dated", valid_until=NOON.date(), revision=4, extra={"mood": "no"})
    after = apply(by_id([dated]), swept(dated).transitions)[dated.id]
    assert after == replace(dated, status="expired", revision=5)


def test_the_next_due_day_is_the_earliest_of_what_remains() -> None:
    result = swept(
        memory("later", valid_until=date(2026, 12, 24)),
        memory("asleep", status="dormant", valid_until=date(2026, 10, 2)),
        guess(days_quiet=100),
        memory("gone", status="retracted", valid_until=date(2026, 8, 18)),
        memory("now", valid_until=date(2026, 8, 17)),
    )
    assert result.next_due == date(2026, 10, 2)


def test_a_family_in_which_nothing_can_fall_due_has_no_next_day() -> None:
    assert swept(memory("lasting"), passing(times=2)).next_due is None


def test_a_day_beyond_the_calendar_is_the_last_one() -> None:
    last = datetime(9999, 12, 1, tzinfo=UTC)
    far = memory("far", authority="inferred", formed_at=last, last_reinforced_at=last)
    assert swept(far).next_due == date.max


def crowd(size: int, quiet: int) -> list[Memory]:
    return [guess(f"g{n}", days_quiet=200 if n < quiet else 10) for n in range(size)]


@pytest.mark.parametrize(
    ("size", "quiet", "stopped"),
    [
        (100, 25, False),
        (100, 26, True),
        (40, 10, False),
        (40, 11, True),
        (10, 10, False),
        (11, 11, True),
        (1, 1, False),
    ],
)
def test_a_pass_that_would_change_too_much_stops(size: int, quiet: int, stopped: bool) -> None:
    result = swept(*crowd(size, quiet))
    assert (result.blocked is not None) is stopped
    assert len(result.transitions) == (0 if stopped else quiet)


def test_a_stopped_pass_still_expires_and_says_what_it_held_back() -> None:
    over = [memory(f"o{n}", valid_until=NOON.date()) for n in range(30)]
    result = swept(*crowd(20, 20), *over)
    assert kinds(result) == ["expire"] * 30
    assert result.blocked is not None and len(result.blocked.transitions) == 20
    assert str(result.blocked).startswith("promotion and decay stopped: 20 of 50 active memories would change")


def test_what_was_stopped_stays_due_since_its_own_day() -> None:
    held = crowd(20, 20)
    due = (NOON - timedelta(days=20)).date()
    assert swept(*held).next_due == due
    assert swept(*held, now=NOON + timedelta(days=9)).next_due == due


def test_a_stopped_promotion_stays_due_too() -> None:
    held = [passing(f"p{n}", last_reinforced_at=NOON - timedelta(days=n)) for n in range(1, 12)]
    result = swept(*held)
    assert result.blocked is not None and result.next_due == (NOON - timedelta(days=11)).date()


def test_a_memory_that_both_rules_change_counts_once() -> None:
    both = [guess(f"b{n}", days_quiet=200, durability="passing", reinforcement_count=3) for n in range(10)]
    result = swept(*both)
    assert result.blocked is None and len(result.transitions) == 20


@pytest.mark.parametrize(
    "wrong", [{"promote_at": 0}, {"decay_days": 0}, {"blast_radius": 1.1}, {"blast_radius": -0.1}, {"blast_floor": -1}]
)
def test_a_policy_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidSetting):
        DreamPolicy(**wrong)


@pytest.mark.parametrize(("share", "active", "limit"), [(0.29, 100, 29), (0.07, 300, 21), (0.5, 25, 12), (0.0, 50, 10)])
def test_the_limit_is_a_share_rounded_down_but_never_under_the_floor(share: float, active: int, limit: int) -> None:
    assert DreamPolicy(blast_radius=share).limit(active) == limit


def test_an_unknown_zone_is_refused() -> None:
    with pytest.raises(InvalidTimeZone):
        swept(zone="Mars/Olympus")


@st.composite
def any_memories(draw: st.DrawFn) -> list[Memory]:
    size = draw(st.integers(0, 25))
    return [
        memory(
            f"m{n}",
            status=draw(st.sampled_from(STATUSES)),
            authority=draw(st.sampled_from(AUTHORITIES)),
            durability=draw(st.sampled_from(DURABILITIES)),
            pin=draw(st.booleans()),
            reinforcement_count=draw(st.integers(0, 5)),
            formed_at=NOON - timedelta(days=1_000),
            last_reinforced_at=NOON - timedelta(hours=draw(st.integers(0, 24_000))),
            valid_until=draw(st.none() | st.dates(date(2026, 7, 1), date(2026, 10, 1))),
        )
        for n in range(size)
    ]


FEWER = settings(max_examples=40, deadline=None)
ZONES = st.sampled_from(("Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Los_Angeles", "Asia/Kathmandu"))


@FEWER
@given(any_memories(), ZONES)
def test_a_second_pass_on_the_same_day_finds_nothing(memories: list[Memory], zone: str) -> None:
    policy = DreamPolicy(blast_radius=1.0)
    first = sweep(by_id(memories), NOON, zone, policy)
    again = sweep(apply(by_id(memories), first.transitions), NOON, zone, policy)
    assert again.transitions == () and again.next_due == first.next_due


@FEWER
@given(any_memories(), ZONES, st.integers(1, 400))
def test_nothing_happens_before_the_next_due_day_and_something_happens_on_it(
    memories: list[Memory], zone: str, wait: int
) -> None:
    policy = DreamPolicy(blast_radius=1.0)
    first = sweep(by_id(memories), NOON, zone, policy)
    after = apply(by_id(memories), first.transitions)
    later = NOON + timedelta(days=wait)
    due = first.next_due is not None and first.next_due <= local_date(later, zone)
    assert bool(sweep(after, later, zone, policy).transitions) is due


@FEWER
@given(any_memories(), st.lists(st.integers(0, 300), max_size=6))
def test_the_outcome_does_not_depend_on_when_the_passes_ran(memories: list[Memory], nights: list[int]) -> None:
    policy, end = DreamPolicy(blast_radius=1.0), NOON + timedelta(days=300)
    stepwise = by_id(memories)
    for night in sorted(nights):
        now = NOON + timedelta(days=night)
        stepwise = apply(stepwise, sweep(stepwise, now, "UTC", policy).transitions)
    stepwise = apply(stepwise, sweep(stepwise, end, "UTC", policy).transitions)
    at_once = apply(by_id(memories), sweep(by_id(memories), end, "UTC", policy).transitions)
    assert {id: one.status for id, one in stepwise.items()} == {id: one.status for id, one in at_once.items()}


@FEWER
@given(any_memories())
def test_no_memory_vanishes_and_no_body_changes(memories: list[Memory]) -> None:
    before = by_id(memories)
    after = apply(before, sweep(before, NOON, "UTC", POLICY).transitions)
    assert {id: one.body for id, one in after.items()} == {id: one.body for id, one in before.items()}
    assert all(after[id].revision in (one.revision, one.revision + 1) for id, one in before.items())
