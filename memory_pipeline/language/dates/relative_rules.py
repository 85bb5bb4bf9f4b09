"""Dates that follow from the day they were said on: "tomorrow", "next Friday", "in two weeks", "the 17th"."""

from __future__ import annotations

import re
from datetime import date, timedelta
from re import Match

from memory_pipeline.language.dates.absolute_rules import season_bounds
from memory_pipeline.language.dates.calendar_words import (
    add_months,
    monday_of,
    month_bounds,
    month_of,
    part_of,
    valid_date,
    weekday_of,
)
from memory_pipeline.language.dates.mention import Anchor, DateKind, Reading
from memory_pipeline.language.dates.numerals import count_of, day_of

_ENDS_AT = re.compile(r"\b(?:until|till|’?til|'til|through|thru)\s+$", re.IGNORECASE)
"""On a Friday "until Friday" and "through Friday" mean the next one, as "next Friday" does (contract section 15)."""
_NEXT = frozenset({"next", "following", "the next", "the following", "upcoming week"})
_LAST = frozenset({"last", "previous", "the last", "the previous", "past"})


def _day(day: date, kind: DateKind = "day") -> Reading:
    return Reading(day, day, kind, relative=True)


def named_day(match: Match[str], anchor: Anchor) -> Reading | None:
    """ "today", "tomorrow night", "the day after tomorrow", "this morning", "tonight", "last night"."""
    words = " ".join(match.group().casefold().split())
    shift = 0
    if "tomorrow" in words or "tmrw" in words:
        shift = 2 if "after" in words else 1
    elif "yesterday" in words:
        shift = -2 if "before" in words else -1
    elif words.startswith("last"):
        shift = -1
    part = words.endswith(("morning", "noon", "afternoon", "evening", "night", "lunchtime", "tonite"))
    return _day(anchor.said_on + timedelta(days=shift), "part_of_day" if part else "day")


def this_or_next_weekday(match: Match[str], anchor: Anchor) -> Reading | None:
    """ "next Friday" is the Friday of the following week, "this Friday" of this one (contract section 15)."""
    which = " ".join(match["which"].casefold().split()).removeprefix("the ")
    monday, weekday = monday_of(anchor.said_on), weekday_of(match["weekday"])
    kind: DateKind = "part_of_day" if part_of(match, "part") else "day"
    if which in _NEXT:
        return _day(monday + timedelta(days=7 + weekday), kind)
    if which in _LAST:
        return _day(monday + timedelta(days=weekday - 7), kind)
    if which == "this past":
        return _day(_weekday_before(anchor.said_on, weekday), kind)
    if which == "this":
        return _day(monday + timedelta(days=weekday), kind)
    return _day(_weekday_after(anchor.said_on, weekday), kind)


def weekday_of_week(match: Match[str], anchor: Anchor) -> Reading | None:
    """ "Friday next week", "next week on Friday", "Tuesday of last week"."""
    which = match["which"].casefold().split()[-1]
    shift = {"next": 7, "following": 7, "last": -7, "previous": -7}.get(which, 0)
    day = monday_of(anchor.said_on) + timedelta(days=shift + weekday_of(match["weekday"]))
    return _day(day)


def weekday_alone(match: Match[str], anchor: Anchor) -> Reading | None:
    """ "Friday": the next one, today included; the last one where the words look back."""
    weekday = weekday_of(match["weekday"])
    kind: DateKind = "part_of_day" if part_of(match, "part") else "day"
    if anchor.looks_back:
        return _day(_weekday_before(anchor.said_on, weekday), kind)
    if _ENDS_AT.search(match.string, 0, match.start()):
        return _day(_weekday_after(anchor.said_on, weekday), kind)
    return _day(anchor.said_on + timedelta(days=(weekday - anchor.said_on.weekday()) % 7), kind)


def weeks_from_day(match: Match[str], anchor: Anchor) -> Reading | None:
    """ "Saturday week", "a week on Tuesday", "a fortnight tomorrow": whole weeks after the next such day."""
    count = count_of(part_of(match, "count")) if part_of(match, "count") else 1
    if count is None:
        return None
    weeks = count * (2 if part_of(match, "unit").casefold().startswith("fortnight") else 1)
    word = match["weekday"].casefold()
    near = {"today": 0, "tomorrow": 1}.get(word)
    days = (weekday_of(word) - anchor.said_on.weekday()) % 7 if near is None else near
    return _day(anchor.said_on + timedelta(days=days + 7 * weeks))


def weekday_and_number(match: Match[str], anchor: Anchor) -> Reading | None:
    """ "Tuesday the 17th", "Friday 23": the nearest such day whose weekday agrees."""
    weekday, number = weekday_of(match["weekday"]), day_of(match["day"])
    step = -1 if anchor.looks_back else 1
    month = anchor.said_on.year * 12 + anchor.said_on.month - 1
    for index in range(0, 40 * step, step):
        day = valid_date((month + index) // 12, (month + index) % 12 + 1, number or 0)
        if (
            day
            and day.weekday() == weekday
            and (index or (day <= anchor.said_on) == anchor.looks_back or day == anchor.said_on)
        ):
            return _day(day)
    return None


def day_of_month(match: Match[str], anchor: Anchor) -> Reading | None:
    """ "the 17th": the next one, today included; the last one where the words look back."""
    number, step = day_of(match["day"]) or 0, -1 if anchor.looks_back else 1
    month = anchor.said_on.year * 12 + anchor.said_on.month - 1
    for index in range(0, 13 * step, step):
        day = valid_date((month + index) // 12, (month + index) % 12 + 1, number)
        if day and (day <= anchor.said_on if anchor.looks_back else day >= anchor.said_on):
            return _day(day)
    return None


def day_of_named_month(match: Match[str], anchor: Anchor) -> Reading | None:
    """ "the 15th of next month"."""
    which = match["which"].casefold().split()[-1]
    first, _ = month_bounds(anchor.said_on.year, anchor.said_on.month + {"next": 1, "last": -1}.get(which, 0))
    day = valid_date(first.year, first.month, day_of(match["day"]) or 0)
    return None if day is None else _day(day)


def period(match: Match[str], anchor: Anchor) -> Reading | None:
    """ "this week", "next month", "last year", "the weekend", "the week after next"."""
    which = " ".join((part_of(match, "which") or "this").casefold().split()).removeprefix("the ").split()[-1]
    shift = {"next": 1, "following": 1, "last": -1, "previous": -1, "past": -1, "coming": 1, "upcoming": 1}.get(
        which, 0
    )
    if "this" in part_of(match, "which").casefold() and which in {"coming", "upcoming", "past"}:
        shift = -1 if which == "past" else 0
    tail = part_of(match, "tail").casefold()
    if tail:
        shift = 2 if "next" in tail else -2
    unit = match["unit"].casefold()
    return period_around(anchor, unit, shift)


def period_around(anchor: Anchor, unit: str, shift: int) -> Reading | None:
    """The period of a unit that is `shift` periods away from the day's own."""
    said = anchor.said_on
    if unit.startswith("weekend"):
        monday = monday_of(said) + timedelta(days=7 * shift)
        return Reading(monday + timedelta(days=5), monday + timedelta(days=6), "weekend", relative=True)
    if unit.endswith("week") or unit == "fortnight":
        length = 14 if unit == "fortnight" else 7
        monday = monday_of(said) + timedelta(days=length * shift)
        return Reading(monday, monday + timedelta(days=length - 1), "week", relative=True)
    if unit == "month":
        return Reading(*month_bounds(said.year, said.month + shift), "month", relative=True)
    if unit == "quarter":
        start = (said.month - 1) // 3 * 3 + 1 + 3 * shift
        return Reading(
            month_bounds(said.year, start)[0], month_bounds(said.year, start + 2)[1], "quarter", relative=True
        )
    year = said.year + shift
    return Reading(date(year, 1, 1), date(year, 12, 31), "year", relative=True)


def month_of_year(match: Match[str], anchor: Anchor) -> Reading | None:
    """ "this March", "last December", "next June"."""
    month, which = month_of(match["month"]), match["which"].casefold().split()[-1]
    year = anchor.said_on.year
    if which == "last":
        year -= month >= anchor.said_on.month
    elif which in {"next", "coming"}:
        year += month <= anchor.said_on.month
    elif which == "past":
        year -= month > anchor.said_on.month
    return Reading(*month_bounds(year, month), "month", relative=True)


def season(match: Match[str], anchor: Anchor) -> Reading | None:
    """ "this summer", "last winter"."""
    which, name = " ".join(match["which"].casefold().split()), match["season"]
    bounds = [season_bounds(name, year) for year in range(anchor.said_on.year - 2, anchor.said_on.year + 3)]
    if which == "last":
        first, last = next(pair for pair in reversed(bounds) if pair[1] < anchor.said_on)
    elif which == "this past":
        first, last = next(pair for pair in reversed(bounds) if pair[0] <= anchor.said_on)
    elif which == "next":
        first, last = next(pair for pair in bounds if pair[0] > anchor.said_on)
    else:
        first, last = next(pair for pair in bounds if pair[1] >= anchor.said_on)
    return Reading(first, last, "season", relative=True)


def ahead_or_ago(match: Match[str], anchor: Anchor) -> Reading | None:
    """ "in two weeks", "3 days from now", "two years ago": days are exact, longer units say the day they count to."""
    count = count_of(match["count"])
    if count is None:
        return None
    sign = -1 if part_of(match, "ago") else 1
    base = anchor.said_on + timedelta(days=int("tomorrow" in part_of(match, "base").casefold()))
    return moved(base, sign * count, match["unit"])


def moved(base: date, count: int, unit: str) -> Reading:
    """`count` units away from `base`. "Two years ago" is that year and "two months ago" that month."""
    word = unit.casefold().rstrip("s")
    if word in {"day", "night"}:
        return _day(base + timedelta(days=count))
    if word == "weekend":
        saturday = monday_of(base) + timedelta(days=5 + 7 * count)
        return Reading(saturday, saturday + timedelta(days=1), "weekend", relative=True)
    if word in {"week", "wk"}:
        return _day(base + timedelta(days=7 * count))
    if word == "fortnight":
        return _day(base + timedelta(days=14 * count))
    years = word in {"year", "yr"}
    day = add_months(base, count * (12 if years else 1))
    if count > 0:
        return _day(day)
    if years:
        return Reading(date(day.year, 1, 1), date(day.year, 12, 31), "year", relative=True)
    return Reading(*month_bounds(day.year, day.month), "month", relative=True)


def stretch(match: Match[str], anchor: Anchor) -> Reading | None:
    """ "the next two weeks", "the past 3 months": from or up to the day itself."""
    count = count_of(match["count"])
    if count is None:
        return None
    forward = match["which"].casefold().split()[-1] in {"next", "coming", "upcoming", "following"}
    end = moved(anchor.said_on, count if forward else -count, match["unit"]).first
    first, last = (anchor.said_on + timedelta(days=1), end) if forward else (end, anchor.said_on)
    return Reading(first, last, "span", relative=True)


def edge_of_period(match: Match[str], anchor: Anchor) -> Reading | None:
    """ "the end of the month", "early next week", "later this week"."""
    which = part_of(match, "which").casefold().split()
    shift = {"next": 1, "last": -1}.get(which[-1] if which else "", 0)
    whole = period_around(anchor, match["unit"].casefold(), shift)
    edge = match["edge"].casefold()
    if whole is None:
        return None
    third = (whole.last - whole.first) / 3
    if "later" in edge:
        return Reading(max(whole.first, anchor.said_on), whole.last, whole.kind, relative=True)
    if "end" in edge or "late" in edge:
        return Reading(whole.last - third, whole.last, whole.kind, relative=True)
    if "mid" in edge:
        return Reading(whole.first + third, whole.last - third, whole.kind, relative=True)
    return Reading(whole.first, whole.first + third, whole.kind, relative=True)


def vague_past(_match: Match[str], anchor: Anchor) -> Reading | None:
    """ "a few days ago", "the other day": some day before, not named."""
    return Reading(anchor.said_on - timedelta(days=30), anchor.said_on, "vague", relative=True)


def _weekday_after(day: date, weekday: int) -> date:
    return day + timedelta(days=(weekday - day.weekday() - 1) % 7 + 1)


def _weekday_before(day: date, weekday: int) -> date:
    return day - timedelta(days=(day.weekday() - weekday - 1) % 7 + 1)
