"""The numbers that a dream obeys (contract section 6)."""

from __future__ import annotations

from dataclasses import dataclass

from memory_pipeline.model.errors import InvalidSetting


@dataclass(frozen=True, slots=True, kw_only=True)
class DreamPolicy:
    """When a passing memory lasts, when an inferred one sleeps, and how much one pass may change.

    `promote_at` counts reinforcements, `decay_days` family-local days since the last one. Promotion and decay together
    may change at most `blast_radius` of the active memories in one pass, but always `blast_floor` memories, so that a
    family with a handful is not stuck. Raises InvalidSetting.
    """

    promote_at: int = 3
    decay_days: int = 180
    blast_radius: float = 0.25
    blast_floor: int = 10

    def __post_init__(self) -> None:
        if self.promote_at < 1 or self.decay_days < 1:
            raise InvalidSetting("promote_at and decay_days are at least 1")
        if not 0 <= self.blast_radius <= 1 or self.blast_floor < 0:
            raise InvalidSetting("blast_radius is a share from 0 to 1 and blast_floor a number of memories from 0")

    def limit(self, active: int) -> int:
        """How many of `active` memories promotion and decay may change in one pass."""
        return max(self.blast_floor, int(active * self.blast_radius + 1e-9))
