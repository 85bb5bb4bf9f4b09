"""The search index: a projection of the files, never the truth (seed section 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Protocol

from memory_pipeline.model.memory import MemoryType, Status
from memory_pipeline.ports.embedder import Vectors


@dataclass(frozen=True, slots=True)
class SparseVector:
    """Term ids (unsigned 32-bit, ascending) and their weights; a search is the dot product."""

    indices: tuple[int, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexPoint:
    """A memory as the index holds it.

    `id` is the ULID; `payload` the front matter, the `family`, the `text_hash` of what was embedded and the
    `point_hash` of everything in the point. Dense and sparse weights lie on grids whose products float32 adds exactly.
    """

    id: str
    dense: Vectors
    sparse: SparseVector
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexFilter:
    """What may be found. `today` excludes everything whose valid_until has arrived; None keeps it."""

    statuses: tuple[Status, ...] = ("active",)
    today: date | None = None
    types: tuple[MemoryType, ...] = field(default=())
    entities: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Hit:
    """A found memory's ULID and its score (cosine, or the sparse dot product)."""

    id: str
    score: float


class MemoryIndex(Protocol):
    """One family's points at a time. Every method raises IndexUnavailable when locked, lost or down.

    Ties are broken by id, so that every adapter and the exact search answer alike.
    """

    @property
    def name(self) -> str:
        """What answers, for reports: `qdrant`, `qdrant-edge` or `exact`."""
        ...

    @property
    def keeps_points(self) -> bool:
        """False for exact search: its points are made from the files at each use, so that none can be stale."""
        ...

    def check(self, family: str, fingerprint: str) -> None:
        """Raises IndexMismatch when the family's points were made by another embedder."""
        ...

    def state(self, family: str) -> str | None:
        """What the last `update` said the points mirror; None where nothing is known or an update did not finish."""
        ...

    def open(self, family: str) -> AbstractContextManager[None]:
        """Hold the family's points open for several calls; without it each call opens and closes by itself."""
        ...

    def stored(self, family: str) -> Mapping[str, Mapping[str, Any]]:
        """Every point's payload by ULID."""
        ...

    def update(
        self, family: str, fingerprint: str, upserts: Sequence[IndexPoint], removals: Sequence[str], state: str
    ) -> None:
        """Write the difference, and then that the points mirror `state`. Raises IndexMismatch as `check` does."""
        ...

    def search_dense(self, family: str, vector: Vectors, wanted: IndexFilter, limit: int) -> Sequence[Hit]:
        """The nearest by cosine, best first. `vector`: shape (512,), unit length, on the grid."""
        ...

    def search_sparse(self, family: str, vector: SparseVector, wanted: IndexFilter, limit: int) -> Sequence[Hit]:
        """The best by words, best first; hits with no shared term are left out."""
        ...

    def drop(self, family: str) -> None:
        """Forget the family's points; the files are not touched."""
        ...
