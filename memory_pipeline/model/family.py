"""A family: its zone, its members and, for old data, its own clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

MemberKind = Literal["adult", "child"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Somebody who lives in the household."""

    name: str
    kind: MemberKind = "adult"
    aliases: tuple[str, ...] = ()

    def is_called(self, name: str) -> bool:
        """Whether `name` is the member's name or an alias, case aside."""
        wanted = name.casefold()
        return wanted in {self.name.casefold(), *(alias.casefold() for alias in self.aliases)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """family.yaml. `key` is opaque; `clock` is a fixed `now` for demo and benchmark data."""

    key: str
    timezone: str
    members: tuple[Member, ...] = ()
    closed: bool = False
    clock: datetime | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def member(self, name: str | None) -> Member | None:
        """The member called so, by name or alias."""
        if name is None:
            return None
        return next((member for member in self.members if member.is_called(name)), None)
