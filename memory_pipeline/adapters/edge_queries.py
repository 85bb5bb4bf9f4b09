"""Our points and filters in the words of Qdrant's embedded engine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import qdrant_edge as engine

from memory_pipeline.adapters.qdrant_points import point_uuid
from memory_pipeline.ports.memory_index import IndexFilter, IndexPoint


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
