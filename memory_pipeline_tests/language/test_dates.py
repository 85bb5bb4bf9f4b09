"""What families say about days becomes absolute local days (contract sections 2 and 15, *Values*)."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.language.dates import absolute, expiry, mentions, relative_expressions

FRIDAY = date(2026, 8, 14)


def days(text: str, said_on: date = FRIDAY) -> list[tuple[str, str]]:
    found = mentions(text, said_on)
    return [(mention.first.isoformat(), mention.last.isoformat()) for mention in found if not mention.recurring]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("the recital is next Friday", "2026-08-21", "2026-08-21"),
        ("see you this Friday", "2026-08-14", "2026-08-14"),
        ("tonight", "2026-08-14", "2026-08-14"),
        ("tomorrow morning", "2026-08-15", "2026-08-15"),
        ("the day after tomorrow", "2026-08-16", "2026-08-16"),
        ("Marcus is out for the day", "2026-08-14", "2026-08-14"),
        ("the pool is closed for the rest of the day.", "2026-08-14", "2026-08-14"),
        ("we leave Monday", "2026-08-17", "2026-08-17"),
        ("we went on Monday", "2026-08-10", "2026-08-10"),
        ("practice moved to Monday", "2026-08-17", "2026-08-17"),
        ("this week", "2026-08-10", "2026-08-16"),
        ("next weekend", "2026-08-22", "2026-08-23"),
        ("the weekend after next", "2026-08-29", "2026-08-30"),
        ("in two weeks", "2026-08-28", "2026-08-28"),
        ("she turns six Saturday week", "2026-08-22", "2026-08-22"),
        ("a week on Tuesday", "2026-08-25", "2026-08-25"),
        ("she turns six a week from Sunday", "2026-08-23", "2026-08-23"),
        ("a fortnight tomorrow", "2026-08-29", "2026-08-29"),
        ("monday to wednesday next week", "2026-08-17", "2026-08-19"),
        ("I won't be home tonight", "2026-08-14", "2026-08-14"),
        ("a couple of days ago", "2026-08-12", "2026-08-12"),
        ("on the 5th", "2026-09-05", "2026-09-05"),
        ("the 17th", "2026-08-17", "2026-08-17"),
        ("Tuesday the 18th", "2026-08-18", "2026-08-18"),
        ("March 14", "2027-03-14", "2027-03-14"),
        ("14/3", "2027-03-14", "2027-03-14"),
        ("3/14", "2027-03-14", "2027-03-14"),
        ("the fourteenth of March, 2027", "2027-03-14", "2027-03-14"),
        ("2026-05-26", "2026-05-26", "2026-05-26"),
        ("August 20-24", "2026-08-20", "2026-08-24"),
        ("from Dec 20 to Jan 2", "2026-12-20", "2027-01-02"),
        ("the end of the month", "2026-08-21", "2026-08-31"),
        ("in June 2027", "2027-06-01", "2027-06-30"),
        ("last year", "2025-01-01", "2025-12-31"),
        ("five years ago", "2021-01-01", "2021-12-31"),
        ("on Thanksgiving", "2026-11-26", "2026-11-26"),
        ("Easter 2027", "2027-03-28", "2027-03-28"),
        ("two weeks before Christmas", "2026-12-11", "2026-12-11"),
        ("the week of August 31", "2026-08-31", "2026-09-06"),
        ("this summer", "2026-06-01", "2026-08-31"),
    ],
)
def test_an_expression_said_on_friday_2026_08_14_has_its_days(text: str, first: str, last: str) -> None:
    assert days(text) == [(first, last)]


@pytest.mark.parametrize("weekday", range(7))
def test_next_friday_is_the_friday_of_the_following_week_whenever_it_is_said(weekday: int) -> None:
    monday = date(2026, 8, 10)
    assert days("next Friday", monday + timedelta(days=weekday)) == [("2026-08-21", "2026-08-21")]


@pytest.mark.parametrize(
    "text",
    ["every Friday", "on Mondays", "the night before", "Friday nights", "Tuesday and Thursday", "weekdays",
     "twice a week",
     "we usually swim on Friday", "Bin day is Wednesday", "the first Monday of the month", "pizza night is Friday"],
)  # fmt: skip
def test_a_recurrence_is_not_relative_and_never_expires(text: str) -> None:
    assert all(mention.recurring for mention in mentions(text, FRIDAY)) and mentions(text, FRIDAY)
    assert absolute(text, FRIDAY) == text
    assert relative_expressions(text) == ()
    assert expiry(text, FRIDAY) is None


@pytest.mark.parametrize(
    "text",
    ["He sat down", "the sun is out", "you may go", "3rd grade", "call 555-1212", "the gate code is 2604",
     "1/2 cup of milk",
     "open 24/7", "Tel: +86 138-2010-2015", "my second cousin", "a 4:3 screen", "Feb 30", "we wed in church",
     "pack snacks for the day", "she was off for the day of the party"],
)  # fmt: skip
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert mentions(text, FRIDAY) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The recital is next Friday", "The recital is Friday 2026-08-21"),
        ("pizza night is tonight", "pizza night is on the evening of Friday 2026-08-14"),
        ("I went yesterday and it was fun", "I went on Thursday 2026-08-13 and it was fun"),
        ("Tomorrow we fly", "On Saturday 2026-08-15 we fly"),
        ("We're away next week", "We're away in the week of 2026-08-17"),
        ("until the 17th", "until Monday 2026-08-17"),
        ("I painted it last year!", "I painted it in 2025!"),
        ("at the end of the month", "at the end of August 2026"),
        ("for the next two weeks", "for the time from 2026-08-15 to 2026-08-28"),
        ("tomorrow's game", "Saturday 2026-08-15's game"),
        ("Mia's birthday is March 14", "Mia's birthday is March 14"),
        ("  keeps  its   spaces tomorrow\t\n", "  keeps  its   spaces on Saturday 2026-08-15\t\n"),
    ],
)
def test_relative_expressions_are_rewritten_and_other_bytes_kept(text: str, expected: str) -> None:
    assert absolute(text, FRIDAY) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("it's on the 17th", "2026-08-18"),
        ("through the 17th", "2026-08-18"),
        ("by the 17th", "2026-08-18"),
        ("until the 17th", "2026-08-17"),
        ("pizza night is tonight", "2026-08-15"),
        ("Sam is home this week", "2026-08-17"),
        ("the recital is next Friday", "2026-08-22"),
        ("Grandma stays through Sunday", "2026-08-17"),
        ("every Friday until June 1", "2027-06-01"),
        ("coming on Monday and staying for two weeks", "2026-09-01"),
        ("until after the 17th", "2026-08-18"),
        ("until the end of the month", "2026-09-01"),
        ("the birthday party is on Saturday", "2026-08-16"),
    ],
)
def test_a_claim_ends_on_the_day_the_rule_says(text: str, expected: str) -> None:
    assert expiry(text, FRIDAY) == date.fromisoformat(expected)


@pytest.mark.parametrize(
    "text",
    ["we went to Rome last week", "Mia's birthday is March 14", "I was born in 1984", "we've had Biscuit since June",
     "Starting Monday pickup is at 3", "we swim every Friday", "Dana hates cilantro", "from next week on, no sugar"],
)  # fmt: skip
def test_routines_lasting_facts_and_past_days_never_end_a_claim(text: str) -> None:
    assert expiry(text, FRIDAY) is None


_PIECES = st.lists(
    st.sampled_from(
        ["next Friday", "tomorrow", "tonight", "last week", "the 5th", "in two weeks", "every Friday",
         "this weekend", "we go",
         "on", "until", "by", "the dentist is", "Sam left", ",", ".", "March 14", "a few days ago", "this summer",
         "Monday's"]
    ),
    max_size=8,
).map(" ".join)  # fmt: skip


@given(text=_PIECES, day=st.dates(date(2000, 1, 1), date(2090, 1, 1)))
def test_nothing_relative_is_left_after_rewriting(text: str, day: date) -> None:
    rewritten = absolute(text, day)
    assert relative_expressions(rewritten) == ()
    assert absolute(rewritten, day + timedelta(days=400)) == rewritten


@given(text=st.text(max_size=120), day=st.dates(date(1990, 1, 1), date(2090, 1, 1)))
def test_any_text_on_any_day_is_read_without_error_and_in_order(text: str, day: date) -> None:
    found = mentions(text, day)
    assert all(text[mention.start : mention.end] == mention.text for mention in found)
    assert all(left.end <= right.start for left, right in pairwise(found))
    assert all(mention.first <= mention.last for mention in found)


@pytest.mark.parametrize(
    ("text", "said_on", "end"),
    [
        ("we are at the lake until Friday", date(2026, 8, 14), date(2026, 8, 21)),
        ("the sitter is here till Monday", date(2026, 8, 17), date(2026, 8, 24)),
        ("Grandma stays through Friday", date(2026, 8, 14), date(2026, 8, 22)),
        ("we are at the lake until Saturday", date(2026, 8, 14), date(2026, 8, 15)),
        ("the recital is on Friday", date(2026, 8, 14), date(2026, 8, 15)),
    ],
)
def test_an_end_on_the_weekday_of_the_day_itself_is_the_one_of_next_week(text: str, said_on: date, end: date) -> None:
    """ "through Friday" said on a Friday is read like "next Friday": the day after the following Friday."""
    assert expiry(text, said_on) == end


@pytest.mark.parametrize("text", ["band is mon wed fri at 6:50", "the fee is due the 15th every month"])
def test_lists_of_weekdays_and_days_of_every_month_name_no_single_day(text: str) -> None:
    assert days(text) == []
    assert expiry(text, FRIDAY) is None
