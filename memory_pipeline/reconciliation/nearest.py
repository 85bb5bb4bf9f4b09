"""Which memories are worth a judgement: nearest by meaning and by words (contract section 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from memory_pipeline.language.claim_words import LIGHT, word_key
from memory_pipeline.language.words import tokens
from memory_pipeline.model.memory import Memory
from memory_pipeline.reconciliation.policy import ReconciliationPolicy
from memory_pipeline.store.vectors import FamilyVectors

Measures = NDArray[np.float64]
_KEY_WEIGHT = 0.5


@dataclass(frozen=True, slots=True)
class Near:
    """A memory near a candidate: the cosine of their indexed texts, and the share of the shorter one's words."""

    memory: str
    similarity: float
    words: float


def nearest(
    candidates: Sequence[Memory], memories: Mapping[str, Memory], vectors: FamilyVectors, policy: ReconciliationPolicy
) -> list[list[Near]]:
    """For each candidate, as the memory it would form, the nearest memories, best first; ties by id.

    The same subject line and type make a memory near whatever the other measures say.
    """
    if not candidates or not memories:
        return [[] for _ in candidates]
    pool = _Pool(memories)
    ours = vectors.of([candidate.indexed_text for candidate in candidates])
    similarities = ours @ vectors.of([memory.indexed_text for memory in pool.memories]).T
    return [
        pool.near(candidate, row.astype(np.float64), policy)
        for candidate, row in zip(candidates, similarities, strict=True)
    ]


class _Pool:
    """The family's memories by place, with the words and keys they are found by."""

    def __init__(self, memories: Mapping[str, Memory]) -> None:
        self.memories = [memories[id] for id in sorted(memories)]
        self._sizes = np.zeros(len(self.memories))
        self._places: dict[str, list[int]] = {}
        self._keys: dict[tuple[str, str], list[int]] = {}
        for place, memory in enumerate(self.memories):
            words = _told(memory)
            self._sizes[place] = len(words)
            self._keys.setdefault(_key(memory), []).append(place)
            for word in words:
                self._places.setdefault(word, []).append(place)

    def near(self, candidate: Memory, similarity: Measures, policy: ReconciliationPolicy) -> list[Near]:
        """The places worth a look, by both measures together."""
        shared = self._shared(candidate)
        same_key = np.zeros(len(self.memories))
        same_key[self._keys.get(_key(candidate), [])] = _KEY_WEIGHT
        eligible = (same_key > 0) | (similarity >= policy.least_similarity) | (shared >= policy.least_shared_words)
        weight = np.round(similarity + shared + same_key, 4)
        # Places are in order of id, so a stable sort breaks ties by id.
        order = np.argsort(-weight, kind="stable")
        places = [int(place) for place in order[eligible[order]] if self.memories[place].id != candidate.id]
        return [
            Near(self.memories[place].id, float(similarity[place]), float(shared[place]))
            for place in places[: policy.neighbours]
        ]

    def _shared(self, candidate: Memory) -> Measures:
        words = _told(candidate)
        counts = np.zeros(len(self.memories))
        for word in words:
            counts[self._places.get(word, [])] += 1
        shares: Measures = counts / np.maximum(1, np.minimum(self._sizes, len(words)))
        return shares


def _told(memory: Memory) -> frozenset[str]:
    return _word_keys(f"{memory.about} {memory.summary}")


@lru_cache(maxsize=16384)
def _word_keys(text: str) -> frozenset[str]:
    return frozenset(word_key(token) for token in tokens(text) if token not in LIGHT)


def _key(memory: Memory) -> tuple[str, str]:
    return memory.about.casefold(), memory.type
