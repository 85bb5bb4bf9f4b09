"""Sparse vectors of words and character trigrams (contract section 8); `word_match` says which matches are a hit.

A document's weights depend on its own text alone, so that three changed memories are three written points. What the
family's other memories say enters on the query's side, as the inverse document frequency of each term.
All weights lie on a grid of 1/64: their products add up without rounding, in any order, so every engine gives the
same score and a tie is a tie.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import log

import numpy as np
from numpy.typing import NDArray

from memory_pipeline.language.words import content_words, stem, trigrams
from memory_pipeline.ports.memory_index import SparseVector

SCHEME = "words-1"
"""Changes whenever a document's vector would; part of an index's fingerprint."""

_GRID = 64
_SATURATION = 0.8
_USUAL_LENGTH = 24
_LENGTH_SHARE = 0.4
_TRIGRAM_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class Lexicon:
    """How many of a family's `size` documents hold each term."""

    size: int
    frequency: Mapping[int, int]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Lexicon:
        """Counted over the documents' texts, one a memory; the terms are those of `document_vector`."""
        documents = [[_term_array(word) for word in set(content_words(text))] for text in texts]
        lengths = [sum(map(len, document)) for document in documents]
        if not any(lengths):
            return cls(len(documents), {})
        terms = np.concatenate([array for document in documents for array in document])
        places = np.repeat(np.arange(len(documents), dtype=np.uint64), lengths)
        held, counts = np.unique(np.unique(places << np.uint64(32) | terms) & np.uint64(2**32 - 1), return_counts=True)
        return cls(len(documents), dict(zip(held.tolist(), counts.tolist(), strict=True)))

    def idf(self, term: int) -> float:
        """Inverse document frequency as BM25 has it: 0.7 at least for a term of one document in two, never negative."""
        held = self.frequency.get(term, 0)
        return log(1 + (self.size - held + 0.5) / (held + 0.5))


@lru_cache(maxsize=65536)
def word_term(word: str) -> int:
    """The term id (32 bits) of a token's stem."""
    return zlib.crc32(b"w:" + stem(word).encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=65536)
def trigram_terms(word: str) -> tuple[int, ...]:
    """The term ids of a token's character trigrams."""
    return tuple(zlib.crc32(b"t:" + gram.encode("utf-8", "surrogatepass")) for gram in trigrams(word))


@lru_cache(maxsize=65536)
def _terms(word: str) -> tuple[int, ...]:
    return (word_term(word), *trigram_terms(word))


@lru_cache(maxsize=65536)
def _term_array(word: str) -> NDArray[np.uint64]:
    return np.array(_terms(word), dtype=np.uint64)


def document_vector(text: str) -> SparseVector:
    """What the index stores for a text: term frequency, saturated and damped by the text's own length."""
    words = content_words(text)
    damping = _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * len(words) / _USUAL_LENGTH)
    counts = Counter(chain.from_iterable(map(_terms, words)))
    steps = {count: round(_GRID * count * (1 + _SATURATION) / (count + damping)) for count in set(counts.values())}
    terms = sorted(counts)
    return SparseVector(tuple(terms), tuple(steps[counts[term]] / _GRID for term in terms))


def query_vector(text: str, lexicon: Lexicon) -> SparseVector:
    """What a query looks for: each word once, by its rarity in the family, and its trigrams by a part of that."""
    weights: dict[int, float] = {}
    for word in sorted(set(content_words(text))):
        weights[word_term(word)] = lexicon.idf(word_term(word))
        grams = trigram_terms(word)
        for gram in grams:
            weights[gram] = weights.get(gram, 0.0) + _TRIGRAM_SHARE * lexicon.idf(gram) / len(grams)
    return _on_grid({term: weight for term, weight in weights.items() if term in lexicon.frequency})


def _on_grid(weights: Mapping[int, float]) -> SparseVector:
    steps = {term: round(weight * _GRID) for term, weight in weights.items()}
    kept = sorted(term for term, step in steps.items() if step > 0)
    return SparseVector(tuple(kept), tuple(steps[term] / _GRID for term in kept))
