"""Dates made of dates: ranges, and counts from another date ("two weeks before Christmas")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from memory_pipeline.language.dates.calendar_words import MONTH, UNIT, WEEKDAY, monday_of, valid_date, weekday_of
from memory_pipeline.language.dates.mention import DateKind, DateMention
from memory_pipeline.language.dates.numerals import COUNT, ORDINAL, count_of, day_of
from memory_pipeline.language.dates.relative_rules import moved

_TO = re.compile(r"\s*(?:-|–|—|~|to|through|thru|till|until|and)\s*(?:the\s+)?", re.IGNORECASE)
_OFFSET = re.compile(
    rf"\b(?P<count>{COUNT})\s+(?P<unit>{UNIT})s?\s+(?P<way>before|after|from|prior\s+to)\s+$", re.IGNORECASE
)
_DAY_BEFORE = re.compile(
    rf"(?<![\d/.-])\b(?:(?P<ordinal>{ORDINAL})|(?P<number>\d{{1,2}}))\s*(?:-|–|~|to|through|thru|till|until|and)\s*"
    rf"(?:the\s+)?$",
    re.IGNORECASE,
)
_DAY_AFTER = re.compile(
    rf"\s*(?:-|–|~|to|through|thru|till|until)\s*(?:the\s+)?(?:(?P<ordinal>{ORDINAL})|(?P<number>\d{{1,2}})"
    rf"(?![\d:/]|\s?(?:am|pm)|\s+{MONTH}))\b",
    re.IGNORECASE,
)
_WEEK_OF = re.compile(
    r"\b(?:the\s+week\s+(?:of|starting(?:\s+on)?|beginning(?:\s+on)?)|w/c)\s+(?:the\s+)?$", re.IGNORECASE
)
_NTH_WEEK_OF = re.compile(rf"\b(?:the\s+)?(?P<nth>{ORDINAL}|last)\s+week\s+(?:of|in)\s+$", re.IGNORECASE)
_STARTING = re.compile(
    rf"\b(?:for\s+)?(?P<count>{COUNT})\s+(?P<unit>day|week)s?,?\s+(?:starting(?:\s+(?:on|from))?|from|beginning"
    rf"(?:\s+on)?)\s+$",
    re.IGNORECASE,
)
_WEEKDAY_BEFORE = re.compile(rf"\b(?P<weekday>{WEEKDAY}),?\s+$", re.IGNORECASE)
_WEEKDAY_AFTER = re.compile(rf"\s+on\s+(?:a\s+)?(?P<weekday>{WEEKDAY})\b", re.IGNORECASE)
_BARE_WEEKDAY = re.compile(WEEKDAY, re.IGNORECASE)
_COARSE = re.compile(r"\b(?:months?|years?)\b", re.IGNORECASE)
_FROM_NOW = re.compile(r"\b(?:between\s+now\s+and|from\s+now\s+(?:to|till|until))\s+(?:the\s+)?$", re.IGNORECASE)
_OPENERS = re.compile(r"\b(?:from|between)\s+(?:the\s+)?$", re.IGNORECASE)


def joined(text: str, found: Sequence[DateMention], said_on: date) -> tuple[DateMention, ...]:
    """The mentions with neighbours that form one date put together."""
    floors = [0, *(mention.end for mention in found)]
    stretched = [
        _with_bare_days(text, _led_in(text, _counted_from(text, mention, floor), said_on), floor)
        for mention, floor in zip(found, floors, strict=False)
    ]
    result: list[DateMention] = []
    for mention in stretched:
        if result and mention.start < result[-1].end:
            if mention.start <= result[-1].start:
                result[-1] = mention
            continue
        if result and (whole := _range(text, result[-1], mention)):
            result[-1] = whole
        else:
            result.append(mention)
    return tuple(result)


def _range(text: str, left: DateMention, right: DateMention) -> DateMention | None:
    """ "August 3 to August 7": one mention. "A and B" joins only after "between"."""
    between = text[left.end : right.start]
    if left.recurring or right.recurring or not _TO.fullmatch(between):
        return None
    if "and" in between.casefold() and not re.search(r"\bbetween\s+(?:the\s+)?$", text[: left.start], re.IGNORECASE):
        return None
    if re.search(r"\b(?:till|until)\b", between, re.IGNORECASE) and not _OPENERS.search(text[: left.start]):
        return None
    first, last = left.first, right.last
    if _BARE_WEEKDAY.fullmatch(left.text) and (last - first).days > 6 and "week" in right.text.casefold():
        first += timedelta(days=7 * ((last - first).days // 7))
    if first > last and _BARE_WEEKDAY.fullmatch(right.text):
        last += timedelta(days=7 * -((last - first).days // 7))
    if first > last:
        first = valid_date(last.year, first.month, first.day) or first
        if first > last:
            first = valid_date(last.year - 1, first.month, first.day) or first
    return _merged(text, left.start, right.end, replace(right, first=first, last=last), left.relative or right.relative)


def _merged(text: str, start: int, end: int, base: DateMention, relative: bool) -> DateMention:
    return replace(base, start=start, end=end, text=text[start:end], kind="span", relative=relative)


def _counted_from(text: str, mention: DateMention, floor: int) -> DateMention:
    """ "3 days from Tuesday", "two weeks before Christmas"."""
    match = _OFFSET.search(text, floor, mention.start)
    count = count_of(match["count"]) if match else None
    if match is None or count is None or mention.recurring:
        return _on_weekday(text, mention, floor) if _counts_by_itself(mention) else mention
    sign = 1 if match["way"].casefold() in {"after", "from"} else -1
    reading = moved(mention.first, sign * count, match["unit"])
    counted = replace(mention, start=match.start(), text=text[match.start() : mention.end], kind=reading.kind)
    counted = replace(counted, first=reading.first, last=reading.last)
    return _on_weekday(text, counted, floor)


def _counts_by_itself(mention: DateMention) -> bool:
    """ "in two weeks", "two months from today"."""
    return re.search(r"(?i)\bin\s|\bfrom\s", mention.text) is not None


def _on_weekday(text: str, counted: DateMention, floor: int) -> DateMention:
    """ "Sunday, three weeks after January 15": the Sunday nearest the day counted to, or after a month counted to."""
    start, end, day = counted.start, counted.end, counted.first
    before, after = _WEEKDAY_BEFORE.search(text, floor, start), _WEEKDAY_AFTER.match(text, end)
    named = before or after
    if named:
        ahead = (weekday_of(named["weekday"]) - day.weekday()) % 7
        day += timedelta(days=ahead - 7 if ahead > 3 and not _COARSE.search(counted.text) else ahead)
        start, end = (before.start(), end) if before else (start, named.end())
    last = day if named else counted.last
    return replace(counted, start=start, end=end, text=text[start:end], first=day, last=last)


def _led_in(text: str, mention: DateMention, said_on: date) -> DateMention:
    """ "the week of August 3", "the last week of July", "two weeks starting May 20", "between now and June 1"."""
    if mention.recurring:
        return mention
    before = text[: mention.start]
    if mention.kind == "day" and (match := _WEEK_OF.search(before)):
        monday = monday_of(mention.first)
        return _grown(text, match.start(), mention, monday, monday + timedelta(days=6))
    if mention.kind == "month" and (match := _NTH_WEEK_OF.search(before)):
        monday = _nth_monday(mention, match["nth"])
        return _grown(text, match.start(), mention, monday, monday + timedelta(days=6))
    if mention.kind == "day" and (match := _STARTING.search(before)):
        days = (count_of(match["count"]) or 1) * (7 if match["unit"].casefold() == "week" else 1)
        return _grown(text, match.start(), mention, mention.first, mention.first + timedelta(days=days - 1))
    if match := _FROM_NOW.search(before):
        return _grown(text, match.start(), mention, said_on, mention.last)
    return mention


def _grown(text: str, start: int, mention: DateMention, first: date, last: date) -> DateMention:
    kind: DateKind = "week" if last - first == timedelta(days=6) else "span"
    return replace(mention, start=start, text=text[start : mention.end], first=first, last=last, kind=kind)


def _nth_monday(month: DateMention, nth: str) -> date:
    """The Monday of the month's nth week; week 1 holds the month's first Thursday."""
    if nth.casefold() == "last":
        return monday_of(month.last)
    first = monday_of(month.first + timedelta(days=3))
    return first + timedelta(days=7 * ((day_of(nth) or 1) - 1))


def _with_bare_days(text: str, mention: DateMention, floor: int) -> DateMention:
    """ "August 3-7", "the 9th to 12th of June": a bare day number takes the month of its neighbour.

    Nothing before `floor`, where the mention before ends, is taken.
    """
    if (
        mention.recurring
        or mention.first != mention.last
        or mention.kind != "day"
        or not any(map(str.isalnum, mention.text))
    ):
        return mention
    before = _DAY_BEFORE.search(text, max(floor, mention.start - 24), mention.start)
    named_after = mention.text[0].isdigit() or mention.text.casefold().startswith("the") or mention.text[:1].isalpha()
    if before and named_after and not re.match(r"(?i)(?:mon|tue|wed|thu|fri|sat|sun|tod|tom|yes)", mention.text):
        first = _other_day(mention.first, day_of(before["ordinal"] or before["number"]), back=True)
        if first:
            return _merged(text, before.start(), mention.end, replace(mention, first=first), mention.relative)
    after = _DAY_AFTER.match(text, mention.end)
    if after and not re.match(r"(?i)(?:tod|tom|yes)", mention.text):
        last = _other_day(mention.first, day_of(after["ordinal"] or after["number"]), back=False)
        if last:
            return _merged(text, mention.start, after.end(), replace(mention, last=last), mention.relative)
    return mention


def _other_day(day: date, number: int | None, *, back: bool) -> date | None:
    """The day of that number in the same month; in the month before or after where it would run backwards."""
    if number is None:
        return None
    same = valid_date(day.year, day.month, number)
    if same is None or (same < day) == back:
        return same
    beside = day.replace(day=1) - timedelta(days=1) if back else day.replace(day=28) + timedelta(days=4)
    return valid_date(beside.year, beside.month, number)
