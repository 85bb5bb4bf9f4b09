"""Days that the words before them settle, and recurring days that stay recurring."""

from __future__ import annotations

from datetime import date

import pytest

from memory_pipeline.language.dates import absolute, expiry, mentions

WEDNESDAY = date(2026, 6, 24)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("drama camp next week, tue to thu 9 to 1 at the mill", date(2026, 6, 30), date(2026, 7, 2)),
        ("next week she is at the lake, Monday until Friday", date(2026, 6, 29), date(2026, 7, 3)),
        ("we go on July 11 and come back the 19th", date(2026, 7, 19), date(2026, 7, 19)),
    ],
)
def test_a_day_behind_a_week_or_a_date_lies_within_or_after_it(text: str, first: date, last: date) -> None:
    found = mentions(text, WEDNESDAY)[-1]
    assert (found.first, found.last) == (first, last)


def test_a_day_in_another_sentence_is_its_own() -> None:
    found = mentions("We travel next week. Call me on Friday", WEDNESDAY)[-1]
    assert found.first == date(2026, 6, 26)


def test_hours_behind_a_weekday_are_no_day_of_the_month() -> None:
    (found,) = mentions("on Friday 10 to 4", WEDNESDAY)
    assert found.first == date(2026, 6, 26)


@pytest.mark.parametrize("text", ["she dropped the tuesday class", "I started my thursday run"])
def test_a_habit_that_starts_or_stops_keeps_its_weekday(text: str) -> None:
    assert absolute(text, WEDNESDAY) == text
    assert expiry(text, WEDNESDAY) is None


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("annual day is on July 9", date(2026, 7, 10)),
        ("the monthly meeting is on July 2", date(2026, 7, 3)),
        ("the fair is annually on July 9", None),
        ("her birthday is July 9", None),
        ("we moved to the new house on June 20", None),
    ],
)
def test_a_dated_event_ends_though_its_name_says_yearly(text: str, until: date | None) -> None:
    assert expiry(text, WEDNESDAY) == until
