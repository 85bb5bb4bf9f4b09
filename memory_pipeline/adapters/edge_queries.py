"""Our points and filters in the words of Qdrant's engine, and its answers in ours."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

import qdrant_edge as engine
from ulid import ULID

from memory_pipeline.ports.memory_index import Hit, IndexFilter, IndexPoint


def point_uuid(memory: str) -> str:
    """A ULID is no valid point id; the UUID of its 128 bits is (contract section 8)."""
    return str(ULID.from_str(memory).to_uuid())


def ulid_of(point: str) -> str:
    """The way back."""
    return str(ULID.from_uuid(UUID(str(point))))


def as_point(point: IndexPoint) -> Any:
    """A point with its two vectors, `dense` and `words`."""
    words = engine.SparseVector(list(point.sparse.indices), list(point.sparse.values))
    return engine.Point(
        id=point_uuid(point.id),
        vector={"dense": point.dense.tolist(), "words": words},
        payload=dict(point.payload),
    )


def as_filter(wanted: IndexFilter) -> Any:
    """The conditions of `retrieval.exact.matches`; a date range alone would drop every point without a date."""
    must: list[Any] = [_any_of("status", wanted.statuses)]
    if wanted.types:
        must.append(_any_of("type", wanted.types))
    if wanted.entities:
        must.append(_any_of("applies_to", wanted.entities))
    if wanted.today is not None:
        later = engine.RangeDateTime(gt=f"{wanted.today.isoformat()}T00:00:00Z")
        dated = engine.FieldCondition(key="valid_until", range=later)
        must.append(engine.Filter(should=[dated, engine.IsNullCondition("valid_until")]))
    return engine.Filter(must=must)


def _any_of(key: str, values: Iterable[str]) -> Any:
    return engine.FieldCondition(key=key, match=engine.MatchAny(list(values)))


def best(ask: Callable[[int], list[Hit]], limit: int) -> tuple[Hit, ...]:
    """The first `limit` hits in order of score, ties by id.

    The engine breaks ties as it likes, also at the edge of its answer: ask for more until the edge is no tie.
    """
    count = limit + 8
    while True:
        hits = sorted(ask(count), key=lambda hit: (-hit.score, hit.id))
        if len(hits) < count or hits[limit - 1].score > hits[-1].score:
            return tuple(hits[:limit])
        count *= 2
