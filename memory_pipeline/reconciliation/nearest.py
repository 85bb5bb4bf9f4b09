"""Which memories are worth a judgement: nearest by meaning and by words (contract section 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from memory_pipeline.language.claim_frames import keys
from memory_pipeline.language.claim_text import plain
from memory_pipeline.model.memory import Memory
from memory_pipeline.reconciliation.policy import ReconciliationPolicy
from memory_pipeline.store.vectors import FamilyVectors


@dataclass(frozen=True, slots=True)
class Near:
    """A memory near a candidate. `similarity`: cosine of their indexed texts. `words`: share of the shorter one's words."""

    memory: str
    similarity: float
    words: float
    same_key: bool

    @property
    def weight(self) -> float:
        """Both measures together; the same subject line and type count like a good match."""
        return self.similarity + self.words + (0.5 if self.same_key else 0.0)


def nearest(
    candidates: Sequence[Memory], memories: Mapping[str, Memory], vectors: FamilyVectors, policy: ReconciliationPolicy
) -> list[list[Near]]:
    """For each candidate, as the memory it would form, the nearest memories, best first; ties by id."""
    if not candidates or not memories:
        return [[] for _ in candidates]
    pool = list(memories.values())
    ours = vectors.of([candidate.indexed_text for candidate in candidates])
    similarities = ours @ vectors.of([memory.indexed_text for memory in pool]).T
    told = [_told(memory) for memory in pool]
    return [_best(candidate, row, pool, told, policy) for candidate, row in zip(candidates, similarities, strict=True)]


def _best(
    candidate: Memory,
    row: np.ndarray,
    pool: Sequence[Memory],
    told: Sequence[frozenset[str]],
    policy: ReconciliationPolicy,
) -> list[Near]:
    mine, key = _told(candidate), _key(candidate)
    found = []
    for memory, similarity, words in zip(pool, row.tolist(), told, strict=True):
        shared = len(mine & words) / max(1, min(len(mine), len(words)))
        same_key = _key(memory) == key
        if memory.id != candidate.id and (
            same_key or similarity >= policy.least_similarity or shared >= policy.least_shared_words
        ):
            found.append(Near(memory.id, similarity, shared, same_key))
    found.sort(key=lambda near: (-round(near.weight, 4), near.memory))
    return found[: policy.neighbours]


def _told(memory: Memory) -> frozenset[str]:
    return keys(plain(f"{memory.about}. {memory.summary}"))


def _key(memory: Memory) -> tuple[str, str]:
    return memory.about.casefold(), memory.type
