"""Search without an engine: points in this process's memory, every one of them scored.

`MEMORY_INDEX=exact` is for small stores, tests and machines without the engine. Nothing outlives the process, so it
keeps no points for readers and reports: they make them from the files (`retrieval/corpus.py`) and get equal answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from memory_pipeline.model.errors import IndexMismatch, IndexUnavailable
from memory_pipeline.ports.embedder import Vectors
from memory_pipeline.ports.memory_index import Hit, IndexFilter, IndexPoint, SparseVector
from memory_pipeline.retrieval.exact import ExactSearch


@dataclass(slots=True)
class _Family:
    fingerprint: str
    state: str
    points: dict[str, IndexPoint] = field(default_factory=dict)
    search: ExactSearch = field(default_factory=lambda: ExactSearch(()))


class ExactIndex:
    """Keeps the MemoryIndex promises within one process."""

    name = "exact"
    keeps_points = False

    def __init__(self) -> None:
        self._families: dict[str, _Family] = {}

    def check(self, family: str, fingerprint: str) -> None:
        """Raises IndexMismatch when the family's points were made by another embedder."""
        known = self._families.get(family)
        if known is not None and known.fingerprint != fingerprint:
            raise IndexMismatch(f"the points of {family} are of another model; run `memory-pipeline reindex {family}`")

    def state(self, family: str) -> str | None:
        """What the last `update` of this process said."""
        known = self._families.get(family)
        return None if known is None else known.state

    @contextmanager
    def open(self, family: str) -> Iterator[None]:
        """Nothing to open."""
        del family
        yield

    def stored(self, family: str) -> Mapping[str, Mapping[str, Any]]:
        """Every point's payload by ULID, ascending."""
        known = self._families.get(family)
        points = {} if known is None else known.points
        return {memory: points[memory].payload for memory in sorted(points)}

    def update(
        self, family: str, fingerprint: str, upserts: Sequence[IndexPoint], removals: Sequence[str], state: str
    ) -> None:
        """Take the difference over. Raises IndexMismatch."""
        self.check(family, fingerprint)
        known = self._families.get(family)
        points = {} if known is None else dict(known.points)
        points |= {point.id: point for point in upserts}
        for memory in removals:
            points.pop(memory, None)
        self._families[family] = _Family(fingerprint, state, points, ExactSearch(tuple(points.values())))

    def search_dense(self, family: str, vector: Vectors, wanted: IndexFilter, limit: int) -> Sequence[Hit]:
        """The nearest by cosine, best first. Raises IndexUnavailable where no update was seen."""
        return self._search(family).search_dense(vector, wanted, limit)

    def search_sparse(self, family: str, vector: SparseVector, wanted: IndexFilter, limit: int) -> Sequence[Hit]:
        """The best by words, best first. Raises IndexUnavailable where no update was seen."""
        return self._search(family).search_sparse(vector, wanted, limit)

    def drop(self, family: str) -> None:
        """Forget the family's points."""
        self._families.pop(family, None)

    def _search(self, family: str) -> ExactSearch:
        known = self._families.get(family)
        if known is None:
            raise IndexUnavailable(f"no points of {family} in this process; run `memory-pipeline reindex {family}`")
        return known.search
