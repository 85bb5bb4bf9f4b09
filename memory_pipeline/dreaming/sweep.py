"""One sweep over a family's memories: expire, promote, decay (seed section 5, contract section 6).

Pure: no store, no clock, no model. Every day is a calendar day in the family's zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from memory_pipeline.dreaming.policy import DreamPolicy
from memory_pipeline.model.instants import local_date
from memory_pipeline.model.memory import Memory, Status
from memory_pipeline.model.transition import Transition

_SWEPT: tuple[Status, ...] = ("active", "dormant")


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocked:
    """Promotions and decays that the blast-radius limit stopped: all of the pass, or none."""

    transitions: tuple[Transition, ...]
    memories: int
    limit: int
    active: int

    def __str__(self) -> str:
        return (
            f"promotion and decay stopped: {self.memories} of {self.active} active memories would change, "
            f"the limit is {self.limit}; look at the plan, then raise the blast radius for one pass"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """What is to happen today, ordered by memory id, and the first day on which anything is due after it.

    `next_due` is later than today, except that blocked transitions stay due since their own day, so that every night
    reports them anew and none writes. None: nothing will ever be due unless something changes.
    """

    today: date
    transitions: tuple[Transition, ...]
    blocked: Blocked | None
    next_due: date | None


def sweep(memories: Mapping[str, Memory], now: datetime, timezone: str, policy: DreamPolicy) -> Sweep:
    """Judge every memory on the day that the family's wall shows at `now`. Raises InvalidTimeZone.

    Expiry is judged first. A memory that is both to be promoted and to decay does both, as if a pass had run every
    night: the outcome does not depend on when the passes ran.
    """
    today = local_date(now, timezone)
    ordered = [memories[id] for id in sorted(memories)]
    expired = [_expiry(memory) for memory in ordered if memory.status in _SWEPT and memory.is_past(today)]
    standing = [memory for memory in ordered if memory.status in _SWEPT and not memory.is_past(today)]
    gradual = [step for memory in standing for step in _gradual(memory, today, timezone, policy)]
    blocked = _blocked(gradual, sum(memory.status == "active" for memory in ordered), policy)
    done = expired if blocked else sorted(expired + gradual, key=lambda step: step.memory)
    later = apply(memories, done)
    return Sweep(
        today=today,
        transitions=tuple(done),
        blocked=blocked,
        next_due=min((day for id in later for day in _due_days(later[id], timezone, policy)), default=None),
    )


def apply(memories: Mapping[str, Memory], transitions: Iterable[Transition]) -> dict[str, Memory]:
    """The memories after the transitions; a changed one is one revision later, its body and ledger untouched."""
    after = dict(memories)
    for step in transitions:
        before, memory = memories[step.memory], after[step.memory]
        changed = replace(memory, revision=before.revision + 1)
        match step.kind:
            case "expire":
                after[step.memory] = replace(changed, status="expired")
            case "promote":
                after[step.memory] = replace(changed, durability="durable")
            case "decay":
                after[step.memory] = replace(changed, status="dormant")
    return after


def _expiry(memory: Memory) -> Transition:
    return Transition(memory=memory.id, kind="expire", reason=f"valid until {memory.valid_until}, which has begun")


def _gradual(memory: Memory, today: date, timezone: str, policy: DreamPolicy) -> Iterator[Transition]:
    if _promotable(memory, policy):
        reason = f"reinforced {memory.reinforcement_count} times, {policy.promote_at} make it lasting"
        yield Transition(memory=memory.id, kind="promote", reason=reason)
    if _decays(memory) and (quiet := (today - _last_day(memory, timezone)).days) >= policy.decay_days:
        reason = f"inferred, and not reinforced for {quiet} days of {policy.decay_days}"
        yield Transition(memory=memory.id, kind="decay", reason=reason)


def _promotable(memory: Memory, policy: DreamPolicy) -> bool:
    return (
        memory.status == "active"
        and memory.durability == "passing"
        and memory.reinforcement_count >= policy.promote_at
        and memory.authority != "user_explicit"
        and not memory.pin
    )


def _decays(memory: Memory) -> bool:
    return memory.status == "active" and memory.authority == "inferred" and not memory.pin


def _last_day(memory: Memory, timezone: str) -> date:
    return local_date(memory.last_reinforced_at, timezone)


def _blocked(gradual: list[Transition], active: int, policy: DreamPolicy) -> Blocked | None:
    changed = len({step.memory for step in gradual})
    limit = policy.limit(active)
    if changed <= limit:
        return None
    return Blocked(transitions=tuple(gradual), memories=changed, limit=limit, active=active)


def _due_days(memory: Memory, timezone: str, policy: DreamPolicy) -> Iterator[date]:
    """The days on which a pass will have, or (where it was blocked) had, something to do with the memory."""
    if memory.status in _SWEPT and memory.valid_until is not None:
        yield memory.valid_until
    if _decays(memory):
        last = _last_day(memory, timezone).toordinal()
        yield date.fromordinal(min(last + policy.decay_days, date.max.toordinal()))
    if _promotable(memory, policy):
        yield _last_day(memory, timezone)
