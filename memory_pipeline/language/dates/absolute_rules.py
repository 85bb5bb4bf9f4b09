"""Dates that name a month or a full date: "March 14", "14/3", "2026-05-26", "Christmas 2026", "in May", "2027"."""

from __future__ import annotations

import re
from datetime import date, timedelta
from re import Match

from memory_pipeline.language.dates.calendar_words import (
    MONTH,
    WEEKDAY,
    compiled,
    month_bounds,
    month_of,
    part_of,
    valid_date,
    weekday_of,
)
from memory_pipeline.language.dates.holidays import HOLIDAY, holiday_in
from memory_pipeline.language.dates.mention import Anchor, Reading, Rule
from memory_pipeline.language.dates.numerals import ANY_YEAR, ORDINAL, SMALL, YEAR, day_of, year_of

_YEAR_TAIL = rf"(?:\s*,?\s*(?:of\s+|in\s+)?(?P<year>{ANY_YEAR}|['’]\d\d)(?![:\d]))?"
_PREFIX = rf"(?:(?:this\s+|next\s+|last\s+)?(?P<weekday>{WEEKDAY}),?\s+\(?)?"

_HALF_A_YEAR = timedelta(days=200)
_NO_DAY = r"(?!\s?(?:am|pm|a\.m|p\.m|kids|people|years|days|weeks|miles|hours|o['’]?clock)\b)"
_NOT_A_SHARE = (
    r"(?!\s*(?:of|cups?|tsp|tbsp|teaspoons?|tablespoons?|inch(?:es)?|hours?|miles?|lbs?|pounds?|the|full|price)\b)"
)
_SAFE_MONTH = (
    r"(?:january|february|april|june|july|august|september|october|november|december"
    r"|(?:jan|feb|apr|jun|jul|aug|sept|sep|oct|nov|dec)(?![a-z])\.?)"
)
_NARROWER = r"(?P<part>early|mid|late|(?:the\s+)?(?:beginning|start|end|middle)\s+of)[-\s]+"


def _day(day: date | None) -> Reading | None:
    return None if day is None else Reading(day, day, "day")


def iso(match: Match[str], _anchor: Anchor) -> Reading | None:
    """2026-05-26, with any weekday before it."""
    return _day(valid_date(int(match["year"]), int(match["month"]), int(match["day"])))


def named_month_day(match: Match[str], anchor: Anchor) -> Reading | None:
    """A month's name and a day, with or without a year."""
    day = day_of(match["day"])
    if day is None:
        return None
    month = month_of(match["month"])
    return _dated(match, month, day, anchor)


def numeric(match: Match[str], anchor: Anchor) -> Reading | None:
    """14/3, 3/14, 23.04.2022: month first where both ways are dates, unless dots say day first."""
    first, second = int(match["first"]), int(match["second"])
    month, day = (second, first) if match["sep"] == "." and part_of(match, "year") else (first, second)
    if month > 12:
        month, day = day, month
    if month > 12 or (first, second) in {(24, 7), (50, 50)}:
        return None
    return _dated(match, month, day, anchor)


def _dated(match: Match[str], month: int, day: int, anchor: Anchor) -> Reading | None:
    """The day of the named year, else of a year nearby in which a named weekday fits, else the next or last one."""
    words = part_of(match, "year")
    year = year_of(words)
    if year is not None:
        too_far = len(words.strip("'’")) == 2 and year > anchor.said_on.year + 20
        return _day(valid_date(year - 100 if too_far else year, month, day))
    if part_of(match, "weekday"):
        weekday = weekday_of(match["weekday"])
        near = (valid_date(anchor.said_on.year + shift, month, day) for shift in (0, 1, -1))
        fitting = [
            found
            for found in near
            if found and found.weekday() == weekday and abs(found - anchor.said_on) < _HALF_A_YEAR
        ]
        if fitting:
            return _day(min(fitting, key=lambda found: abs(found - anchor.said_on)))
    return _day(nearest(month, day, anchor))


def nearest(month: int, day: int, anchor: Anchor) -> date | None:
    """The next such day, today included; the last one where the words look back. 29 February waits for a leap year."""
    said = anchor.said_on
    years = range(said.year, said.year - 9, -1) if anchor.looks_back else range(said.year, said.year + 9)
    days = [valid for year in years if (valid := valid_date(year, month, day))]
    return next((found for found in days if (found <= said if anchor.looks_back else found >= said)), None)


def month_alone(match: Match[str], anchor: Anchor) -> Reading | None:
    """ "in March", "April 2027": the whole month; "early", "mid" and "late" keep the month's bounds narrower."""
    month = month_of(match["month"])
    if part_of(match, "year"):
        first, last = month_bounds(year_of(part_of(match, "year")) or anchor.said_on.year, month)
    else:
        first, last = month_bounds(anchor.said_on.year, month)
        if anchor.looks_back and first > anchor.said_on:
            first, last = month_bounds(anchor.said_on.year - 1, month)
        elif not anchor.looks_back and last < anchor.said_on:
            first, last = month_bounds(anchor.said_on.year + 1, month)
    part = part_of(match, "part").casefold()
    if any(word in part for word in ("early", "beginning", "start")):
        last = first + timedelta(days=9)
    elif "mid" in part:
        first, last = first + timedelta(days=9), first + timedelta(days=19)
    elif any(word in part for word in ("late", "end")):
        first = first + timedelta(days=15)
    return Reading(first, last, "month")


def year_alone(match: Match[str], _anchor: Anchor) -> Reading | None:
    """ "in 2027"."""
    year, part = year_of(match["year"]), part_of(match, "part").casefold()
    if year is None:
        return None
    first = date(year, 9, 1) if "end" in part or "late" in part else date(year, 1, 1)
    last = date(year, 4, 30) if any(word in part for word in ("early", "beginning", "start")) else date(year, 12, 31)
    return Reading(first, last, "year")


def season_of_year(match: Match[str], _anchor: Anchor) -> Reading | None:
    """ "summer 2025" by northern seasons."""
    first, last = season_bounds(match["season"], int(match["year"]))
    return Reading(first, last, "season")


def season_bounds(season: str, year: int) -> tuple[date, date]:
    """Meteorological seasons of the northern half; winter is the one that begins in December of `year`."""
    first_month = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}[season.casefold()]
    return month_bounds(year, first_month)[0], month_bounds(year, first_month + 2)[1]


def holiday(match: Match[str], anchor: Anchor) -> Reading | None:
    """ "Christmas", "Easter 2018", "Thanksgiving of this year", "last Easter"."""
    said = anchor.said_on
    if part_of(match, "year"):
        return _day(holiday_in(match["name"], int(match["year"])))
    which = (part_of(match, "which") or part_of(match, "after")).casefold()
    known = [day for year in range(said.year - 1, said.year + 3) if (day := holiday_in(match["name"], year))]
    if part_of(match, "after") and which.startswith("this"):
        chosen = holiday_in(match["name"], said.year)
    elif which.startswith("last") or (not which and anchor.looks_back):
        chosen = next((day for day in reversed(known) if day < said), None)
    elif which.startswith(("following", "next")):
        chosen = next((day for day in known if day > said), None)
    else:
        chosen = next((day for day in known if day >= said), None)
    reading = _day(chosen)
    return reading and Reading(reading.first, reading.last, "day", relative=bool(which))


def numeric_month(match: Match[str], _anchor: Anchor) -> Reading | None:
    """ "12/2015"."""
    month = int(match["month"])
    return Reading(*month_bounds(int(match["year"]), month), "month") if 1 <= month <= 12 else None


# "may" and "march" are words too: alone they are months only after a preposition and with a capital.
_AFTER_PREPOSITION = "|".join(
    rf"(?<=\b{word} )"
    for word in ("in", "since", "until", "till", "by", "of", "during", "from", "before", "after", "through")
)

ABSOLUTE_RULES = (
    Rule(compiled(rf"{_PREFIX}(?P<year>{YEAR})[-/.](?P<month>\d{{1,2}})[-/.](?P<day>\d{{1,2}})"), iso),
    Rule(compiled(rf"(?P<year>{YEAR})\s(?P<month>[01]?\d)\s(?P<day>[0-3]?\d)"), iso),
    Rule(compiled(rf"{_PREFIX}(?P<year>{YEAR})[-/.\s](?P<month>{MONTH})[-/.\s](?P<day>\d{{1,2}})"), named_month_day),
    Rule(compiled(rf"(?P<year>{YEAR})[-/](?P<day>\d{{1,2}})[-/](?P<month>{MONTH})"), named_month_day),
    Rule(
        compiled(
            rf"{_PREFIX}(?P<month>{MONTH})\s*[-/,]?\s*(?:the\s+)?(?P<day>{ORDINAL}|\d{{1,2}}"
            rf"(?:th)?{_NO_DAY}){_YEAR_TAIL}\)?"
        ),
        named_month_day,
    ),
    Rule(compiled(rf"{_PREFIX}(?P<month>{MONTH})[-/](?P<day>\d{{1,2}})[-/](?P<year>{YEAR}|\d\d)"), named_month_day),
    Rule(
        compiled(
            rf"{_PREFIX}(?:the\s+)?(?P<day>{ORDINAL}|\d{{1,2}}|{SMALL})(?:\s+day)?(?:\s+of)?[-/\s]+"
            rf"(?P<month>{MONTH})[-/]?{_YEAR_TAIL}"
        ),
        named_month_day,
    ),
    Rule(
        compiled(rf"{_PREFIX}(?P<first>\d{{1,2}})(?P<sep>[/.-])(?P<second>\d{{1,2}})(?P=sep)(?P<year>{YEAR}|\d\d)"),
        numeric,
    ),
    Rule(compiled(rf"{_PREFIX}(?P<first>\d{{1,2}})(?P<sep>/)(?P<second>\d{{1,2}}){_NOT_A_SHARE}"), numeric),
    Rule(
        compiled(
            rf"(?:this\s+|next\s+)?(?P<weekday>{WEEKDAY}),?\s+(?P<first>\d{{1,2}})(?P<sep>\.)(?P<second>\d{{1,2}})"
        ),
        numeric,
    ),
    Rule(
        compiled(rf"(?:{_NARROWER})?(?P<month>{_SAFE_MONTH})(?:[-,\s]+(?:of\s+)?(?P<year>{YEAR}|['’]\d\d)|(?!\s*\d))"),
        month_alone,
    ),
    Rule(compiled(rf"(?:{_NARROWER})?(?P<month>may|march|mar)[-,\s]+(?:of\s+)?(?P<year>{YEAR})"), month_alone),
    Rule(compiled(rf"{_NARROWER}(?P<year>{YEAR})"), year_alone),
    Rule(compiled(rf"(?P<month>{MONTH})\s+of\s+(?P<year>['’]?\d\d|{YEAR})"), month_alone),
    Rule(
        re.compile(rf"(?:{_AFTER_PREPOSITION}|\b(?P<part>early|mid|late)[-\s])(?P<month>May|March)\b(?!\s+\d)"),
        month_alone,
    ),
    Rule(compiled(rf"(?P<month>\d{{1,2}})[-/](?P<year>{YEAR})"), numeric_month),
    Rule(
        compiled(
            rf"(?:{_AFTER_PREPOSITION})(?:the\s+year\s+)?(?P<year>{YEAR})(?!\s*(?:kids|people|dollars|miles"
            rf"|calories|square))"
        ),
        year_alone,
    ),
    Rule(compiled(rf"(?P<season>spring|summer|fall|autumn|winter)(?:\s+of|,)?\s+(?P<year>{YEAR})"), season_of_year),
    Rule(
        compiled(
            rf"(?:(?P<which>this\s+past|this\s+coming|this|next|last|(?:the\s+)?following)\s+)?(?P<name>{HOLIDAY})"
            rf"(?:,?\s+(?:of\s+)?(?:(?P<year>{YEAR})|(?P<after>this\s+year|next\s+year|last\s+year)))?"
        ),
        holiday,
    ),
)
