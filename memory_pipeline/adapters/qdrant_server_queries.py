"""Our points and filters in the words of a Qdrant server."""

from __future__ import annotations

from collections.abc import Iterable

from qdrant_client import models

from memory_pipeline.adapters.qdrant_points import point_uuid
from memory_pipeline.ports.memory_index import IndexFilter, IndexPoint


def as_point(point: IndexPoint) -> models.PointStruct:
    """A point with its two vectors, `dense` and `words`."""
    words = models.SparseVector(indices=list(point.sparse.indices), values=list(point.sparse.values))
    return models.PointStruct(
        id=point_uuid(point.id),
        vector={"dense": point.dense.tolist(), "words": words},
        payload=dict(point.payload),
    )


def of_family(family: str) -> models.Filter:
    """All points of one tenant."""
    return models.Filter(must=[_any_of("family", (family,))])


def as_filter(family: str, wanted: IndexFilter) -> models.Filter:
    """The tenant, and the conditions of `retrieval.exact.matches`; a date range alone drops points without a date."""
    must: list[models.Condition] = [_any_of("family", (family,)), _any_of("status", wanted.statuses)]
    if wanted.types:
        must.append(_any_of("type", wanted.types))
    if wanted.entities:
        must.append(_any_of("applies_to", wanted.entities))
    if wanted.today is not None:
        later = models.DatetimeRange.model_validate({"gt": f"{wanted.today.isoformat()}T00:00:00Z"})
        dated = models.FieldCondition(key="valid_until", range=later)
        undated = models.IsNullCondition(is_null=models.PayloadField(key="valid_until"))
        must.append(models.Filter(should=[dated, undated]))
    return models.Filter(must=must)


def _any_of(key: str, values: Iterable[str]) -> models.FieldCondition:
    return models.FieldCondition(key=key, match=models.MatchAny(any=list(values)))
