"""Memory and entity files: markdown with the front matter of seed section 3, read and written byte for byte.

`parse_memory(render_memory(m)) == m`, and a file in our form re-renders to the same bytes; the golden files hold both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_pipeline.model.entity import ENTITY_KINDS, Entity
from memory_pipeline.model.errors import MalformedMemory
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
from memory_pipeline.store import spelling
from memory_pipeline.store.fields import Fields
from memory_pipeline.store.front_matter import join_file, read_block, split_file, unknown_keys
from memory_pipeline.store.writable import ENTITY_KEYS, check_entity, check_memory
from memory_pipeline.store.yaml_text import leaf, number, scalar


def parse_memory(data: bytes, file: str) -> Memory:
    """Read a memory file; `file` is its key or path, for errors. Raises MalformedMemory with the line."""
    split = split_file(data, file)
    block = read_block(split, file)
    fields = Fields(block.values, file, MalformedMemory, block.lines)
    return _memory(fields, unknown_keys(fields, block, FRONT_MATTER_KEYS), split.body)


def render_memory(memory: Memory) -> bytes:
    """The file's bytes. Raises InvariantViolated for a value that the file could not give back."""
    check_memory(memory)
    return join_file(_memory_lines(memory), memory.extra, memory.body)


def front_matter(memory: Memory) -> dict[str, Any]:
    """The front matter as JSON values: instants `…Z`, days ISO, lists; contract order, then the unknown keys."""
    return {
        "id": memory.id,
        "type": memory.type,
        "about": memory.about,
        "summary": memory.summary,
        "when_to_use": memory.when_to_use,
        "applies_to": list(memory.applies_to),
        "strength": memory.strength,
        "pin": memory.pin,
        "authority": memory.authority,
        "confidence": memory.confidence,
        "durability": memory.durability,
        "formed_at": spelling.instant(memory.formed_at),
        "last_reinforced_at": spelling.instant(memory.last_reinforced_at),
        "reinforcement_count": memory.reinforcement_count,
        "valid_until": spelling.optional_day(memory.valid_until),
        "status": memory.status,
        "supersedes": memory.supersedes,
        "superseded_by": memory.superseded_by,
        "related": list(memory.related),
        "sensitivity": memory.sensitivity,
        "revision": memory.revision,
        "needs_enrichment": memory.needs_enrichment,
        **memory.extra,
    }


def parse_entity(data: bytes, file: str) -> Entity:
    """Read an entity file. Raises MalformedMemory with the line."""
    split = split_file(data, file)
    block = read_block(split, file)
    fields = Fields(block.values, file, MalformedMemory, block.lines)
    fields.choice("type", ("entity",))
    names = fields.lines_of("names")
    if not names:
        raise fields.fault("names", "must hold at least one name")
    return Entity(
        id=fields.ulid("id"),
        kind=fields.choice("kind", ENTITY_KINDS),
        names=names,
        aliases=fields.lines_of("aliases"),
        body=split.body,
        extra=unknown_keys(fields, block, ENTITY_KEYS),
    )


def render_entity(entity: Entity) -> bytes:
    """The file's bytes. Raises InvariantViolated."""
    check_entity(entity)
    lines = [
        f"id: {scalar(entity.id)}",
        "type: entity",
        f"kind: {entity.kind}",
        *_listed("names", entity.names),
        *_listed("aliases", entity.aliases),
    ]
    return join_file(lines, entity.extra, entity.body)


def _memory(fields: Fields, extra: Mapping[str, Any], body: str) -> Memory:
    return Memory(
        id=fields.ulid("id"),
        type=fields.choice("type", MEMORY_TYPES),
        about=fields.line("about"),
        summary=fields.line("summary"),
        when_to_use=fields.line("when_to_use"),
        applies_to=fields.ulids("applies_to"),
        strength=fields.choice("strength", STRENGTHS),
        pin=fields.flag("pin"),
        authority=fields.choice("authority", AUTHORITIES),
        confidence=fields.share("confidence"),
        durability=fields.choice("durability", DURABILITIES),
        formed_at=fields.instant("formed_at"),
        last_reinforced_at=fields.instant("last_reinforced_at"),
        reinforcement_count=fields.count("reinforcement_count"),
        valid_until=fields.optional_day("valid_until"),
        status=fields.choice("status", STATUSES),
        supersedes=fields.optional_ulid("supersedes"),
        superseded_by=fields.optional_ulid("superseded_by"),
        related=fields.ulids("related"),
        sensitivity=fields.choice("sensitivity", SENSITIVITIES),
        revision=fields.count("revision", least=1),
        needs_enrichment=fields.flag("needs_enrichment"),
        body=body,
        extra=extra,
    )


def _memory_lines(memory: Memory) -> list[str]:
    return [
        f"id: {scalar(memory.id)}",
        f"type: {memory.type}",
        f"about: {scalar(memory.about)}",
        f"summary: {scalar(memory.summary)}",
        f"when_to_use: {scalar(memory.when_to_use)}",
        *_listed("applies_to", memory.applies_to),
        f"strength: {memory.strength}",
        f"pin: {leaf(memory.pin)}",
        f"authority: {memory.authority}",
        f"confidence: {number(float(memory.confidence))}",
        f"durability: {memory.durability}",
        f"formed_at: {spelling.instant(memory.formed_at)}",
        f"last_reinforced_at: {spelling.instant(memory.last_reinforced_at)}",
        f"reinforcement_count: {memory.reinforcement_count}",
        f"valid_until: {spelling.optional_day(memory.valid_until) or 'null'}",
        f"status: {memory.status}",
        f"supersedes: {leaf(memory.supersedes)}",
        f"superseded_by: {leaf(memory.superseded_by)}",
        *_listed("related", memory.related),
        f"sensitivity: {memory.sensitivity}",
        f"revision: {memory.revision}",
        f"needs_enrichment: {leaf(memory.needs_enrichment)}",
    ]


def _listed(key: str, values: tuple[str, ...]) -> list[str]:
    return [f"{key}:", *(f"  - {scalar(value)}" for value in values)] if values else [f"{key}: []"]
