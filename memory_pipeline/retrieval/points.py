"""What the search index must hold for a family, and how it is brought there (seed section 3, contract section 8).

The points are a function of the files: every memory that was not forgotten, whatever its status, so that a search may
ask for history. A memory that was retracted, or that a rule in force forbids, has no point and no stored vector.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from memory_pipeline.model.ids import digest
from memory_pipeline.model.memory import Memory
from memory_pipeline.ports.memory_index import IndexPoint, MemoryIndex
from memory_pipeline.retrieval.heard import HeardWords, own_text, sources
from memory_pipeline.retrieval.lexical import SCHEME, document_vector
from memory_pipeline.store.catalog import CatalogEntry
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.okf import front_matter
from memory_pipeline.store.suppression_rules import SuppressionRules
from memory_pipeline.store.terms import TermRow
from memory_pipeline.store.vectors import FamilyVectors


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexDifference:
    """What an index lacks or has otherwise, and the ids that it should not have; both in order of id."""

    upserts: tuple[IndexPoint, ...]
    removals: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Synchronised:
    """How many points the family has, and how many were written and removed."""

    points: int
    upserts: int
    removals: int


def difference(view: FamilyView, index: MemoryIndex, vectors: FamilyVectors) -> IndexDifference:
    """The index held against the files, point by point. Raises IndexUnavailable and IndexMismatch.

    Where the index keeps nothing (exact search), only the stored vectors can be wrong.
    """
    vectors.of(())
    if not index.keeps_points:
        return IndexDifference(upserts=(), removals=())
    index.check(view.key, index_fingerprint(vectors))
    entries = indexed_entries(view)
    return _drift(view.key, entries, index, vectors, HeardWords(view, entries).rows(entries))


def _drift(
    family: str,
    entries: Mapping[str, CatalogEntry],
    index: MemoryIndex,
    vectors: FamilyVectors,
    rows: Mapping[str, TermRow],
) -> IndexDifference:
    wanted = {memory: _payload(family, entry, vectors, rows[memory]) for memory, entry in entries.items()}
    stored = {memory: payload.get("point_hash") for memory, payload in index.stored(family).items()}
    changed = {memory: entries[memory] for memory in wanted if stored.get(memory) != wanted[memory]["point_hash"]}
    return IndexDifference(
        upserts=points_of(family, changed, vectors, rows),
        removals=tuple(sorted(stored.keys() - wanted.keys())),
    )


def synchronise(view: FamilyView, index: MemoryIndex, vectors: FamilyVectors) -> Synchronised:
    """Write the difference, and keep the vectors of what is indexed. Raises IndexUnavailable and IndexMismatch.

    The index is not read where it already mirrors this state of the files.
    """
    entries = indexed_entries(view)
    vectors.save(entry.memory.indexed_text for entry in entries.values())
    rows = _kept_rows(view, entries, vectors)
    if not index.keeps_points:
        return Synchronised(points=len(entries), upserts=0, removals=0)
    fingerprint, state = index_fingerprint(vectors), mirrored_state(view)
    index.check(view.key, fingerprint)
    if index.state(view.key) == state:
        return Synchronised(points=len(entries), upserts=0, removals=0)
    with index.open(view.key):
        drift = _drift(view.key, entries, index, vectors, rows)
    index.update(view.key, fingerprint, drift.upserts, drift.removals, state)
    return Synchronised(points=len(entries), upserts=len(drift.upserts), removals=len(drift.removals))


def _kept_rows(view: FamilyView, entries: Mapping[str, CatalogEntry], vectors: FamilyVectors) -> Mapping[str, TermRow]:
    """The sparse vectors of these memories, made where the file has none of the same source, and kept."""
    rows = known_rows(view, entries, vectors)
    missing = {memory: entry for memory, entry in entries.items() if memory not in rows}
    if missing or len(rows) != len(vectors.terms.rows()):
        rows = {**rows, **HeardWords(view, entries).rows(missing)}
        vectors.terms.save(rows)
    return rows


def rebuild(view: FamilyView, index: MemoryIndex, vectors: FamilyVectors) -> Synchronised:
    """Forget points and vectors and make them again: the mend after a change of model. Raises IndexUnavailable."""
    index.drop(view.key)
    vectors.renew()
    return synchronise(view, index, vectors)


def indexed_entries(view: FamilyView) -> Mapping[str, CatalogEntry]:
    """The memories that may be found at all, by id, ascending: neither retracted nor under a rule in force."""
    entries = view.catalog_entries()
    suppressions = view.suppressions()
    rules = SuppressionRules(suppressions, view.entities() if suppressions else {})
    return {key: entry for key, entry in entries.items() if may_be_found(entry.memory, rules)}


def may_be_found(memory: Memory, rules: SuppressionRules) -> bool:
    """Whether the family has not asked to forget the memory, nor anything that covers it."""
    return memory.status != "retracted" and rules.match_memory(memory) is None


def known_rows(view: FamilyView, entries: Mapping[str, CatalogEntry], vectors: FamilyVectors) -> Mapping[str, TermRow]:
    """The stored sparse vectors that are of these memories as they are now."""
    stored, named = vectors.terms.rows(), sources(view, entries)
    return {memory: row for memory, row in stored.items() if named.get(memory) == row.source}


def points_of(
    family: str, entries: Mapping[str, CatalogEntry], vectors: FamilyVectors, rows: Mapping[str, TermRow]
) -> tuple[IndexPoint, ...]:
    """The points of these memories, in their order; one without a row has its own words alone. Raises IndexMismatch."""
    dense = vectors.of([entry.memory.indexed_text for entry in entries.values()])
    return tuple(
        IndexPoint(
            id=memory,
            dense=vector,
            sparse=row.vector,
            payload=_payload(family, entry, vectors, row),
        )
        for (memory, entry), vector in zip(entries.items(), dense, strict=True)
        for row in [rows.get(memory) or own_row(entry)]
    )


def own_row(entry: CatalogEntry) -> TermRow:
    """The sparse vector of a memory by its own words, as long as the index has not followed a change."""
    return TermRow.of("", document_vector(own_text(entry)))


def index_fingerprint(vectors: FamilyVectors) -> str:
    """What made the points: the embedder and the scheme of the sparse vectors."""
    return f"{vectors.fingerprint} {SCHEME}"


def mirrored_state(view: FamilyView) -> str:
    """A name for the files that the points mirror: the seq and the digest of the newest change."""
    head = view.head()
    return f"{head.seq} {head.digest}"


def _payload(family: str, entry: CatalogEntry, vectors: FamilyVectors, row: TermRow) -> dict[str, Any]:
    """Front matter, family and text hash, and a hash of all that the point is made from, its vectors included."""
    payload = {**front_matter(entry.memory), "family": family, "text_hash": entry.text_hash}
    written = orjson.dumps(payload, option=orjson.OPT_SORT_KEYS).decode()
    return {**payload, "point_hash": digest(index_fingerprint(vectors), written, row.hash)}
