"""A finished conversation in its canonical form (contract section 3)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

Role = Literal["user", "assistant", "tool", "system"]
Surface = Literal["chat", "household_chat", "card", "import"]

ROLES: tuple[Role, ...] = get_args(Role)
SURFACES: tuple[Surface, ...] = get_args(Surface)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message. `number` counts from 1; a turn without text keeps its number."""

    number: int
    role: Role
    speaker: str | None
    at: datetime
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One conversation, immutable once `ended_at` is set."""

    id: str
    surface: Surface
    started_at: datetime
    ended_at: datetime | None
    off_record: bool
    turns: tuple[Turn, ...]

    def turn(self, number: int) -> Turn | None:
        """The turn of that number, or None where there is none."""
        index = number - 1
        return self.turns[index] if 0 <= index < len(self.turns) else None

    @property
    def chronology(self) -> tuple[datetime, str]:
        """Sort key of a family's history: by time, ties by id."""
        return (self.started_at, self.id)
