"""Which memories are worth a judgement: nearest by meaning and by words (contract section 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from memory_pipeline.language.claim_words import LIGHT, word_key
from memory_pipeline.language.words import tokens
from memory_pipeline.model.memory import Memory
from memory_pipeline.ports.embedder import DIMENSIONS
from memory_pipeline.reconciliation.policy import ReconciliationPolicy
from memory_pipeline.store.vectors import FamilyVectors

Measures = NDArray[np.float64]
_KEY_WEIGHT = 0.5
_FIRST_ROOM = 64


@dataclass(frozen=True, slots=True)
class Near:
    """A memory near a candidate: the cosine of their indexed texts, and the share of the shorter one's words."""

    memory: str
    similarity: float
    words: float


def nearest(
    candidates: Sequence[Memory],
    memories: Mapping[str, Memory],
    vectors: FamilyVectors,
    policy: ReconciliationPolicy,
    pool: Pool | None = None,
) -> list[list[Near]]:
    """For each candidate, as the memory it would form, the nearest memories, best first; ties by id.

    The same subject line and type make a memory near whatever the other measures say. What was worked out for a
    memory is kept in `pool`, by default with `vectors`, so that the next session of a run pays only for what changed.
    """
    if not candidates or not memories:
        return [[] for _ in candidates]
    pool = _POOLS.setdefault(vectors, Pool()) if pool is None else pool
    pool.update(memories, vectors)
    ours = vectors.of([candidate.indexed_text for candidate in candidates])
    similarities = ours @ pool.rows.T
    return [
        pool.near(candidate, row.astype(np.float64), policy)
        for candidate, row in zip(candidates, similarities, strict=True)
    ]


class Pool:
    """Memories by place, with the vectors, words and keys they are found by. A place is never given away again."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self._at: dict[str, int] = {}
        self._known: dict[str, Memory] = {}
        self._ids: list[str] = []
        self._alive = np.zeros(_FIRST_ROOM, dtype=bool)
        self._sizes = np.zeros(_FIRST_ROOM)
        self._vectors = np.zeros((_FIRST_ROOM, DIMENSIONS), dtype=np.float32)
        self._places: dict[str, list[int]] = {}
        self._keys: dict[tuple[str, str], list[int]] = {}

    @property
    def rows(self) -> NDArray[np.float32]:
        """The vectors by place, shape (places, 512); those of dead places say nothing."""
        return self._vectors[: len(self._ids)]

    def update(self, memories: Mapping[str, Memory], vectors: FamilyVectors) -> None:
        """Hold just these memories; only those that are new or are told otherwise cost anything."""
        if len(self._ids) > 2 * len(memories) + _FIRST_ROOM:
            self._clear()
        for id in self._at.keys() - memories.keys():
            self._alive[self._at.pop(id)] = False
            del self._known[id]
        other = [memory for id, memory in memories.items() if self._known.get(id) is not memory]
        fresh = [memory for memory in other if not self._is_told_so(memory)]
        self._known.update((memory.id, memory) for memory in other)
        if fresh:
            self._add(fresh, vectors)

    def _is_told_so(self, memory: Memory) -> bool:
        held = self._known.get(memory.id)
        return held is not None and (held.indexed_text, held.type) == (memory.indexed_text, memory.type)

    def _add(self, fresh: Sequence[Memory], vectors: FamilyVectors) -> None:
        start = len(self._ids)
        self._make_room(start + len(fresh))
        self._vectors[start : start + len(fresh)] = vectors.of([memory.indexed_text for memory in fresh])
        for place, memory in enumerate(fresh, start=start):
            if memory.id in self._at:
                self._alive[self._at[memory.id]] = False
            self._at[memory.id] = place
            self._ids.append(memory.id)
            words = _told(memory)
            self._alive[place], self._sizes[place] = True, len(words)
            self._keys.setdefault(_key(memory), []).append(place)
            for word in words:
                self._places.setdefault(word, []).append(place)

    def _make_room(self, places: int) -> None:
        room = len(self._alive)
        if places > room:
            more = max(places, 2 * room) - room
            self._alive = np.concatenate([self._alive, np.zeros(more, dtype=bool)])
            self._sizes = np.concatenate([self._sizes, np.zeros(more)])
            self._vectors = np.concatenate([self._vectors, np.zeros((more, DIMENSIONS), dtype=np.float32)])

    def near(self, candidate: Memory, similarity: Measures, policy: ReconciliationPolicy) -> list[Near]:
        """The memories worth a look, by both measures together."""
        shared = self._shared(candidate)
        same_key = np.zeros(len(self._ids))
        same_key[self._keys.get(_key(candidate), [])] = _KEY_WEIGHT
        eligible = (same_key > 0) | (similarity >= policy.least_similarity) | (shared >= policy.least_shared_words)
        eligible &= self._alive[: len(self._ids)]
        places = np.flatnonzero(eligible)
        weight = np.round(similarity[places] + shared[places] + same_key[places], 4)
        # One more than asked for: the candidate itself may be among them. All that tie with the last are ranked by id.
        wanted = policy.neighbours + 1
        if len(places) > wanted:
            bound = np.partition(weight, len(weight) - wanted)[len(weight) - wanted]
            places, weight = places[weight >= bound], weight[weight >= bound]
        ranked = sorted(zip((-weight).tolist(), [self._ids[place] for place in places], places.tolist(), strict=True))
        return [
            Near(id, float(similarity[place]), float(shared[place])) for _, id, place in ranked if id != candidate.id
        ][: policy.neighbours]

    def _shared(self, candidate: Memory) -> Measures:
        words = _told(candidate)
        counts = np.zeros(len(self._ids))
        for word in words:
            counts[self._places.get(word, [])] += 1
        shares: Measures = counts / np.maximum(1, np.minimum(self._sizes[: len(counts)], len(words)))
        return shares


_POOLS: WeakKeyDictionary[FamilyVectors, Pool] = WeakKeyDictionary()


def _told(memory: Memory) -> frozenset[str]:
    return _word_keys(f"{memory.about} {memory.summary}")


@lru_cache(maxsize=16384)
def _word_keys(text: str) -> frozenset[str]:
    return frozenset(word_key(token) for token in tokens(text) if token not in LIGHT)


def _key(memory: Memory) -> tuple[str, str]:
    return memory.about.casefold(), memory.type
