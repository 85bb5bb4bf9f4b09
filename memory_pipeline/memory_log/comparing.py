"""Items as the relation judge knows things: a candidate beside a memory, and which are near enough to ask."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC

import numpy as np
from numpy.typing import NDArray

from memory_pipeline.language.names import proper_names
from memory_pipeline.language.words import STOP_WORDS, stem, tokens
from memory_pipeline.memory_log.categories import STORE_TYPES
from memory_pipeline.memory_log.items import Item
from memory_pipeline.memory_log.policy import MemoryLogPolicy
from memory_pipeline.model.candidate import Candidate, Quote
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import Memory, body_of
from memory_pipeline.ports.embedder import Embedder, Vectors

_WHEN = "When this comes up"


def as_memory(item: Item) -> Memory:
    """An item on file as the memory it stands for; its id follows from its words."""
    at = item.at.replace(tzinfo=UTC)
    return Memory(
        id=derived_ulid(at, "memory-log", item.category, item.text),
        type=STORE_TYPES[item.category],
        about=subject_of(item.text),
        summary=f"{item.text}.",
        when_to_use=_WHEN,
        formed_at=at,
        last_reinforced_at=at,
        body=body_of(f"{item.text}."),
    )


def as_candidate(item: Item, said: str) -> Candidate:
    """A new item as a candidate for it; `said` are the user's words."""
    return Candidate(
        type=STORE_TYPES[item.category],
        about=subject_of(item.text),
        summary=f"{item.text}.",
        body=f"{item.text}.",
        when_to_use=_WHEN,
        evidence=(Quote(first=1, last=1, text=said),),
    )


def subject_of(text: str) -> str:
    """Whom an item is about: the name that it begins with, else its first word."""
    first = next((name for name in proper_names(text) if name.start == 0), None)
    return first.text if first is not None else text.split()[0]


def told_words(text: str) -> frozenset[str]:
    """The stems of the words that say something."""
    return frozenset(stem(word) for word in tokens(text) if word not in STOP_WORDS)


class Nearness:
    """How near texts are, by meaning and by words; what was embedded once is kept while MEMORY.md holds it."""

    def __init__(self, embedder: Embedder, policy: MemoryLogPolicy) -> None:
        self._embedder, self._policy = embedder, policy
        self._vectors: dict[str, Vectors] = {}
        self._words: dict[str, frozenset[str]] = {}

    def near(self, text: str, others: Sequence[str]) -> list[tuple[int, float]]:
        """Places in `others` that are worth a judgement, nearest first, with their cosine; ties by place."""
        if not others:
            return []
        self._embed([text, *others])
        similarity: NDArray[np.float64] = np.asarray(
            np.stack([self._vectors[other] for other in others]) @ self._vectors[text], dtype=np.float64
        )
        ours = self._words[text]
        shared = np.array([_share(ours, self._words[other]) for other in others])
        weight = np.round(similarity + shared, 4)
        eligible = (similarity >= self._policy.least_similarity) | (shared >= self._policy.least_shared_words)
        order = [int(place) for place in np.argsort(-weight, kind="stable") if eligible[place]]
        return [(place, float(similarity[place])) for place in order[: self._policy.neighbours]]

    def keep(self, texts: Sequence[str]) -> None:
        """Forget every other text, so that a long run holds no more than MEMORY.md does."""
        wanted = set(texts)
        self._vectors = {text: vector for text, vector in self._vectors.items() if text in wanted}
        self._words = {text: words for text, words in self._words.items() if text in wanted}

    def _embed(self, texts: Sequence[str]) -> None:
        missing = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if missing:
            self._vectors.update(zip(missing, self._embedder.embed(missing), strict=True))
            self._words.update((text, told_words(text)) for text in missing)


def _share(ours: frozenset[str], theirs: frozenset[str]) -> float:
    smaller = min(len(ours), len(theirs))
    return len(ours & theirs) / smaller if smaller else 0.0
