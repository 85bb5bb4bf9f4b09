"""The short per-family lease (seed section 4): who may commit, how long others wait, when they take over.

Nothing rests on clocks: every step is a conditional write, so a writer that lost its lease loses its next write.
Clocks and pauses only say when it is worth trying.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from memory_pipeline.model.errors import Conflict
from memory_pipeline.ports.object_store import Absent
from memory_pipeline.store.snapshot import HeadAt


@dataclass(frozen=True, slots=True, kw_only=True)
class LeasePolicy:
    """Times in seconds.

    A lease runs `ttl`. Whoever finds the same head for `grace` takes over where that lease has run out by its
    own clock or a change waits to be applied, and after `ttl` in any case. Pauses double from `first_pause`
    to `longest_pause`, with jitter; a writer that had to wait begins its next commit's pauses two doublings below the
    last ones, so that in a crowd nobody asks in vain. One that paused `patience` in all gives up with Conflict.
    """

    ttl: float = 30.0
    grace: float = 1.0
    first_pause: float = 0.005
    longest_pause: float = 1.0
    patience: float = 120.0


@dataclass(slots=True, kw_only=True)
class CommitStats:
    """What a writer met: a lost race is a number here and not an error."""

    commits: int = 0
    conflicts: int = 0
    pauses: int = 0
    take_overs: int = 0
    replans: int = 0
    rolled_forward: int = 0
    adopted: int = 0
    displaced: int = 0


@dataclass(slots=True)
class Queue:
    """One writer's turn in line: how long it has paused, and how long it has seen the same head.

    `streak` counts the doublings of its pauses.
    """

    policy: LeasePolicy
    sleep: Callable[[float], None]
    random: Callable[[], float]
    streak: int = 0
    paused: float = 0.0
    _seen: str | Absent | None = None
    _seen_since: float = field(default=0.0)

    def watched(self, seen: HeadAt) -> float:
        """For how many seconds of pauses this very head has been there."""
        if seen.etag != self._seen:
            self._seen, self._seen_since = seen.etag, self.paused
        return self.paused - self._seen_since

    def pause(self) -> None:
        """Wait a random while, longer each time. Raises Conflict when the patience is spent."""
        if self.paused >= self.policy.patience:
            raise Conflict(f"other writers held the family for {self.paused:.0f} s; nothing was written, try again")
        longest = min(self.policy.longest_pause, self.policy.first_pause * 2.0**self.streak)
        duration = longest * (0.5 + 0.5 * self.random())
        self.streak = min(self.streak + 1, 16)
        self.paused += duration
        self.sleep(duration)

    def next_streak(self) -> int:
        """Where the pauses of the same writer's next commit begin, in doublings."""
        return max(0, self.streak - 2)

    def may_take_over(self, seen: HeadAt, now: datetime, *, is_gone: bool) -> bool:
        """Whether the holder of the lease in `seen` is to be waited for no longer."""
        watched = self.watched(seen)
        lease = seen.head.lease
        if is_gone or watched >= self.policy.ttl:
            return True
        run_out = lease.expires_at is None or lease.expires_at <= now
        return watched >= self.policy.grace and (run_out or seen.head.pending is not None)
