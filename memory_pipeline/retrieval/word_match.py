"""Which word matches count as a hit: the sparse search ranks by shared words and trigrams, this decides.

Trigrams bring in a misspelled word and much else beside it. A hit needs a query word that stands in the memory, or is a
slip away from a word there, and that says something: it is rare in the family, or it is most of what was asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from memory_pipeline.language.words import WEAK_WORDS, content_words, misspells, stem
from memory_pipeline.retrieval.lexical import Lexicon, word_term

Match = Literal["sure", "unsure", "none"]
"""By words that say something; only with a misspelling or by words that say little; or not at all."""

_RARE_SHARE = 0.1
_RARE_AT_LEAST = 3
_RARE_AT_MOST = 30
_MOST = 0.6
_PREFIX = 5
_SHORT_NUMBER = 2


@dataclass(frozen=True, slots=True)
class QueryWord:
    """A distinct query word and its weight (IDF in the family).

    `known`: a memory holds it. `rare`: few do. `weak`: it says too little to make a hit alone.
    """

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

    def match(self, document: Iterable[str]) -> Match:
        """Whether a document with these content words is a hit."""
        words = tuple(document)
        stems = frozenset(map(stem, words))
        standing = [query for query in self.words if _stands_in(query, words, stems)]
        if self._tell(standing):
            return "sure"
        slips = [
            query for query in self.words if not query.known and any(misspells(query.word, word) for word in words)
        ]
        if slips and self._tell([*standing, *slips]):
            return "unsure"
        return "unsure" if standing and all(query.weak for query in self.words) else "none"

    def _tell(self, matched: list[QueryWord]) -> bool:
        """A rare word tells. So do the words that make up most of the query; one of them only where it is all of it.

        Words that the family never used count for nothing, else a name in a long question would not be found.
        """
        strong = [query for query in matched if not query.weak]
        if any(query.rare for query in strong):
            return True
        if not strong or (len(matched) == 1 and len(self.words) > 1):
            return False
        asked = sum(query.weight for query in self.words if query.known)
        return sum(query.weight for query in matched) >= _MOST * asked


def _query_word(word: str, lexicon: Lexicon) -> QueryWord:
    held = lexicon.frequency.get(word_term(word), 0)
    return QueryWord(
        word=word,
        stem=stem(word),
        weight=lexicon.idf(word_term(word)),
        rare=held <= min(_RARE_AT_MOST, max(_RARE_AT_LEAST, _RARE_SHARE * lexicon.size)),
        known=held > 0,
        weak=word in WEAK_WORDS or stem(word) in WEAK_WORDS or (word.isdigit() and len(word) <= _SHORT_NUMBER),
    )


def _stands_in(query: QueryWord, words: Iterable[str], stems: frozenset[str]) -> bool:
    """The word itself, or one that begins with it where no memory holds the word ("physio")."""
    if query.known:
        return query.stem in stems
    return len(query.word) >= _PREFIX and any(word.startswith(query.word) for word in words)
