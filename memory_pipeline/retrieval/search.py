"""Two searches run together, merged and ranked (seed section 8).

One matches on meaning, the other on words with tolerance for small misspellings. The first matches by meaning lead,
matches by words follow, the rest of the first list fills in behind; each memory and each lineage comes once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from math import log10
from typing import Protocol

from memory_pipeline.model.memory import Memory, MemoryType, Status
from memory_pipeline.ports.embedder import Embedder, Vectors
from memory_pipeline.ports.memory_index import Hit, IndexFilter, MemoryIndex, SparseVector
from memory_pipeline.retrieval.corpus import Corpus
from memory_pipeline.retrieval.lexical import query_vector
from memory_pipeline.retrieval.word_match import QueryWords
from memory_pipeline.store.lineage import chain
from memory_pipeline.store.vectors import on_grid

_CURRENT: tuple[Status, ...] = ("active",)
_WITH_HISTORY: tuple[Status, ...] = ("active", "dormant", "expired", "superseded")


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPolicy:
    """The floors of relevance and the shape of the merged list.

    `depth`: hits asked of each search. Similarities are cosines; below `least_similarity` a match by meaning is noise,
    and the more memories there are, the nearer noise comes: the floor rises by `rise` for each tenfold of
    `small_family`, `highest_rise` at most (measured: a question about strangers is 0.34 near to the best of 400
    memories). A sensitive memory needs `more_if_sensitive`, or words that tell. Words that may be misspelled or say
    little make a hit only from `least_unsure_similarity` on: "convert" is no slip of "concert". Of a query the first
    `longest_query` characters count.
    """

    leading: int = 3
    depth: int = 30
    least_similarity: float = 0.2
    small_family: int = 40
    rise: float = 0.1
    highest_rise: float = 0.12
    more_if_sensitive: float = 0.05
    least_unsure_similarity: float = 0.15
    longest_query: int = 4_000

    def floor(self, memories: int, *, sensitive: bool) -> float:
        """The least cosine that makes a hit in a family of so many memories."""
        rise = self.rise * log10(max(1, memories) / self.small_family)
        return self.least_similarity + min(max(0.0, rise), self.highest_rise) + self.more_if_sensitive * sensitive


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What may be found. `entities` are ids, None for all; `include_history` adds what is no longer current."""

    types: tuple[MemoryType, ...] = ()
    entities: tuple[str, ...] | None = None
    include_history: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A memory and its cosine to the query."""

    memory: Memory
    similarity: float


class Finder(Protocol):
    """One family's points, in an engine or in memory."""

    def search_dense(self, vector: Vectors, wanted: IndexFilter, limit: int) -> Sequence[Hit]: ...
    def search_sparse(self, vector: SparseVector, wanted: IndexFilter, limit: int) -> Sequence[Hit]: ...


@dataclass(frozen=True, slots=True)
class FamilyFinder:
    """A MemoryIndex as it looks to the search of one family."""

    index: MemoryIndex
    family: str

    def search_dense(self, vector: Vectors, wanted: IndexFilter, limit: int) -> Sequence[Hit]:
        """As `MemoryIndex.search_dense`."""
        return self.index.search_dense(self.family, vector, wanted, limit)

    def search_sparse(self, vector: SparseVector, wanted: IndexFilter, limit: int) -> Sequence[Hit]:
        """As `MemoryIndex.search_sparse`."""
        return self.index.search_sparse(self.family, vector, wanted, limit)


@dataclass(frozen=True, slots=True)
class Query:
    """A query made ready: its text, its vector on the grid (shape (512,)), and its words against the family's."""

    text: str
    vector: Vectors
    sparse: SparseVector
    words: QueryWords = field(compare=False)


def prepare(text: str, corpus: Corpus, embedder: Embedder, policy: SearchPolicy) -> Query:
    """Embed a query and weigh its words."""
    text = text[: policy.longest_query]
    return Query(
        text=text,
        vector=on_grid(embedder.embed([text]))[0],
        sparse=query_vector(text, corpus.lexicon),
        words=QueryWords.of(text, corpus.lexicon),
    )


def search(
    query: Query, wanted: Wanted, corpus: Corpus, finder: Finder, today: date, policy: SearchPolicy
) -> tuple[Found, ...]:
    """Every match in its order. Raises IndexUnavailable where the finder does."""
    if not query.text.strip() or wanted.entities == ():
        return ()
    conditions = IndexFilter(
        statuses=_WITH_HISTORY if wanted.include_history else _CURRENT,
        today=None if wanted.include_history else today,
        types=wanted.types,
        entities=wanted.entities or (),
    )
    near = finder.search_dense(query.vector, conditions, policy.depth)
    worded = finder.search_sparse(query.sparse, conditions, policy.depth)
    allowed = [hit.id for hit in (*near, *worded) if _may_show(hit.id, corpus, conditions)]
    similarity = corpus.similarity(query.vector, allowed)
    by_meaning = [hit.id for hit in near if hit.id in similarity and _near_enough(hit, corpus, policy)]
    by_words = [
        hit.id
        for hit in worded
        if hit.id in similarity and _is_worded(query, hit.id, similarity[hit.id], corpus, policy)
    ]
    merged = dict.fromkeys((*by_meaning[: policy.leading], *by_words, *by_meaning[policy.leading :]))
    kept = merged if wanted.include_history else _one_a_lineage(merged, corpus)
    return tuple(Found(corpus.memories[memory], similarity[memory]) for memory in kept)


def _may_show(memory: str, corpus: Corpus, conditions: IndexFilter) -> bool:
    """What the files say now; an engine's answer may be older."""
    found = corpus.memories.get(memory)
    if found is None or found.status not in conditions.statuses:
        return False
    return conditions.today is None or not found.is_past(conditions.today)


def _near_enough(hit: Hit, corpus: Corpus, policy: SearchPolicy) -> bool:
    sensitive = corpus.memories[hit.id].sensitivity != "normal"
    return hit.score >= policy.floor(len(corpus.memories), sensitive=sensitive)


def _is_worded(query: Query, memory: str, similarity: float, corpus: Corpus, policy: SearchPolicy) -> bool:
    match query.words.match(corpus.words(memory)):
        case "sure":
            return True
        case "unsure":
            return similarity >= policy.least_unsure_similarity
        case "none":
            return False


def _one_a_lineage(merged: dict[str, None], corpus: Corpus) -> list[str]:
    """The first of each lineage; two versions of one claim are both active only while a change is being applied."""
    seen: set[str] = set()
    kept = []
    for memory in merged:
        lineage = chain(corpus.memories, memory) or (memory,)
        if seen.isdisjoint(lineage):
            kept.append(memory)
        seen.update(lineage)
    return kept
