"""What the heads say of a clause: softmax regressions over its embedding and its lexical features.

`weights.npz` is written by `training/train_heads.py`: for each head its classes and one matrix of shape
(512 + COUNT + 1, classes), and the hash of the sentences it was trained on.
"""

from __future__ import annotations

from collections.abc import Sequence
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
DECIMALS = 3


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
            self._heads = {
                name: (tuple(str(label) for label in stored[f"{name}_classes"]), stored[name].astype(np.float32))
                for name in HEADS
            }

    @cached_property
    def version(self) -> str:
        """Names the sentences that the heads were trained on."""
        return f"heads-{self.trained_on[:8]}"

    def judge(self, clauses: Sequence[str]) -> list[Verdict]:
        """One verdict a clause, in order; all clauses of a session are encoded together."""
        if not clauses:
            return []
        rows = design(clauses)
        shares = {name: _softmax(rows @ weights) for name, (_, weights) in self._heads.items()}
        return [
            Verdict(*(_named(self._heads[name][0], shares[name][row]) for name in HEADS)) for row in range(len(clauses))
        ]


def design(clauses: Sequence[str]) -> NDArray[np.float32]:
    """Shape (clauses, 512 + COUNT + 1): embedding, lexical features, a one."""
    lexical = np.stack([features(clause) for clause in clauses])
    return np.hstack([encode(clauses), lexical, np.ones((len(clauses), 1), dtype=np.float32)])


def _softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: NDArray[np.float32] = raised / raised.sum(axis=1, keepdims=True)
    return shares


def _named(classes: Sequence[str], shares: NDArray[np.float32]) -> dict[str, float]:
    return {label: round(float(share), DECIMALS) for label, share in zip(classes, shares, strict=True)}


@cache
def shipped_heads() -> Heads:
    """The heads inside the package."""
    return Heads(files("memory_pipeline.adapters.embedded_models.heads").joinpath("weights.npz").read_bytes())
