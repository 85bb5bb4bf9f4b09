"""What a memory or an entity must be so that its file gives back the same value; checked before every render."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from memory_pipeline.model.entity import ENTITY_KINDS, Entity
from memory_pipeline.model.errors import InvariantViolated
from memory_pipeline.model.memory import (
    AUTHORITIES,
    DURABILITIES,
    FRONT_MATTER_KEYS,
    MEMORY_TYPES,
    SENSITIVITIES,
    STATUSES,
    STRENGTHS,
    Memory,
)
from memory_pipeline.store.fields import LINE_BREAK
from memory_pipeline.store.json_text import DEEPEST, too_deep
from memory_pipeline.store.keys import is_ulid

ENTITY_KEYS = ("id", "type", "kind", "names", "aliases")

_CLOSED: tuple[tuple[str, Collection[str]], ...] = (
    ("type", MEMORY_TYPES),
    ("strength", STRENGTHS),
    ("authority", AUTHORITIES),
    ("durability", DURABILITIES),
    ("status", STATUSES),
    ("sensitivity", SENSITIVITIES),
)


def check_memory(memory: Memory) -> None:
    """Raises InvariantViolated and names the key."""
    links = (link for link in (memory.supersedes, memory.superseded_by) if link is not None)
    _check_ids(memory.id, (memory.id, *links, *memory.applies_to, *memory.related))
    for key in ("about", "summary", "when_to_use"):
        _check_line(memory.id, key, getattr(memory, key))
    for key, words in _CLOSED:
        if getattr(memory, key) not in words:
            raise InvariantViolated(
                f"`{key}` of {memory.id} is {getattr(memory, key)!r}, not one of {', '.join(words)}"
            )
    if not 0 <= memory.confidence <= 1:
        raise InvariantViolated(f"`confidence` of {memory.id} is {memory.confidence}, not from 0 to 1")
    if memory.reinforcement_count < 0 or memory.revision < 1:
        raise InvariantViolated(f"the counters of {memory.id} are below their start")
    _check_extra(memory.id, memory.extra, FRONT_MATTER_KEYS)


def check_entity(entity: Entity) -> None:
    """Raises InvariantViolated and names the key."""
    _check_ids(entity.id, (entity.id,))
    if entity.kind not in ENTITY_KINDS:
        raise InvariantViolated(f"`kind` of {entity.id} is {entity.kind!r}, not one of {', '.join(ENTITY_KINDS)}")
    if not entity.names:
        raise InvariantViolated(f"entity {entity.id} has no name")
    for name in (*entity.names, *entity.aliases):
        _check_line(entity.id, "names", name)
        if not name.strip():
            raise InvariantViolated(f"`names` of {entity.id} holds a blank name")
    _check_extra(entity.id, entity.extra, ENTITY_KEYS)


def _check_ids(owner: str, ids: Iterable[str]) -> None:
    for value in ids:
        if not is_ulid(value):
            raise InvariantViolated(f"{owner[:60]!r} holds the id {value[:60]!r}, which is no ULID")


def _check_line(owner: str, key: str, value: str) -> None:
    if LINE_BREAK.search(value) or "\0" in value:
        raise InvariantViolated(f"`{key}` of {owner} must stand in one line")


def _check_extra(owner: str, extra: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in known:
        if key in extra:
            raise InvariantViolated(f"the unknown keys of {owner} hold `{key}`, which is a key of ours")
    for key, value in extra.items():
        if too_deep(value):
            raise InvariantViolated(f"`{str(key)[:40]}` of {owner} is nested more than {DEEPEST} levels deep")
