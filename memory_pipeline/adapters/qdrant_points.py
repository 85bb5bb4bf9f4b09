"""What Qdrant's server and its embedded engine share: names of points, and answers cut where scores tie."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from ulid import ULID

from memory_pipeline.ports.memory_index import Hit


def point_uuid(memory: str) -> str:
    """A ULID is no valid point id; the UUID of its 128 bits is (contract section 8)."""
    return str(ULID.from_str(memory).to_uuid())


def ulid_of(point: str) -> str:
    """The way back."""
    return str(ULID.from_uuid(UUID(str(point))))


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
