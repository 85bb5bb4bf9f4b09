"""Each gold turn has one cause: where it was found, or where it was lost."""

from __future__ import annotations

import pytest

from benchmarks.locomo.counting import Pieces
from benchmarks.locomo.losses import DEPTH, causes

S = "session-01"
OTHER: Pieces = [[(S, 99)]]


@pytest.mark.parametrize(
    ("before", "cause"),
    [
        (0, "found in 5"),
        (4, "found in 5"),
        (5, "found in 10"),
        (9, "found in 10"),
        (10, "ranked 11 to 20"),
        (20, f"ranked 21 to {DEPTH}"),
    ],
)
def test_a_turn_is_counted_at_its_first_rank(before: int, cause: str) -> None:
    turn = (S, 1)
    assert list(causes([turn], [*[OTHER] * before, [[turn]], [[turn]]], {turn: "active"})) == [cause]


def test_a_turn_beyond_the_four_that_count_is_not_found() -> None:
    pieces: Pieces = [[(S, turn)] for turn in range(1, 6)]
    cut = "formed, beyond the turns that count"
    assert list(causes([(S, 4), (S, 5)], [pieces], {(S, 4): "active", (S, 5): cut})) == ["found in 5", cut]


@pytest.mark.parametrize(
    ("formed", "cause"),
    [
        ({}, "not formed"),
        ({(S, 1): "active"}, f"formed, not among {DEPTH} results"),
        ({(S, 1): "formed, no longer active"}, "formed, no longer active"),
    ],
)
def test_a_turn_that_no_result_cites_is_lost_where_it_was_formed_or_not(
    formed: dict[tuple[str, int], str], cause: str
) -> None:
    assert list(causes([(S, 1)], [OTHER], formed)) == [cause]
