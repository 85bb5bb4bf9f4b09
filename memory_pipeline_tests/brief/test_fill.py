"""Lines into an allocation."""

from __future__ import annotations

import pytest

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.fill import fill, fit_whole
from memory_pipeline.brief.line_text import SHORTENED
from memory_pipeline.model.brief import BriefLine
from memory_pipeline_tests.brief.samples import BUDGET, brief_of


def lines(*texts: str) -> tuple[BriefLine, ...]:
    return tuple(BriefLine(text=text) for text in texts)


@pytest.mark.parametrize(("allocation", "taken"), [(7, 1), (8, 2), (11, 2), (12, 3)])
def test_a_line_is_taken_while_it_fits_to_the_token(allocation: int, taken: int) -> None:
    """Each rendered line is `- x` and its line end: four characters, counted as tokens here."""
    assert fill(lines("a", "b", "c"), allocation, BUDGET, len).lines == lines("a", "b", "c")[:taken]


def test_after_the_first_line_without_room_no_lighter_one_is_taken() -> None:
    assert fill(lines("aaaa", "bbbb", "c"), 12, BUDGET, len).lines == lines("aaaa")


def test_lines_beyond_the_room_are_not_even_asked_for() -> None:
    made = (BriefLine(text=text) for text in "abcdefgh")
    fill(made, 8, BUDGET, len)
    assert next(made).text == "d"


def test_a_line_too_long_alone_is_shortened_and_one_that_cannot_be_is_named() -> None:
    long = BriefLine(text="word " * 40, ref="memory://f/1")
    filling = fill((long,), 100, BUDGET, len)
    assert filling.lines[0].text.endswith(SHORTENED) and filling.too_long == frozenset()
    assert fill((long, *lines("a")), 10, BUDGET, len).too_long == {"memory://f/1"}
    assert fill((long, *lines("a")), 10, BUDGET, len).lines == lines("a")


def test_a_whole_block_over_the_total_loses_its_lightest_lines_first() -> None:
    brief = brief_of(
        identity=lines("i"), directives=lines("d1", "d2"), topics=lines("t: 1"), last_conversation=lines("talk")
    )
    shrunk = fit_whole(brief.sections, BriefBudget(total=20), lambda block: 6 * block.count("\n- "))
    assert [section.lines for section in shrunk] == [lines("i"), lines("d1", "d2"), (), ()]
    assert fit_whole(brief.sections, BriefBudget(total=0), len) == brief_of().sections
