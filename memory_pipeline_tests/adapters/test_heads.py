"""The learned heads: what they were trained on is what lies in the repository, and they answer the same every time."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from memory_pipeline.adapters.embedded_models.heads.judge import KEPT, Heads, shipped_heads

TRAINING = Path(__file__).parents[2] / "training"


def trainer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_heads", TRAINING / "train_heads.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_heads"] = module
    spec.loader.exec_module(module)
    return module


def test_the_shipped_weights_were_trained_on_the_sentences_of_the_repository() -> None:
    module = trainer()
    assert shipped_heads().trained_on == module.digest(module.read_lines(TRAINING / "sentences"))


def test_a_line_with_a_label_that_nobody_knows_is_refused_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("label\tdurability\tabout\ttext\nrumour\t-\t-\tthey say so\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"a\.tsv:2"):
        trainer().read_lines(tmp_path)


def test_training_twice_gives_the_same_weights() -> None:
    module = trainer()
    lines = module.read_lines(TRAINING / "sentences")[:60]
    rows = module.design([line.text for line in lines])
    first, second = module.train(lines, rows), module.train(lines, rows)
    assert all((a == b).all() for name in first for a, b in zip(first[name], second[name], strict=True))


@pytest.mark.parametrize(
    ("kept", "left"),
    [
        ("she's allergic to penicillin", "I'm allergic to Mondays"),
        ("swimming is on Wednesdays at 4", "is swimming on Wednesdays?"),
        ("the boiler is serviced every October", "the boiler is making a noise"),
    ],
)
def test_hard_neighbours_are_told_apart(kept: str, left: str) -> None:
    better, worse = shipped_heads().judge([kept, left])
    assert better.keep > 0.8 > worse.keep


def test_shares_are_of_one_and_keep_is_what_the_kept_labels_share() -> None:
    (verdict,) = shipped_heads().judge(["Leo goes to Lincoln Elementary"])
    assert sum(verdict.labels.values()) == pytest.approx(1, abs=0.02)
    assert verdict.keep == pytest.approx(sum(verdict.labels[label] for label in KEPT), abs=0.001)


def test_any_text_is_judged() -> None:
    assert len(shipped_heads().judge(["", "\ud83d", "x" * 10_000, "日本語"])) == 4
    assert isinstance(shipped_heads(), Heads)
