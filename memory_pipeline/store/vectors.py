"""`vectors.npy`: a family's embeddings by text hash, derived and rebuildable (contract section 1).

One structured array: `text_hash` (the SHA-256 of the text in hex) and `vector` (512 float16 on a grid of 1/2048),
in order of hash. The row before them names the embedder: the hash of its fingerprint, and a zero vector.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from memory_pipeline.model.errors import IndexMismatch
from memory_pipeline.ports.embedder import DIMENSIONS, Embedder, Vectors
from memory_pipeline.ports.object_store import UNCHANGED, ObjectStore
from memory_pipeline.store.catalog import text_hash
from memory_pipeline.store.keys import vectors_key
from memory_pipeline.store.terms import FamilyTerms

_ROW = np.dtype([("text_hash", "S64"), ("vector", "<f2", (DIMENSIONS,))])
_GRID = np.float32(2048)


def on_grid(vectors: Vectors) -> Vectors:
    """The vectors rounded to multiples of 1/2048.

    float16 holds such numbers exactly and float32 adds up their products without rounding, in any order: the file
    gives back what was embedded, and every engine computes the same cosine. That moves a cosine by about 0.0002.
    """
    rounded: Vectors = (np.rint(vectors.astype(np.float32) * _GRID) / _GRID).astype(np.float32)
    return rounded


class FamilyVectors:
    """Looks texts up by hash, in `vectors.npy` and in what this instance embedded; embeds what is missing.

    Raises IndexMismatch when the file was made by another embedder: vectors of two models never mix. A file that
    cannot be read counts as missing, because it can be made again. `terms`: the sparse vectors beside them.
    """

    def __init__(self, objects: ObjectStore, family: str, embedder: Embedder) -> None:
        self._objects = objects
        self._key = vectors_key(family)
        self._family = family
        self._embedder = embedder
        self._loaded = False
        self._etag: str | None = None
        self._stored: frozenset[str] = frozenset()
        self._known: dict[str, Vectors] = {}
        self.terms = FamilyTerms(objects, family)

    @property
    def fingerprint(self) -> str:
        """The embedder's: model, dimensions and weights."""
        return self._embedder.fingerprint

    def of(self, texts: Sequence[str]) -> Vectors:
        """Shape (len(texts), 512), float32, unit length, on the grid. Missing texts are embedded in one batch."""
        self._load()
        hashes = [text_hash(text) for text in texts]
        missing = {key: text for key, text in zip(hashes, texts, strict=True) if key not in self._known}
        if missing:
            made = on_grid(self._embedder.embed(list(missing.values())))
            self._known.update(zip(missing, made, strict=True))
        if not hashes:
            return np.zeros((0, DIMENSIONS), dtype=np.float32)
        return np.stack([self._known[key] for key in hashes])

    def save(self, texts: Iterable[str]) -> bool:
        """Write the file for exactly these texts. False, and nothing written, when it holds them already."""
        by_hash = {text_hash(text): text for text in texts}
        vectors = self.of([by_hash[key] for key in sorted(by_hash)])
        if self._etag is not None and self._stored == by_hash.keys() and self._is_unchanged(self._etag):
            return False
        data = _render(self.fingerprint, dict(zip(sorted(by_hash), vectors, strict=True)))
        self._etag = self._objects.put(self._key, data)
        self._stored = frozenset(by_hash)
        return True

    def renew(self) -> None:
        """Forget the file and all that was looked up: the next `of` embeds anew, as after a change of model."""
        self._loaded = True
        self._etag = None
        self._known.clear()

    def _is_unchanged(self, etag: str) -> bool:
        return self._objects.get_if_changed(self._key, etag) is UNCHANGED

    def _load(self) -> None:
        if self._loaded:
            return
        found = self._objects.get(self._key)
        rows = None if found is None else _read(found.data)
        if found is not None and rows is not None:
            if rows["text_hash"][0].decode("ascii", "replace") != _name_of(self.fingerprint):
                raise IndexMismatch(
                    f"the vectors were made by another embedder than {self.fingerprint}; "
                    f"run `memory-pipeline reindex {self._family}`",
                    file=self._key,
                )
            keys = [key.decode("ascii", "replace") for key in rows["text_hash"][1:]]
            self._known.update(zip(keys, rows["vector"][1:].astype(np.float32), strict=True))
            self._stored, self._etag = frozenset(keys), found.etag
        self._loaded = True


def _render(fingerprint: str, vectors: Mapping[str, Vectors]) -> bytes:
    rows = np.zeros(len(vectors) + 1, dtype=_ROW)
    rows["text_hash"] = [_name_of(fingerprint), *vectors]
    for row, vector in enumerate(vectors.values(), start=1):
        rows["vector"][row] = vector
    buffer = BytesIO()
    np.save(buffer, rows, allow_pickle=False)
    return buffer.getvalue()


def _read(data: bytes) -> NDArray[np.void] | None:
    """The rows, or None for anything that `_render` did not write."""
    try:
        rows = np.load(BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError, OSError):
        return None
    return rows if isinstance(rows, np.ndarray) and rows.dtype == _ROW and rows.ndim == 1 and len(rows) else None


def _name_of(fingerprint: str) -> str:
    return hashlib.sha256(fingerprint.encode()).hexdigest()
