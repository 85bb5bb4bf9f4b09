"""Which word matches count as a hit: the sparse search ranks by shared words and trigrams, this decides.

Trigrams bring in a misspelled word and much else beside it. A hit needs a query word that stands in the memory, or is
one slip away from a word there, and that says something: it is rare in the family, or it is most of the query.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memory_pipeline.language.words import WEAK_WORDS, content_words, misspells, stem
from memory_pipeline.retrieval.lexical import Lexicon, word_term

RARE_SHARE = 0.1
RARE_COUNT = 3
MOST = 0.6


@dataclass(frozen=True, slots=True)
class QueryWord:
    """A distinct query word, its weight (IDF in the family), whether few memories hold it, and whether any does."""

    word: str
    stem: str
    weight: float
    rare: bool
    known: bool
    weak: bool


@dataclass(frozen=True, slots=True)
class QueryWords:
    """The content words of a query as the family's lexicon weighs them."""

    words: tuple[QueryWord, ...]

    @classmethod
    def of(cls, text: str, lexicon: Lexicon) -> QueryWords:
        """Each distinct stem once, in order of the text."""
        by_stem = {stem(word): word for word in reversed(content_words(text))}
        return cls(tuple(_query_word(word, lexicon) for word in reversed(by_stem.values())))

    def tells(self, document: Iterable[str]) -> bool:
        """Whether a document with these content words is a hit."""
        words = tuple(document)
        stems = frozenset(map(stem, words))
        matched = [query for query in self.words if _stands_in(query, words, stems)]
        if any(query.rare and not query.weak for query in matched):
            return True
        total = sum(query.weight for query in self.words)
        return total > 0 and sum(query.weight for query in matched) >= MOST * total


def _query_word(word: str, lexicon: Lexicon) -> QueryWord:
    held = lexicon.frequency.get(word_term(word), 0)
    return QueryWord(
        word=word,
        stem=stem(word),
        weight=lexicon.idf(word_term(word)),
        rare=held <= max(RARE_COUNT, RARE_SHARE * lexicon.size),
        known=held > 0,
        weak=word in WEAK_WORDS or stem(word) in WEAK_WORDS,
    )


def _stands_in(query: QueryWord, words: tuple[str, ...], stems: frozenset[str]) -> bool:
    """A word that the family uses is no slip of another one."""
    if query.known:
        return query.stem in stems
    return any(misspells(query.word, word) for word in words)
