"""The search index follows the files: by difference after a change, or rebuilt from nothing (seed section 3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from memory_pipeline.model.errors import IndexUnavailable
from memory_pipeline.ports.memory_index import MemoryIndex
from memory_pipeline.retrieval.points import Synchronised, rebuild, synchronise
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.vectors import FamilyVectors
from memory_pipeline.workflows.pipeline import Pipeline


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexReport:
    """What the index took. `unavailable` says why nothing was written: exact search answers meanwhile."""

    family: str
    engine: str
    points: int = 0
    upserts: int = 0
    removals: int = 0
    unavailable: str = ""

    def as_json(self) -> dict[str, Any]:
        """The counts as `run --json` and `reindex --json` print them."""
        return {
            "engine": self.engine,
            "points": self.points,
            "upserts": self.upserts,
            "removals": self.removals,
            "unavailable": self.unavailable,
        }


def synchronise_index(pipeline: Pipeline, family: str) -> IndexReport:
    """Write to the index what changed since it was last written, and keep the embeddings. Raises IndexMismatch."""
    return _reported(pipeline, family, synchronise)


def rebuild_index(pipeline: Pipeline, family: str) -> IndexReport:
    """Drop the family's points and vectors and make them again from the files: the mend after a change of embedder."""
    return _reported(pipeline, family, rebuild)


def _reported(
    pipeline: Pipeline, family: str, work: Callable[[FamilyView, MemoryIndex, FamilyVectors], Synchronised]
) -> IndexReport:
    try:
        done = work(pipeline.view(family), pipeline.index, pipeline.vectors(family))
    except IndexUnavailable as error:
        return IndexReport(family=family, engine=pipeline.index.name, unavailable=str(error))
    return IndexReport(
        family=family,
        engine=pipeline.index.name,
        points=done.points,
        upserts=done.upserts,
        removals=done.removals,
    )
