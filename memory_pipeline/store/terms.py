"""`terms.npy`: the sparse vectors of a family's memories, derived and rebuildable (docs/adr/0006).

Three arrays after one another: the rows (`memory`, `source`, `count`) in order of id, then the term ids (unsigned 32
bits) and the weights (unsigned 8 bits, in steps of 1/64) of all rows. `source` is a hash of what a row was made from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from memory_pipeline.ports.memory_index import SparseVector
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store.keys import terms_key

GRID = 64
_ROW = np.dtype([("memory", "S26"), ("source", "S32"), ("count", "<u4")])


@dataclass(frozen=True, slots=True, eq=False)
class TermRow:
    """A memory's terms, ascending, and their weights in steps of 1/64."""

    source: str
    terms: NDArray[np.uint32]
    steps: NDArray[np.uint8]

    @classmethod
    def of(cls, source: str, vector: SparseVector) -> TermRow:
        """The row of a vector whose weights lie on the grid and below 4."""
        steps = np.rint(np.array(vector.values, dtype=np.float64) * GRID).astype(np.uint8)
        return cls(source, np.array(vector.indices, dtype=np.uint32), steps)

    @property
    def hash(self) -> str:
        """SHA-256 in hex of terms and weights."""
        return hashlib.sha256(self.terms.astype("<u4").tobytes() + self.steps.tobytes()).hexdigest()

    @property
    def vector(self) -> SparseVector:
        """The same as the index takes it."""
        return SparseVector(tuple(self.terms.tolist()), tuple((self.steps / GRID).tolist()))


class FamilyTerms:
    """Reads and writes a family's file. One that cannot be read counts as missing, because it can be made again."""

    def __init__(self, objects: ObjectStore, family: str) -> None:
        self._objects = objects
        self._key = terms_key(family)

    def rows(self) -> Mapping[str, TermRow]:
        """The rows by memory; empty where there is no readable file."""
        found = self._objects.get(self._key)
        return {} if found is None else _read(found.data)

    def save(self, rows: Mapping[str, TermRow]) -> bool:
        """Write the file for exactly these rows. False, and nothing written, when it holds them already."""
        data = _render(rows)
        found = self._objects.get(self._key)
        if found is not None and found.data == data:
            return False
        self._objects.put(self._key, data)
        return True


def _render(rows: Mapping[str, TermRow]) -> bytes:
    ordered = sorted(rows.items())
    table = np.array([(memory, row.source, len(row.terms)) for memory, row in ordered], dtype=_ROW)
    terms = [row.terms for _, row in ordered]
    steps = [row.steps for _, row in ordered]
    buffer = BytesIO()
    np.save(buffer, table, allow_pickle=False)
    np.save(buffer, np.concatenate([np.zeros(0, np.uint32), *terms]).astype("<u4"), allow_pickle=False)
    np.save(buffer, np.concatenate([np.zeros(0, np.uint8), *steps]).astype("u1"), allow_pickle=False)
    return buffer.getvalue()


def _read(data: bytes) -> Mapping[str, TermRow]:
    buffer = BytesIO(data)
    try:
        table, terms, steps = (np.load(buffer, allow_pickle=False) for _ in range(3))
    except (ValueError, EOFError, OSError):
        return {}
    if table.dtype != _ROW or not int(table["count"].sum()) == len(terms) == len(steps):
        return {}
    ends = np.cumsum(table["count"])
    return {
        memory.decode("ascii", "replace"): TermRow(
            source.decode("ascii", "replace"), terms[start:end], steps[start:end]
        )
        for memory, source, start, end in zip(
            table["memory"], table["source"], (ends - table["count"]).tolist(), ends.tolist(), strict=True
        )
    }
