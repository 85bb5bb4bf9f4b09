"""Train the embedded extractor's heads: `python training/train_heads.py [--check]`.

Reads `training/sentences/*.tsv` (columns label, durability, about, text; one clause a line), fits a small network
a head, and writes `memory_pipeline/adapters/embedded_models/heads/weights.npz`. Deterministic: files by
name, full batches, a fixed seed and number of steps. `--check` prints figures of five folds instead of writing.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memory_pipeline.adapters.embedded_models.heads.judge import HEADS, KEPT, PARTS, Layers, design, judged, softmax

HERE = Path(__file__).parent
WEIGHTS = HERE.parent / "memory_pipeline" / "adapters" / "embedded_models" / "heads" / "weights.npz"
NOT_KEPT = (
    "question", "request", "small_talk", "hypothetical", "joke", "passing_state", "not_theirs", "guess", "reaction",
    "task_talk",
)  # fmt: skip
DURABILITIES = ("durable", "seasonal", "passing")
ABOUTS = ("speaker", "other", "household")
CLASSES = {"label": (*KEPT, *NOT_KEPT), "durability": DURABILITIES, "about": ABOUTS}
STEPS = 400
RATE = 0.003
DECAY = 2e-3
DROPPED = 0.4
HIDDEN = 96
SEED = 20261201
FOLDS = 5

Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Line:
    """One training sentence; durability and about are "-" where nothing is kept."""

    label: str
    durability: str
    about: str
    text: str


def read_lines(folder: Path) -> list[Line]:
    """Every line of every file, files by name. Raises ValueError naming file and line for a label it does not know."""
    lines = []
    for path in sorted(folder.glob("*.tsv")):
        rows = csv.reader(path.read_text(encoding="utf-8").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
        for number, row in enumerate(rows, start=1):
            if number > 1 and row:
                lines.append(_line(row, f"{path.name}:{number}"))
    return lines


def _line(row: list[str], place: str) -> Line:
    if len(row) != 4 or row[0] not in CLASSES["label"]:
        raise ValueError(f"{place}: needs label, durability, about, text with a known label, has {row!r}")
    line = Line(*row)
    if line.label in KEPT and (line.durability not in DURABILITIES or line.about not in ABOUTS):
        raise ValueError(f"{place}: a kept line needs a durability of {DURABILITIES} and an about of {ABOUTS}")
    return line


def fit(rows: Matrix, targets: NDArray[np.int64], classes: int) -> Layers:
    """One hidden layer by Adam over full batches, four of ten inputs left out in each step, from a fixed seed."""
    chance = np.random.default_rng(SEED)
    width = rows.shape[1]
    layers = [
        chance.normal(0, width**-0.5, (width, HIDDEN)).astype(np.float32),
        np.zeros(HIDDEN, np.float32),
        chance.normal(0, HIDDEN**-0.5, (HIDDEN, classes)).astype(np.float32),
        np.zeros(classes, np.float32),
    ]
    first, second = [np.zeros_like(layer) for layer in layers], [np.zeros_like(layer) for layer in layers]
    wanted = np.eye(classes, dtype=np.float32)[targets]
    for step in range(1, STEPS + 1):
        shown = (rows * (chance.random(rows.shape) > DROPPED) / (1 - DROPPED)).astype(np.float32)
        for at, slope in enumerate(_slopes(layers, shown, wanted)):
            first[at] = 0.9 * first[at] + 0.1 * slope
            second[at] = 0.999 * second[at] + 0.001 * slope**2
            layers[at] -= RATE * (first[at] / (1 - 0.9**step)) / (np.sqrt(second[at] / (1 - 0.999**step)) + 1e-8)
    return (layers[0], layers[1], layers[2], layers[3])


def _slopes(layers: Sequence[Matrix], rows: Matrix, wanted: Matrix) -> list[Matrix]:
    """The gradient of the cross entropy with weight decay, layer by layer."""
    inner, inner_bias, outer, outer_bias = layers
    hidden = np.maximum(rows @ inner + inner_bias, 0)
    error = (softmax(hidden @ outer + outer_bias) - wanted) / len(rows)
    back = (error @ outer.T) * (hidden > 0)
    return [rows.T @ back + DECAY * inner, back.sum(axis=0), hidden.T @ error + DECAY * outer, error.sum(axis=0)]


def train(lines: list[Line], rows: Matrix) -> dict[str, Layers]:
    """The layers of each head; durability and about learn from kept lines only."""
    heads = {}
    for name in HEADS:
        used = [at for at, line in enumerate(lines) if getattr(line, name) in CLASSES[name]]
        targets = np.array([CLASSES[name].index(getattr(lines[at], name)) for at in used])
        heads[name] = fit(rows[used], targets, len(CLASSES[name]))
    return heads


def digest(lines: list[Line]) -> str:
    """A hash of what was trained on."""
    told = "\n".join("\t".join((line.label, line.durability, line.about, line.text)) for line in lines)
    return hashlib.sha256(told.encode()).hexdigest()


def check(lines: list[Line], rows: Matrix) -> None:
    """Print held-out figures: precision and recall of keeping at several bars, accuracy of the kept labels' values."""
    places = np.arange(len(lines)) * FOLDS // len(lines)
    keep = np.zeros(len(lines))
    right: dict[str, list[bool]] = {name: [] for name in HEADS}
    for fold in range(FOLDS):
        held = places == fold
        heads = train([line for line, out in zip(lines, held, strict=True) if not out], rows[~held])
        for name, layers in heads.items():
            shares = judged(rows[held], layers)
            if name == "label":
                keep[held] = shares[:, : len(KEPT)].sum(axis=1)
                shares = shares[:, : len(KEPT)]
            for at, best in zip(np.flatnonzero(held), shares.argmax(axis=1), strict=True):
                if lines[at].label in KEPT:
                    right[name].append(CLASSES[name][best] == getattr(lines[at], name))
    kept = np.array([line.label in KEPT for line in lines])
    for bar in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
        said = keep >= bar
        print(f"keep >= {bar}: precision {kept[said].mean():.3f}, recall {said[kept].mean():.3f}")
    for name, hits in right.items():
        print(f"{name} right of kept: {np.mean(hits):.3f} of {len(hits)}")


def main() -> None:
    """Train and write, or check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="print held-out figures, write nothing")
    chosen = parser.parse_args()
    lines = read_lines(HERE / "sentences")
    rows = design([line.text for line in lines])
    if chosen.check:
        check(lines, rows)
        return
    heads = train(lines, rows)
    classes = {f"{name}_classes": np.array(CLASSES[name]) for name in HEADS}
    matrices = {
        f"{name}_{part}": layer.astype(np.float16)
        for name, layers in heads.items()
        for part, layer in zip(PARTS, layers, strict=True)
    }
    np.savez_compressed(WEIGHTS, trained_on=np.array(digest(lines)), **classes, **matrices)
    print(f"{len(lines)} lines, {digest(lines)[:8]} -> {WEIGHTS}")


if __name__ == "__main__":
    main()
