"""When the entries of a WhatsApp export were written: the order of day, month and year, read off the whole file.

A chat goes forward in time. The order under which it does, and under which every date exists, is the file's. An entry
that stands days away from its neighbours was pasted into the message before it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from memory_pipeline.importers.batch import DateOrder
from memory_pipeline.importers.whatsapp_lines import Entry, Stamp
from memory_pipeline.model.errors import InvalidArgument, MalformedTranscript

_JITTER_DAYS = 1
_PLACES: dict[DateOrder, tuple[int, int, int]] = {"dmy": (2, 1, 0), "mdy": (2, 0, 1), "ymd": (0, 1, 2)}
_SPOKEN: dict[DateOrder, str] = {"dmy": "day first", "mdy": "month first", "ymd": "year first"}
_BEFORE_NOON = frozenset("am a 오전 上午 午前 凌晨 早上 清晨 ص πμ fm дп".split())
_AFTER_NOON = frozenset("pm p 오후 下午 午後 中午 晚上 傍晚 م μμ em пп".split())
_NO_HALF = frozenset(["", "uhr", "h", "hrs"])


@dataclass(frozen=True, slots=True)
class DatedLine:
    """A message's local time, and its text with the sender's name in front."""

    at: datetime
    body: str


def order_of(
    stamps: Sequence[Stamp], stated: DateOrder | None, file: str, latest: date | None = None
) -> tuple[DateOrder, str]:
    """The order of a file's dates, and in words how it was found. No export knows of a day after `latest`.

    Raises InvalidArgument where two readings are as good and differ, MalformedTranscript where none is any good.
    """
    if stated is not None:
        return stated, f"{_SPOKEN[stated]}, as stated"
    if len(stamps[0].numbers[0]) == 4:
        return "ymd", _SPOKEN["ymd"]
    best, rival = _candidates(stamps, latest)
    if rival is not None and _days(stamps, best) != _days(stamps, rival):
        first = "/".join(stamps[0].numbers)
        problem = f"dates such as {first} can be read {_SPOKEN[best]} and {_SPOKEN[rival]}; say --date-order"
        raise InvalidArgument(f"{problem} {best} or {rival}", file=file, line=stamps[0].line)
    if _day(stamps[0], best) is None:
        raise MalformedTranscript("no order of day, month and year fits the dates", file=file, line=stamps[0].line)
    return best, f"{_SPOKEN[best]}, which is how the file goes forward in time"


def dated(lines: Sequence[Entry], order: DateOrder, file: str) -> list[DatedLine]:
    """The entries with their times; one that stands days off goes back into the text that it was pasted into.

    Raises MalformedTranscript for a first date that does not exist in this order, and for a time that is none.
    """
    days = [_day(entry.stamp, order) for entry in lines]
    if days[0] is None:
        problem = f"{'/'.join(lines[0].stamp.numbers)} is no date {_SPOKEN[order]}"
        raise MalformedTranscript(problem, file=file, line=lines[0].stamp.line)
    forward = _forward(days)
    found: list[DatedLine] = []
    last = days[0]
    for place, (entry, day) in enumerate(zip(lines, days, strict=True)):
        near = day is not None and abs((day - last).days) <= _JITTER_DAYS
        if day is not None and (place in forward or near):
            last = day if place in forward else last
            found.append(DatedLine(datetime.combine(day, _time(entry.stamp, file)), entry.body))
        elif found:
            found[-1] = DatedLine(found[-1].at, f"{found[-1].body}\n{entry.whole}")
    return found


def _candidates(stamps: Sequence[Stamp], latest: date | None) -> tuple[DateOrder, DateOrder | None]:
    """The order with the fewest faults, and another one that is as good.

    Years of two digits seldom stand first, so that reading counts only where both others fail. Where they fail for
    days that have not come, the clock may be behind as well: then they are rivals.
    """
    faults = {order: _faults(stamps, order, latest) for order in _PLACES}
    all_to_come = min(faults["dmy"], faults["mdy"]) == len(stamps)
    if all_to_come:
        faults |= {order: _faults(stamps, order, None) for order in ("dmy", "mdy")}
    usual: list[DateOrder] = sorted(("dmy", "mdy"), key=lambda order: faults[order])
    if faults["ymd"] == 0 and all_to_come and faults[usual[0]] == 0:
        return usual[0], "ymd"
    if faults["ymd"] < faults[usual[0]]:
        return "ymd", None
    return usual[0], usual[1] if faults[usual[0]] == faults[usual[1]] else None


def _faults(stamps: Sequence[Stamp], order: DateOrder, latest: date | None) -> int:
    """How many dates do not exist, have not come yet, or go back in time."""
    days = [None if day and latest and day > latest else day for day in _days(stamps, order)]
    return len(stamps) - len(_forward(days))


def _days(stamps: Sequence[Stamp], order: DateOrder) -> list[date | None]:
    return [_day(stamp, order) for stamp in stamps]


def _day(stamp: Stamp, order: DateOrder) -> date | None:
    year, month, day = (stamp.numbers[place] for place in _PLACES[order])
    if len(year) not in (2, 4) or len(month) > 2 or len(day) > 2:
        return None
    try:
        return date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day))
    except ValueError:
        return None


def _forward(days: Sequence[date | None]) -> frozenset[int]:
    """The places of a longest run of dates, not necessarily next to each other, that never goes back."""
    tails: list[date] = []
    at: list[int] = []
    before: dict[int, int | None] = {}
    for place, day in enumerate(days):
        if day is None:
            continue
        length = bisect_right(tails, day)
        tails[length:] = [day, *tails[length + 1 :]]
        at[length:] = [place, *at[length + 1 :]]
        before[place] = at[length - 1] if length else None
    chain: set[int] = set()
    step: int | None = at[-1] if at else None
    while step is not None:
        chain.add(step)
        step = before[step]
    return frozenset(chain)


def _time(stamp: Stamp, file: str) -> time:
    hour = stamp.hour
    if stamp.period in _BEFORE_NOON:
        hour = 0 if hour == 12 else hour
    elif stamp.period in _AFTER_NOON:
        hour = hour + 12 if hour < 12 else hour
    elif stamp.period not in _NO_HALF:
        problem = f"{stamp.period!r} after the time is neither before nor after noon in any language known here"
        raise MalformedTranscript(problem, file=file, line=stamp.line)
    try:
        return time(hour, stamp.minute, stamp.second)
    except ValueError as error:
        raise MalformedTranscript(f"{hour}:{stamp.minute:02} is no time", file=file, line=stamp.line) from error
