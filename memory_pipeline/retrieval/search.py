"""Two searches run together, merged and ranked (seed section 8).

One matches on meaning, the other on words with tolerance for small misspellings. The first matches by meaning lead,
matches by words follow, the rest of the first list fills in behind; each memory and each lineage comes once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
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
    """The shape of the merged list, and what is too weak to be in it; set by measurement (docs/adr/0006).

    `near`, `worded`: hits asked of the search by meaning and by words. Matches by words are ordered by their score
    and `meaning_share` times their cosine, each as a share of the best one's. A memory whose cosine is below
    `least_similarity` is left out unless a word that tells is in it; None leaves out nothing, because a model that
    searches can weigh what it is shown. A sensitive one needs `least_if_sensitive`, or such a word, in any case.
    Words that may be misspelled or say little tell only from `least_unsure_similarity` on: "convert" is no slip of
    "concert". Of a query the first `longest_query` characters count.
    """

    leading: int = 3
    near: int = 30
    worded: int = 50
    meaning_share: float = 1.0
    least_similarity: float | None = None
    least_if_sensitive: float = 0.2
    least_unsure_similarity: float = 0.15
    longest_query: int = 4_000

    def floor(self, *, sensitive: bool) -> float:
        """The cosine from which a memory is shown whatever its words."""
        least = -1.0 if self.least_similarity is None else self.least_similarity
        return max(least, self.least_if_sensitive) if sensitive else least


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
        sparse=query_vector(text, corpus.lexicon, corpus.vocabulary),
        words=QueryWords.of(text, corpus.own_lexicon),
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
    near = finder.search_dense(query.vector, conditions, policy.near)
    worded = finder.search_sparse(query.sparse, conditions, policy.worded)
    found = [hit.id for hit in (*near, *worded) if _may_show(hit.id, corpus, conditions)]
    similarity = corpus.similarity(query.vector, found)
    shown = {memory for memory in similarity if _is_relevant(query, memory, similarity[memory], corpus, policy)}
    by_meaning = [hit.id for hit in near if hit.id in shown]
    by_words = _by_words([hit for hit in worded if hit.id in shown], similarity, policy)
    merged = dict.fromkeys((*by_meaning[: policy.leading], *by_words, *by_meaning[policy.leading :]))
    kept = merged if wanted.include_history else _one_a_lineage(merged, corpus)
    return tuple(Found(corpus.memories[memory], similarity[memory]) for memory in kept)


def _may_show(memory: str, corpus: Corpus, conditions: IndexFilter) -> bool:
    """What the files say now; an engine's answer may be older."""
    found = corpus.memories.get(memory)
    if found is None or found.status not in conditions.statuses:
        return False
    return conditions.today is None or not found.is_past(conditions.today)


def _is_relevant(query: Query, memory: str, similarity: float, corpus: Corpus, policy: SearchPolicy) -> bool:
    if similarity >= policy.floor(sensitive=corpus.memories[memory].sensitivity != "normal"):
        return True
    match query.words.match(corpus.words(memory)):
        case "sure":
            return True
        case "unsure":
            return similarity >= policy.least_unsure_similarity
        case "none":
            return False


def _by_words(hits: Sequence[Hit], similarity: Mapping[str, float], policy: SearchPolicy) -> list[str]:
    """Matches by words, best first; of two that share as much, the one nearer in meaning comes first."""
    if not hits:
        return []
    nearest = max(similarity[hit.id] for hit in hits) or 1.0
    share = policy.meaning_share / abs(nearest)
    weight = {hit.id: round(hit.score / hits[0].score + share * similarity[hit.id], 6) for hit in hits}
    return sorted(weight, key=lambda memory: (-weight[memory], memory))


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
