"""Exact search over points in memory: what answers when the index cannot, and what every index is held against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory_pipeline.ports.embedder import DIMENSIONS, Vectors
from memory_pipeline.ports.memory_index import Hit, IndexFilter, IndexPoint, SparseVector

_Scores = NDArray[np.float64]


def matches(payload: Mapping[str, Any], wanted: IndexFilter) -> bool:
    """Whether a point may be found: its status, its date (a null date never passes), its type and its entities."""
    until = payload["valid_until"]
    return (
        payload["status"] in wanted.statuses
        and (wanted.today is None or until is None or until > wanted.today.isoformat())
        and (not wanted.types or payload["type"] in wanted.types)
        and (not wanted.entities or not set(wanted.entities).isdisjoint(payload["applies_to"]))
    )


class ExactSearch:
    """Scores every point. Ties are broken by id; scores are exact because vectors and weights lie on grids."""

    def __init__(self, points: Sequence[IndexPoint]) -> None:
        self._points = sorted(points, key=lambda point: point.id)
        self._masks: dict[IndexFilter, NDArray[np.bool_]] = {}

    def search_dense(self, vector: Vectors, wanted: IndexFilter, limit: int) -> tuple[Hit, ...]:
        """The nearest by cosine, best first."""
        scores = (self._matrix @ vector.astype(np.float32)).astype(np.float64)
        return self._best(scores, self._mask(wanted), limit)

    def search_sparse(self, vector: SparseVector, wanted: IndexFilter, limit: int) -> tuple[Hit, ...]:
        """The best by words, best first, without those that share no term."""
        scores = np.zeros(len(self._points))
        for term, weight in zip(vector.indices, vector.values, strict=True):
            if (posting := self._postings.get(term)) is not None:
                rows, weights = posting
                scores[rows] += weight * weights
        return self._best(scores, self._mask(wanted) & (scores > 0), limit)

    def _best(self, scores: _Scores, allowed: NDArray[np.bool_], limit: int) -> tuple[Hit, ...]:
        rows = np.flatnonzero(allowed)
        order = rows[np.argsort(-scores[rows], kind="stable")][:limit]
        return tuple(Hit(self._points[row].id, float(scores[row])) for row in order)

    def _mask(self, wanted: IndexFilter) -> NDArray[np.bool_]:
        if wanted not in self._masks:
            self._masks[wanted] = np.fromiter((matches(point.payload, wanted) for point in self._points), np.bool_)
        return self._masks[wanted]

    @cached_property
    def _matrix(self) -> Vectors:
        if not self._points:
            return np.zeros((0, DIMENSIONS), dtype=np.float32)
        return np.stack([point.dense for point in self._points]).astype(np.float32)

    @cached_property
    def _postings(self) -> dict[int, tuple[NDArray[np.int64], _Scores]]:
        """For each term the rows that hold it and its weights there."""
        if not any(point.sparse.indices for point in self._points):
            return {}
        lengths = [len(point.sparse.indices) for point in self._points]
        rows = np.repeat(np.arange(len(self._points)), lengths)
        terms = np.fromiter((term for point in self._points for term in point.sparse.indices), np.int64)
        weights = np.fromiter((value for point in self._points for value in point.sparse.values), np.float64)
        order = np.argsort(terms, kind="stable")
        known, starts = np.unique(terms[order], return_index=True)
        pieces = zip(np.split(rows[order], starts[1:]), np.split(weights[order], starts[1:]), strict=True)
        return dict(zip(known.tolist(), pieces, strict=True))
