"""Names of months, weekdays and units as patterns, and what they stand for."""

from __future__ import annotations

import re
from datetime import date, timedelta

MONTH_NAMES = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
WEEKDAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = tuple(name.casefold() for name in MONTH_NAMES)
_WEEKDAYS = tuple(name.casefold() for name in WEEKDAY_NAMES)
_MONTH_SHORT = {name[:3]: number for number, name in enumerate(_MONTHS, 1) if name != "may"} | {"sept": 9}
_WEEKDAY_SHORT = {name[:3]: number for number, name in enumerate(_WEEKDAYS)} | {
    "tues": 1,
    "weds": 2,
    "thur": 3,
    "thurs": 3,
}

MONTH = rf"(?:{'|'.join(_MONTHS)}|(?:sept|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)(?![a-z])\.?)"
WEEKDAY = rf"(?:{'|'.join(_WEEKDAYS)}|(?:tues|thurs|thur|weds|mon|tue|wed|thu|fri|sat|sun)\b\.?)"
WEEKDAY_FULL = rf"(?:{'|'.join(_WEEKDAYS)})"
PART_OF_DAY = r"(?:(?:(?:early|late)\s+)?(?:morning|afternoon|evening)|noon|lunchtime|night)"
UNIT = r"(?:day|week|fortnight|month|year|weekend)"


def month_of(word: str) -> int:
    """1..12 of what MONTH matched."""
    text = word.casefold().rstrip(".")
    return _MONTH_SHORT.get(text) or _MONTHS.index(text) + 1


def weekday_of(word: str) -> int:
    """0 (Monday)..6 of what WEEKDAY matched."""
    text = word.casefold().rstrip(".")
    return _WEEKDAY_SHORT[text] if text in _WEEKDAY_SHORT else _WEEKDAYS.index(text)


def monday_of(day: date) -> date:
    """The Monday of the day's week."""
    return day - timedelta(days=day.weekday())


def month_bounds(year: int, month: int) -> tuple[date, date]:
    """First and last day of a month; `month` may run past 12 or below 1."""
    year, index = year + (month - 1) // 12, (month - 1) % 12
    following = date(year + (index + 1) // 12, (index + 1) % 12 + 1, 1)
    return date(year, index + 1, 1), following - timedelta(days=1)


def add_months(day: date, months: int) -> date:
    """The same day of another month, or that month's last day where it has no such day."""
    first, last = month_bounds(day.year, day.month + months)
    return first + timedelta(days=min(day.day, last.day) - 1)


def valid_date(year: int, month: int, day: int) -> date | None:
    """The date, or None where the calendar has none (30 February, year 0)."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of this package: whole words, case aside."""
    start = r"(?<![\w$€£#@.])(?:(?<!\d[-/:])|(?=[A-Za-z])|(?=\d{1,2}/\d{1,2}/\d))"
    end = r"(?![\w%]|[/:]\d|-\d{3}(?!\d-))"
    return re.compile(f"{start}(?:{pattern}){end}", re.IGNORECASE)


def part_of(match: re.Match[str], group: str) -> str:
    """The words of a named group; empty where the pattern has no such group or it took no part."""
    return match.groupdict().get(group) or ""
