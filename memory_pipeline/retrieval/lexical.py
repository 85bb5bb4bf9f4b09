"""Sparse vectors of words and character trigrams (contract section 8); `word_match` says which matches are a hit.

A document is a memory's own words and, for less, the words it was said with (`retrieval.heard`). Its weights depend on
these alone, so that three changed memories are three written points. What the family's other memories say enters on
the query's side, as the inverse document frequency of each term.
All weights lie on a grid of 1/64: their products add up without rounding, in any order, so every engine gives the
same score and a tie is a tie.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import log

import numpy as np
from numpy.typing import NDArray

from memory_pipeline.language.words import content_words, stem, trigrams
from memory_pipeline.ports.memory_index import SparseVector
from memory_pipeline.retrieval.vocabulary import Vocabulary
from memory_pipeline.store.terms import GRID

SCHEME = "words-2"
"""Changes whenever a document's vector would; part of an index's fingerprint."""

_SATURATION = 0.8
_USUAL_LENGTH = 48
_LONGEST_LENGTH = 96
_LENGTH_SHARE = 0.4
_TRIGRAM_SHARE = 0.6
_SLIP_SHARE = 0.8

WeightedWords = tuple[float, Sequence[str]]
"""Tokens and how much of an own word each of them counts, in quarters."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """How many of a family's `size` documents hold each term."""

    size: int
    frequency: Mapping[int, int]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Lexicon:
        """Counted over texts that are documents by themselves."""
        return cls.over([np.array(sorted(set(_own_terms(content_words(text)))), dtype=np.uint32) for text in texts])

    @classmethod
    def over(cls, documents: Sequence[NDArray[np.uint32]]) -> Lexicon:
        """Counted over the distinct terms of each document."""
        if not any(map(len, documents)):
            return cls(len(documents), {})
        held, counts = np.unique(np.concatenate(documents), return_counts=True)
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


def document_vector(own: str, heard: Iterable[WeightedWords] = ()) -> SparseVector:
    """What the index stores for a memory: term frequency, saturated and damped by the document's own length.

    `own` gives words and trigrams, `heard` words alone: a misspelled query is led by what memories say themselves.
    """
    words = content_words(own)
    weighted: dict[int, float] = dict(Counter(_own_terms(words)))
    length = float(len(words))
    for weight, others in heard:
        length += weight * len(others)
        for word in others:
            term = word_term(word)
            weighted[term] = weighted.get(term, 0.0) + weight
    share = min(length, _LONGEST_LENGTH) / _USUAL_LENGTH
    damping = _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * share)
    # Few terms occur otherwise than once or twice: a weight is worked out once for each count.
    steps = {count: _step(count * (1 + _SATURATION) / (count + damping)) for count in set(weighted.values())}
    return _of_steps({term: steps[count] for term, count in weighted.items()})


def query_vector(text: str, lexicon: Lexicon, vocabulary: Vocabulary | None = None) -> SparseVector:
    """What a query looks for: each word once, by its rarity in the family, and its trigrams by a part of that.

    A word that no document holds is looked for in the family's words that it may be a slip of, or the beginning of.
    """
    weights: dict[int, float] = {}
    for word in sorted(set(content_words(text))):
        term = word_term(word)
        weights[term] = max(weights.get(term, 0.0), lexicon.idf(term))
        if vocabulary is not None and term not in lexicon.frequency:
            for meant in map(word_term, vocabulary.meant_by(word)):
                weights[meant] = max(weights.get(meant, 0.0), _SLIP_SHARE * lexicon.idf(meant))
        grams = trigram_terms(word)
        for gram in grams:
            weights[gram] = weights.get(gram, 0.0) + _TRIGRAM_SHARE * lexicon.idf(gram) / len(grams)
    return _on_grid({term: weight for term, weight in weights.items() if term in lexicon.frequency})


def _own_terms(words: Iterable[str]) -> Iterable[int]:
    return chain.from_iterable((word_term(word), *trigram_terms(word)) for word in words)


def _on_grid(weights: Mapping[int, float]) -> SparseVector:
    return _of_steps({term: _step(weight) for term, weight in weights.items()})


def _step(weight: float) -> int:
    return round(weight * GRID)


def _of_steps(steps: Mapping[int, int]) -> SparseVector:
    kept = sorted(term for term, step in steps.items() if step > 0)
    return SparseVector(tuple(kept), tuple(steps[term] / GRID for term in kept))
