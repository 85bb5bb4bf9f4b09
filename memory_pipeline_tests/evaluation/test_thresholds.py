from __future__ import annotations

from pathlib import Path

import pytest

from memory_pipeline.evaluation.metrics import summarise
from memory_pipeline.evaluation.scores import Score
from memory_pipeline.evaluation.thresholds import Threshold, judge, load_thresholds
from memory_pipeline.model.errors import MalformedDocument

ROOT = Path(__file__).parents[2]


def threshold(**fields: str) -> Threshold:
    return Threshold(name="t", source="here", **fields)


def figures(**shares: tuple[int, int]) -> list[Score]:
    return [
        Score(metric=name, case=str(place), hit=place < hits, why="")
        for name, (hits, n) in shares.items()
        for place in range(n)
    ]


@pytest.mark.parametrize(
    ("bound", "shares", "ok"),
    [
        ({"figure": "recalled", "at_least": "0.80"}, {"recalled": (8, 10)}, True),
        ({"figure": "recalled", "at_least": "0.80"}, {"recalled": (7, 10)}, False),
        ({"figure": "injected_formed", "at_most": "0"}, {"injected_formed": (0, 10)}, True),
        ({"figure": "injected_formed", "at_most": "0"}, {"injected_formed": (1, 10)}, False),
        ({"figure": "recalled", "at_least": "0.80"}, {}, None),
        (
            {"figure": "directive_in_prompt", "at_least": "directive_in_prompt_three_files"},
            {"directive_in_prompt": (9, 10), "directive_in_prompt_three_files": (10, 10)},
            False,
        ),
        (
            {"figure": "directive_in_prompt", "at_least": "directive_in_prompt_three_files"},
            {"directive_in_prompt": (10, 10)},
            None,
        ),
    ],
)
def test_a_bound_holds_is_missed_or_was_not_measured(
    bound: dict[str, str], shares: dict[str, tuple[int, int]], ok: bool | None
) -> None:
    (verdict,) = judge([threshold(**bound)], summarise(figures(**shares)), [])
    assert verdict.ok is ok


def test_the_thresholds_of_the_release_are_those_of_the_contract() -> None:
    found = {each.figure: each.at_least or each.at_most for each in load_thresholds(ROOT / "eval_sets/thresholds.yaml")}
    assert found == {
        "correct_and_cited": "0.90",
        "unsupported": "0.02",
        "reachable": "0.80",
        "constraint_reachable": "1.00",
        "duplicate_clusters": "0.05",
        "directive_in_prompt": "directive_in_prompt_three_files",
        "largest_brief": "2000",
        "forgotten_reachable": "0",
        "expired_served": "0",
        "injected_formed": "0",
    }


@pytest.mark.parametrize(
    "line",
    [
        "{name: x, figure: beauty, at_least: '1', source: here}",
        "{name: x, figure: recalled, source: here}",
        "{name: x, figure: recalled, at_least: '1', at_most: '2', source: here}",
        "{name: x, figure: recalled, at_least: much!, source: here}",
    ],
)
def test_a_bound_that_says_nothing_is_refused_by_file(tmp_path: Path, line: str) -> None:
    path = tmp_path / "thresholds.yaml"
    path.write_text(f"thresholds:\n  - {line}\n", encoding="utf-8")
    with pytest.raises(MalformedDocument, match=r"thresholds\.yaml"):
        load_thresholds(path)
