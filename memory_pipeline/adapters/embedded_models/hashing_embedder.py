"""An embedder without a model: words and trigrams hashed into 512 dimensions, for tests and where there are no weights.

It knows spelling and nothing of meaning: "dentist" is near "orthodontist" and far from "tooth doctor".
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from memory_pipeline.language.words import content_words, stem, tokens, trigrams
from memory_pipeline.ports.embedder import DIMENSIONS, Vectors

_TRIGRAM_WEIGHT = 0.3


class HashingEmbedder:
    """Deterministic and fast; every machine computes the same vectors."""

    fingerprint = f"hashing-1 {DIMENSIONS}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Shape (len(texts), 512), float32, unit length; a text without a word points along the first axis."""
        return np.array([_vector(text) for text in texts], dtype=np.float32).reshape(len(texts), DIMENSIONS)


def _vector(text: str) -> Vectors:
    sums = np.zeros(DIMENSIONS, dtype=np.float64)
    for word in content_words(text) or tokens(text):
        for feature, weight in ((stem(word), 1.0), *((f"^{gram}", _TRIGRAM_WEIGHT) for gram in trigrams(word))):
            axis, sign = _place(feature)
            sums[axis] += sign * weight
    length = float(np.sqrt(np.sum(sums * sums)))
    if length == 0:
        sums[0] = length = 1.0
    return (sums / length).astype(np.float32)


@lru_cache(maxsize=65536)
def _place(feature: str) -> tuple[int, int]:
    digest = hashlib.blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=4).digest()
    number = int.from_bytes(digest, "big")
    return number % DIMENSIONS, 1 if number >> 31 else -1
