"""Numbers and times are one in all their spellings, and no two numbers are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.language.figures import figures


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("5 pm", "17:00"),
        ("at 5", "5:00"),
        ("five", "5"),
        ("twenty-five", "25"),
        ("555-0142", "555 0142"),
        ("half past four", "16:30"),
        ("quarter to six", "5:45"),
        ("1,100", "1100"),
        ("4th", "4"),
        ("7b", "7"),
        ("05", "5"),
    ],
)
def test_spellings_of_one_number_agree(one: str, other: str) -> None:
    assert figures(one)[0].agrees(figures(other)[0]) and figures(other)[0].agrees(figures(one)[0])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2604", "2640"),
        ("5 am", "17:00"),
        ("7:30", "7:45"),
        ("0123", "123"),
        ("555-0142", "555-0143"),
        ("4.5", "45"),
        ("6", "7"),
    ],
)
def test_different_numbers_do_not(one: str, other: str) -> None:
    assert not figures(one)[0].agrees(figures(other)[0])


def test_a_number_inside_a_word_is_a_name() -> None:
    assert figures("U10 and v2") == ()


def test_everyday_words_are_loose() -> None:
    assert [figure.loose for figure in figures("first, one and two")] == [True, True, False]


@given(st.integers(0, 10**6))
def test_a_plain_number_is_found_where_it_stands(number: int) -> None:
    text = f"code {number}."
    (figure,) = figures(text)
    assert figure.span.of(text) == str(number)


@given(st.text(max_size=100))
def test_any_text_can_be_read(text: str) -> None:
    assert all(figure.agrees(figure) for figure in figures(text))
