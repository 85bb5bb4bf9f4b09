"""A family as a strict bundle of Google's Open Knowledge Format 0.2, for tools that know nothing of us (contract 2).

Section numbers are those of the format's SPEC.md. Its own keys come first in each file, filled in: title,
description, resource (4.1), sources (5.1), generated and verified (5.2), status (5.4), stale_after (5.5); ours
follow as extensions, our status as `memory_status`. Forgotten memories stay out, and so do people, places and groups
that only they applied to; log.md alone still has their ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time
from typing import Any

from memory_pipeline.model.entity import Entity
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.family import Family
from memory_pipeline.model.instants import local_date, zone
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.store import okf_index, spelling, yaml_text
from memory_pipeline.store.okf import front_matter
from memory_pipeline.store.writable import ENTITY_KEYS
from memory_pipeline.store.yaml_text import Plain

QUOTE_CHECK = "process:quote-check"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """Who confirmed a memory and when: `human:<member>` for an edit or a review, `process:<id>` for a check (7)."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleSource:
    """What a bundle is made of; mappings go by memory id. `log` is the family's log.md, which follows section 9."""

    family: Family
    memories: Sequence[Memory]
    entities: Sequence[Entity] = ()
    ledgers: Mapping[str, tuple[Evidence, ...]] = field(default_factory=dict)
    verified: Mapping[str, tuple[Verification, ...]] = field(default_factory=dict)
    log: bytes = b""
    producer: str = "memory-pipeline/1"


def bundle(source: BundleSource) -> dict[str, bytes]:
    """The files by relative path, in order of path: a pure function of `source`. Raises InvariantViolated."""
    exported = frozenset(memory.id for memory in source.memories if memory.status != "retracted")
    memories = [_known_ids(memory, exported) for memory in source.memories if memory.id in exported]
    memories.sort(key=lambda memory: memory.id)
    applied = {entity for memory in memories for entity in memory.applies_to}
    entities = sorted((entity for entity in source.entities if entity.id in applied), key=lambda entity: entity.id)
    links = okf_index.links(memories, entities)
    files = {f"memories/{memory.id}.md": _memory_file(memory, source, links) for memory in memories}
    files |= {f"entities/{entity.id}.md": _entity_file(entity) for entity in entities}
    files |= okf_index.index_files(memories, entities)
    if source.log:
        files["log.md"] = source.log
    return dict(sorted(files.items()))


def stale_after(day: date, timezone: str) -> str:
    """The first instant of `day` on the family's wall, with its offset (5.5); where clocks skip midnight, after it."""
    midnight = datetime.combine(day, time(), zone(timezone))
    return midnight.astimezone(UTC).astimezone(zone(timezone)).isoformat()


def _memory_file(memory: Memory, source: BundleSource, links: Mapping[str, str]) -> bytes:
    ledger = tuple(evidence for evidence in source.ledgers.get(memory.id, ()) if evidence.supports)
    verified = (*_quote_check(ledger), *source.verified.get(memory.id, ()))
    okf: dict[str, Any] = {
        "type": memory.type,
        "title": okf_index.title(memory),
        "description": memory.summary,
        "resource": str(MemoryRef(source.family.key, memory.id)),
        "sources": _sources(ledger, source.family.timezone),
        "generated": _event(source.producer, memory.formed_at),
        "verified": [_event(check.by, check.at) for check in verified],
        "status": "stable" if memory.status == "active" else "deprecated",
    }
    if memory.valid_until is not None:
        okf["stale_after"] = Plain(stale_after(memory.valid_until, source.family.timezone))
    okf["memory_status"] = memory.status
    ours = front_matter(memory)
    for key in ("formed_at", "last_reinforced_at", "valid_until"):
        ours[key] = ours[key] and Plain(ours[key])
    return _file(_merged(okf, ours, memory.extra), memory.body + okf_index.links_section(memory, links))


def _entity_file(entity: Entity) -> bytes:
    okf = {
        "type": "entity",
        "title": entity.names[0],
        "description": f"A {entity.kind} that memories apply to.",
        "status": "stable",
    }
    ours = dict(zip(ENTITY_KEYS, (entity.id, "", entity.kind, [*entity.names], [*entity.aliases]), strict=True))
    return _file(_merged(okf, {**ours, **entity.extra}, entity.extra), entity.body)


def _merged(okf: Mapping[str, Any], ours: Mapping[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """OKF's keys, then ours; an unknown key of the family's that OKF uses otherwise is kept as `family_{key}`."""
    renamed = {f"family_{key}": value for key, value in extra.items() if key in okf}
    filled = {key: value for key, value in okf.items() if value != []}
    return filled | {key: value for key, value in ours.items() if key not in okf} | renamed


def _known_ids(memory: Memory, exported: frozenset[str]) -> Memory:
    """The memory without the ids of forgotten ones."""
    return replace(
        memory,
        supersedes=memory.supersedes if memory.supersedes in exported else None,
        superseded_by=memory.superseded_by if memory.superseded_by in exported else None,
        related=tuple(other for other in memory.related if other in exported),
    )


def _sources(ledger: Iterable[Evidence], timezone: str) -> list[dict[str, Any]]:
    newest: dict[str, Evidence] = {}
    for evidence in ledger:
        newest.setdefault(str(evidence.ref), evidence)
    return [
        {
            "id": f"s{number}",
            "resource": ref,
            "title": f"Conversation {evidence.ref.session}",
            "last_modified": Plain(local_date(evidence.recorded_at, timezone).isoformat()),
        }
        for number, (ref, evidence) in enumerate(newest.items(), start=1)
    ]


def _quote_check(ledger: Iterable[Evidence]) -> list[Verification]:
    times = [evidence.recorded_at for evidence in ledger if evidence.quote]
    return [Verification(by=QUOTE_CHECK, at=max(times))] if times else []


def _event(actor: str, at: datetime) -> dict[str, Any]:
    return {"by": actor, "at": Plain(spelling.instant(at))}


def _file(values: Mapping[str, Any], body: str) -> bytes:
    return b"---\n" + yaml_text.document(values) + b"---\n" + body.encode()
