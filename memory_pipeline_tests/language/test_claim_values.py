"""The values that a claim states, by kind."""

from __future__ import annotations

import pytest

from memory_pipeline.language.claim_text import claim_text, plain
from memory_pipeline.language.claim_values import read_values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gate code: 2604", {"number": {"2604"}}),
        ("unit #260, class 7b", {"number": {"260", "7b"}}),
        ("the 4th grade", {"number": {"4"}}),
        ("nine years old", {"number": {"9"}}),
        ("swim is mondays and wednesdays at 4:30", {"weekday": {"monday", "wednesday"}, "time": {"4:30"}}),
        ("monday to wednesday 9 to 3", {"weekday": {"monday", "tuesday", "wednesday"}, "time": {"9:00", "3:00"}}),
        ("friday through monday", {"weekday": {"friday", "saturday", "sunday", "monday"}}),
        ("at 17:30", {"time": {"5:30"}, "half": {"pm"}}),
        ("at 7am", {"time": {"7:00"}, "half": {"am"}}),
        ("at noon", {"time": {"12:00"}, "half": {"pm"}}),
        ("bedtime is 8 on school nights", {"time": {"8:00"}, "weekday": {"school night"}}),
        ("every morning at 7", {"time": {"7:00"}, "weekday": {"every day"}}),
        ("friday 2026-08-21", {"date": {"08-21"}, "year": {"2026"}}),
        ("on october 10", {"date": {"10-10"}}),
        ("the 3rd of may 2027", {"date": {"05-03"}, "year": {"2027"}}),
        ("until march", {"month": {"march"}}),
        ("in august 2026", {"month": {"august"}, "year": {"2026"}}),
        ("call 555-0142", {"phone": {"5550142"}}),
        ("a.b@example.org", {"email": {"a.b@example.org"}}),
        ("$1,950 a month", {"money": {"$1950"}}),
        ("300 bucks", {"money": {"$300"}}),
        ("they may sit in the sun", {}),
        ("the 12-year-old", {"number": {"12"}}),
    ],
)
def test_values_are_read_by_kind(text: str, expected: dict[str, set[str]]) -> None:
    values, _ = read_values(text)
    assert {kind: set(found) for kind, found in values.items()} == expected


@pytest.mark.parametrize(
    ("first", "second"),
    [("at 17:30", "at 5:30 pm"), ("October 10", "10 October"), ("555-0142", "555 0142"), ("#260", "no. 260")],
)
def test_one_value_is_one_however_it_is_written(first: str, second: str) -> None:
    assert read_values(plain(first))[0] == read_values(plain(second))[0]


@pytest.mark.parametrize(
    ("text", "main", "replaced"),
    [
        ("Handball is not any more on Tuesday, now it is on Friday.", "handball is now it is on friday", "on tuesday"),
        ("Bedtime is 7:30, not 8.", "bedtime is 7:30", "8"),
        ("We do pizza instead of pasta.", "we do pizza", "pasta"),
        ("Theo is allergic to peanuts.", "theo is allergic to peanuts", ""),
    ],
)
def test_the_old_value_that_a_change_names_is_not_its_value(text: str, main: str, replaced: str) -> None:
    read = claim_text(text)
    assert (read.main, read.replaced) == (main, replaced)


def test_reasons_are_not_the_claim() -> None:
    assert claim_text("Theo has handball at 5, so dinner must be fast.").main == "theo has handball at 5"


@pytest.mark.parametrize("text", ["can't", "can’t", "cannot", "cant"])
def test_contractions_are_written_out(text: str) -> None:
    assert plain(text) == "can not"


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("dinner is at seven", "7:00"),
        ("dinner is at half past six", "6:30"),
        ("dinner is at quarter to one", "12:45"),
        ("dinner is at five thirty", "5:30"),
    ],
)
def test_an_hour_in_words_is_that_hour(text: str, time: str) -> None:
    assert read_values(text)[0] == {"time": frozenset({time})}


def test_a_number_that_counts_things_is_no_hour() -> None:
    assert "time" not in read_values("they arrive by two of the clocks at three other gates")[0]
