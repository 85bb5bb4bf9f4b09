"""Days that a date before them in the sentence settles: "next week, Monday to Friday", "on May 19 ... the 27th"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from memory_pipeline.language.dates.calendar_words import WEEKDAY, WEEKDAY_FULL, valid_date, weekday_of
from memory_pipeline.language.dates.mention import DateMention

_SENTENCE_EDGE = re.compile(r"[.!?;\n]")
_DAYS = re.compile(
    rf"\b(?P<first>{WEEKDAY})\s*(?:-|–|to|through|thru|till|until)\s*(?P<last>{WEEKDAY})(?=$|[^\w]|\s)", re.IGNORECASE
)
_WEEKDAY_ONLY = re.compile(rf"(?:on\s+)?(?P<day>{WEEKDAY_FULL})", re.IGNORECASE)
_DAY_NUMBER = re.compile(r"the\s+(?P<number>\d{1,2})(?:st|nd|rd|th)", re.IGNORECASE)


def narrowed(text: str, found: Sequence[DateMention]) -> tuple[DateMention, ...]:
    """The mentions with weekdays put into the week named before them, and day numbers into the month named before."""
    result: list[DateMention] = []
    for mention in found:
        before = result[-1] if result else None
        if before is None or before.recurring or _SENTENCE_EDGE.search(text, before.end, mention.start):
            result.append(mention)
        elif before.kind == "week" and (days := _DAYS.search(text, before.end)) and _is_run(days, mention):
            result.append(_run(text, before, mention, days))
        elif before.kind == "week" and mention.end > result[-1].end:
            result.append(_in_week(before, mention))
        elif mention.start >= before.end:
            result.append(_in_month(before, mention))
    return tuple(_once(result))


def _is_run(days: re.Match[str], mention: DateMention) -> bool:
    return days.start() <= mention.start < days.end()


def _run(text: str, week: DateMention, mention: DateMention, days: re.Match[str]) -> DateMention:
    """ "Monday to Friday" of that week; a clock time behind it is none of its own."""
    first = week.first + timedelta(days=weekday_of(days["first"]))
    last = week.first + timedelta(days=weekday_of(days["last"]))
    if last < first:
        return mention
    start, end = days.span()
    return replace(
        mention,
        start=start,
        end=end,
        text=text[start:end],
        first=first,
        last=last,
        kind="span",
        relative=True,
        recurring=False,
    )


def _in_week(week: DateMention, mention: DateMention) -> DateMention:
    named = _WEEKDAY_ONLY.fullmatch(mention.text)
    if named is None or mention.recurring:
        return mention
    day = week.first + timedelta(days=weekday_of(named["day"]))
    return replace(mention, first=day, last=day)


def _in_month(before: DateMention, mention: DateMention) -> DateMention:
    """ "on December 19 and come back the 27th": no earlier than the day before it."""
    numbered = _DAY_NUMBER.fullmatch(mention.text)
    if numbered is None or before.kind not in {"day", "span"} or mention.first >= before.last or before.relative:
        return mention
    day = valid_date(before.last.year, before.last.month, int(numbered["number"]))
    return replace(mention, first=day, last=day) if day and day >= before.last else mention


def _once(found: Sequence[DateMention]) -> list[DateMention]:
    """Without mentions that a run has swallowed."""
    kept: list[DateMention] = []
    for mention in found:
        if kept and mention.start < kept[-1].end:
            continue
        kept.append(mention)
    return kept
