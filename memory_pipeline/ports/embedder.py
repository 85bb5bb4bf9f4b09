"""Text to vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
DIMENSIONS = 512


class Embedder(Protocol):
    """Makes unit vectors of 512 dimensions (seed section 3); a narrower model is padded with zeros."""

    @property
    def fingerprint(self) -> str:
        """Model id, dimensions and a hash of the weights, in one line; vectors of two fingerprints never mix."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (len(texts), 512), float32, L2 norm 1; a text's vector does not depend on its neighbours."""
        ...
