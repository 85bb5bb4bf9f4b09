"""People, places and groups that memories apply to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

EntityKind = Literal["person", "place", "group"]
ENTITY_KINDS: tuple[EntityKind, ...] = get_args(EntityKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """One person, place or group. `names` are what it is called, best first; `aliases` other ways to say it."""

    id: str
    kind: EntityKind
    names: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    body: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    def is_called(self, name: str) -> bool:
        """Whether `name` is one of its names or aliases, case aside."""
        wanted = name.casefold()
        return any(wanted == known.casefold() for known in (*self.names, *self.aliases))
