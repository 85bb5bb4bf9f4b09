"""What the heads say of a clause: networks of one hidden layer over its embedding and its lexical features.

`weights.npz` is written by `training/train_heads.py`: for each head its classes and layers, of shapes
(512 + COUNT, hidden), (hidden,), (hidden, classes) and (classes,), and the hash of the sentences it was trained on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from memory_pipeline.adapters.embedded_models.heads.encoder import encode
from memory_pipeline.adapters.embedded_models.heads.features import features

KEPT = ("identity", "directive", "preference", "constraint", "relationship", "fact")
HEADS = ("label", "durability", "about")
PARTS = ("inner", "inner_bias", "outer", "outer_bias")
DECIMALS = 3
SCALE = 4.0
"""What an embedding is multiplied by, so that its 512 small numbers weigh as much as the lexical zeros and ones."""

Matrix = NDArray[np.float32]
Layers = tuple[Matrix, Matrix, Matrix, Matrix]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Shares of one, to three decimals: `labels` by label; `keep` is the sum over the kept ones."""

    labels: dict[str, float]
    durability: dict[str, float]
    about: dict[str, float]

    @property
    def keep(self) -> float:
        """How likely a careful person keeps something of the clause."""
        return round(sum(self.labels.get(label, 0.0) for label in KEPT), DECIMALS)

    @property
    def kind(self) -> str:
        """The likeliest of the kept labels."""
        return max(KEPT, key=lambda label: self.labels.get(label, 0.0))


class Heads:
    """The shipped heads."""

    def __init__(self, archive: bytes) -> None:
        with np.load(BytesIO(archive)) as stored:
            self.trained_on = str(stored["trained_on"])
            self._classes = {name: tuple(str(label) for label in stored[f"{name}_classes"]) for name in HEADS}
            self._layers = {name: _layers(stored, name) for name in HEADS}

    @cached_property
    def version(self) -> str:
        """Names the sentences that the heads were trained on."""
        return f"heads-{self.trained_on[:8]}"

    def judge(self, clauses: Sequence[str]) -> list[Verdict]:
        """One verdict a clause, in order; all clauses of a session are encoded together."""
        if not clauses:
            return []
        rows = design(clauses)
        shares = {name: judged(rows, self._layers[name]) for name in HEADS}
        return [
            Verdict(*(_named(self._classes[name], shares[name][row]) for name in HEADS)) for row in range(len(clauses))
        ]


def design(clauses: Sequence[str]) -> Matrix:
    """Shape (clauses, 512 + COUNT): the scaled embedding and the lexical features."""
    lexical = np.stack([features(clause) for clause in clauses])
    return np.hstack([SCALE * encode(clauses), lexical]).astype(np.float32)


def judged(rows: Matrix, layers: Layers) -> Matrix:
    """The share of each class, shape (rows, classes)."""
    inner, inner_bias, outer, outer_bias = layers
    return softmax(np.maximum(rows @ inner + inner_bias, 0) @ outer + outer_bias)


def softmax(scores: Matrix) -> Matrix:
    """Each row as shares of one."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Matrix = raised / raised.sum(axis=1, keepdims=True)
    return shares


def _layers(stored: Mapping[str, Matrix], name: str) -> Layers:
    inner, inner_bias, outer, outer_bias = (stored[f"{name}_{part}"].astype(np.float32) for part in PARTS)
    return inner, inner_bias, outer, outer_bias


def _named(classes: Sequence[str], shares: Matrix) -> dict[str, float]:
    return {label: round(float(share), DECIMALS) for label, share in zip(classes, shares, strict=True)}


@cache
def shipped_heads() -> Heads:
    """The heads inside the package."""
    return Heads(files("memory_pipeline.adapters.embedded_models.heads").joinpath("weights.npz").read_bytes())
