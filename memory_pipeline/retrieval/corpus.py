"""What one head of a family offers to a search; made once, asked by many queries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from memory_pipeline.language.words import content_words
from memory_pipeline.model.memory import Memory
from memory_pipeline.ports.embedder import Vectors
from memory_pipeline.retrieval.exact import ExactSearch
from memory_pipeline.retrieval.lexical import Lexicon
from memory_pipeline.retrieval.points import indexed_entries, known_rows, own_row, points_of
from memory_pipeline.retrieval.vocabulary import Vocabulary
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.terms import TermRow
from memory_pipeline.store.vectors import FamilyVectors


class Corpus:
    """The memories that may be found at all, the family's lexicon, and exact search over them.

    Whatever an engine answers is checked against `memories`, so that a forget shows at once (contract section 15).
    """

    def __init__(self, view: FamilyView, vectors: FamilyVectors) -> None:
        self.view = view
        self.vectors = vectors
        self._entries = indexed_entries(view)
        self._words: dict[str, frozenset[str]] = {}

    @cached_property
    def memories(self) -> Mapping[str, Memory]:
        """Every memory that was not forgotten, by id, ascending, whatever its status."""
        return {key: entry.memory for key, entry in self._entries.items()}

    @cached_property
    def lexicon(self) -> Lexicon:
        """How many of the memories hold each term, among their own words or those they were said with."""
        return Lexicon.over([row.terms for row in self._rows.values()])

    @cached_property
    def own_lexicon(self) -> Lexicon:
        """How many of the memories say each term themselves."""
        return Lexicon.of(memory.indexed_text for memory in self.memories.values())

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words that the memories say themselves."""
        return Vocabulary(word for memory in self.memories for word in self.words(memory))

    @cached_property
    def exact(self) -> ExactSearch:
        """Search without an engine, over `vectors.npy`, `terms.npy` and the catalog."""
        return ExactSearch(points_of(self.view.key, self._entries, self.vectors, self._rows))

    @cached_property
    def _rows(self) -> Mapping[str, TermRow]:
        known = known_rows(self.view, self._entries, self.vectors)
        return {memory: known.get(memory) or own_row(entry) for memory, entry in self._entries.items()}

    def words(self, memory: str) -> frozenset[str]:
        """The content words of a memory's indexed text."""
        if memory not in self._words:
            self._words[memory] = frozenset(content_words(self.memories[memory].indexed_text))
        return self._words[memory]

    def similarity(self, vector: Vectors, memories: Iterable[str]) -> dict[str, float]:
        """The cosine of each of these memories and a query vector of shape (512,), on the grid."""
        wanted = list(dict.fromkeys(memories))
        rows = self.vectors.of([self.memories[memory].indexed_text for memory in wanted])
        return dict(zip(wanted, (rows @ vector).tolist(), strict=True))

    def entity_ids(self, called: Iterable[str]) -> tuple[str, ...]:
        """The ids of the entities so called, by id, name or alias, ascending; a name of nobody gives none."""
        names = list(called)
        return tuple(
            key
            for key, entity in self.view.entities().items()
            if any(name == key or entity.is_called(name) for name in names)
        )
