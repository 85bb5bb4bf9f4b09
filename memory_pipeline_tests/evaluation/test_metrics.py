from __future__ import annotations

import pytest

from memory_pipeline.evaluation.metrics import agreement, measure, summarise, wilson
from memory_pipeline.evaluation.scores import Score


def score(metric: str, case: str, hit: bool) -> Score:
    return Score(metric=metric, case=case, hit=hit, why="because")


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(9, 10, 0.5958, 0.9821), (0, 20, 0.0, 0.1611), (50, 100, 0.4038, 0.5962), (0, 0, 0.0, 1.0)],
)
def test_the_interval_is_wilsons(hits: int, n: int, low: float, high: float) -> None:
    assert wilson(hits, n) == pytest.approx((low, high), abs=1e-4)


def test_a_share_lists_what_went_the_worse_way() -> None:
    bad, good = summarise(
        [score("recalled", "a", True), score("recalled", "b", False), score("unsupported", "c", True)]
    )
    assert (good.name, good.value, [failed.case for failed in good.failing]) == ("recalled", 0.5, ["b"])
    assert (bad.name, bad.value, [failed.case for failed in bad.failing]) == ("unsupported", 1.0, ["c"])


def test_what_was_never_scored_has_no_figure() -> None:
    assert summarise([]) == ()


def test_a_gauge_is_the_largest_or_the_mean() -> None:
    largest, mean = measure({"largest_brief": [300.0, 500.0], "tokens_of_three_files": [100.0, 200.0]})
    assert (largest.value, largest.n) == (500.0, 2)
    assert (mean.value, mean.n) == (150.0, 2)


@pytest.mark.parametrize(
    ("pairs", "kappa"),
    [
        ([(True, True), (False, False)], 1.0),
        ([(True, False), (False, True)], -1.0),
        ([(True, True), (True, False), (False, True), (False, False)], 0.0),
        ([(True, True)], 1.0),
    ],
)
def test_agreement_is_cohens_kappa(pairs: list[tuple[bool, bool]], kappa: float) -> None:
    assert agreement(pairs) == (pytest.approx(kappa), len(pairs))
