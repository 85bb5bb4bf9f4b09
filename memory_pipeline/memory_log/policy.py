"""The numbers that the memory log obeys (seed `004`, contract section 11)."""

from __future__ import annotations

from dataclasses import dataclass

from memory_pipeline.model.errors import InvalidArgument

SMALLEST_BATCH, LARGEST_BATCH = 25, 50


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryLogPolicy:
    """Events a batch, words an item, items MEMORY.md may hold, and how many go once it holds as many.

    `neighbours`: existing items that a new one is compared with; one is near from `least_similarity` (cosine) or from
    `least_shared_words` (share of the rarer words) on.
    """

    batch_size: int = LARGEST_BATCH
    words: int = 150
    cap: int = 200
    prune_target: int = 50
    neighbours: int = 12
    least_similarity: float = 0.35
    least_shared_words: float = 0.2


def checked_batch_size(size: int) -> int:
    """The size, if the seed allows it (25 to 50 lines). Raises InvalidArgument."""
    if not SMALLEST_BATCH <= size <= LARGEST_BATCH:
        raise InvalidArgument(f"a batch has {SMALLEST_BATCH} to {LARGEST_BATCH} events, not {size}")
    return size
