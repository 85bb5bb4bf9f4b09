"""The values a claim states, by kind: two claims are never the same where one kind differs (contract section 5).

Kinds: email, phone, money (with its currency), date (`MM-DD`), month, year, weekday, often (how many times in how long:
`2/day`, `1/2 week`, `last/month`), time (`H:MM`, twelve hours), half (am, pm), number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from memory_pipeline.language.dates.calendar_words import MONTH_NAMES, WEEKDAY_NAMES

Values = Mapping[str, frozenset[str]]
Found = tuple[tuple[str, str], ...]
Read = Found | str

GAP = " ▫ "
"""What stands in the text where a value was taken out; no token."""

_MONTHS = tuple(name.casefold() for name in MONTH_NAMES)
_DAYS = tuple(name.casefold() for name in WEEKDAY_NAMES)
_SMALL_WORDS = """
two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
twenty
"""
_SMALL = tuple(_SMALL_WORDS.split())
_NUMBER_WORDS = {word: str(value) for value, word in enumerate(_SMALL, start=2)}

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|satur|sun)(?:day)?s?"
_WITH_DAY = rf"(?:\b{_DAY},?\s+)?"
_ORDINAL = r"(\d{1,2})(?:st|nd|rd|th)?"
_YEAR_AFTER = r"(?:,?\s+(\d{4})\b)?"
_UNITS = (
    r"(?:%|percent|years?|yrs?|days?|weeks?|months?|hours?|minutes?|mins?|kids?|people|persons?|bucks|dollars|euros|"
    r"pounds|rupees|miles?|km|times|grade|class|cats?|dogs?)"
)

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_ISO = re.compile(rf"{_WITH_DAY}\b(\d{{4}})-(\d{{2}})-(\d{{2}})\b(?:t[\d:.]+z?)?")
_MONTH_DAY = re.compile(rf"{_WITH_DAY}\b({_MONTH})\.?\s+{_ORDINAL}\b{_YEAR_AFTER}")
_DAY_MONTH = re.compile(rf"{_WITH_DAY}\b{_ORDINAL}\s+(?:of\s+)?({_MONTH})\b\.?{_YEAR_AFTER}")
_MONTH_YEAR = re.compile(rf"\b({_MONTH})\s+((?:19|20)\d\d)\b")
_PHONE = re.compile(r"(?<![\w#])\+?\(?\d[\d ()/-]{5,}\d\b")
_MONEY = re.compile(r"([$€£₹])\s?(\d[\d,.]*\d|\d)\s?(k\b)?|\b(\d[\d,.]*)\s?(bucks?|dollars?|euros?|pounds?|rupees?)\b")
_CURRENCIES = {
    "$": "$",
    "buck": "$",
    "dollar": "$",
    "€": "€",
    "euro": "€",
    "£": "£",
    "pound": "£",
    "₹": "₹",
    "rupee": "₹",
}
_RANGE = re.compile(rf"\b({_DAY})\s*(?:to|through|thru|until|-)\s*({_DAY})\b")
_WEEKDAY = re.compile(rf"\b({_DAY})\b")
_WEEKPART = re.compile(
    r"\b(weekdays?|workdays?|weekends?|school nights?|school days?|every day|daily|once (?:a|per) day"
    r"|every(?= (?:morning|afternoon|evening|night)))\b"
)
_COUNT = r"two|three|four|five|six|\d+"
_RATE = re.compile(rf"\b(?:(once)|(twice)|({_COUNT}) times) (?:a|an|per|every|in a) (hour|day|night|week|month|year)\b")
_EACH = re.compile(
    rf"\bevery (other|second|third|fourth|{_COUNT}) (hour|day|night|week|month|year)s?\b"
    r"|\bevery (week|month|year|hour)\b"
    r"|\b(fortnightly|weekly|monthly|yearly|annually)(?=$|[,.;]| (?:on|at|in)\b)"
)
_EVERY_OTHER_DAY = re.compile(rf"\bevery (other|second|third|fourth) (?P<keep>)(?={_DAY}\b)")
_OF_THE_MONTH = re.compile(rf"\b(first|second|third|fourth|last) ({_DAY}) (?:(?:of|in) )?(?:the|every|a) month\b")
_PART_HOUR = re.compile(r"\b(?:(half) an?|(one|an)) (?P<keep>)(?=hour\b)")
_CLOCK = re.compile(
    r"\b(\d{1,2})[:.](\d{2})(?:\s?([ap])\.?m\b\.?)?(?!\d)|\b(\d{1,2})\s?([ap])\.?m\b\.?|\b(\d{1,2})\s?o'clock\b"
    r"|\b(noon|midnight)\b"
)
_BARE_TIME = re.compile(
    r"\b(?P<keep>(?:at|by|from|till|until|before|after|around|to|bedtime is|naps? is|now)\s+)(\d{1,2})\b"
    rf"(?![-/:.,]\d|\s*{_UNITS}\b|st|nd|rd|th|\s+[a-z]+ (?:road|street|lane|weg))"
)
_HALF_PAST = re.compile(rf"\b(half|quarter) (past|to) (one|{'|'.join(_SMALL[:11])}|\d{{1,2}})\b")
_HOUR_AND = re.compile(
    rf"\b(?P<keep>(?:at|by|around|till|until) )(one|{'|'.join(_SMALL[:11])}) (fifteen|thirty|forty-five)\b"
)
_HOURS = re.compile(r"\b(\d{1,2})(?=\s(?:to|until|till)\s\d{1,2}\b)(?![:.]\d)")
_HOUR_NAMES = ("one", *_SMALL[:11])
_HOUR_WORD = re.compile(
    rf"\b(?P<keep>(?:at|by|around|till|until) )({'|'.join(_HOUR_NAMES)})\b"
    rf"(?!-|\s(?:of|and|or|other|more)\b|\s*{_UNITS}\b)(?: o'clock)?"
)
_YEAR = re.compile(r"\b(?P<keep>(?:in|since|until|till|from|by|of|before|after|year)\s+)((?:19|20)\d\d)\b")
_IN_MONTH = re.compile(
    r"\b(?P<keep>(?:in|until|till|since|by|from|through|of|every|next|before|after)\s+(?:early |mid |mid-|late )?)"
    rf"({_MONTH})\b"
)
_NUMBER = re.compile(r"#?\b(?:no\.\s?)?([a-z]{0,12}\d[\w]*(?:[.,:/-]\d+)*)")
_NUMBER_WORD = re.compile(rf"\b({'|'.join(_SMALL)})\b")
_TIMES = {"other": "2", "second": "2", "third": "3", "fourth": "4"}
_PERIODS = {"fortnightly": "2 week", "weekly": "week", "monthly": "month", "yearly": "year", "annually": "year"}


@lru_cache(maxsize=16384)
def read_values(text: str) -> tuple[Values, str]:
    """The values of a folded, lower-case text by kind, and the text with GAP where each stood."""
    found: dict[str, set[str]] = {}
    for pattern, read in _READERS if _DIGIT_OR_AT.search(text) else _IN_WORDS:
        pieces, done = [], 0
        for match in pattern.finditer(text):
            pieces += [text[done : match.start()], _noted(found, match, read(match))]
            done = match.end()
        text = "".join([*pieces, text[done:]])
    return {kind: frozenset(values) for kind, values in sorted(found.items())}, text


def _noted(found: dict[str, set[str]], match: re.Match[str], read: Read) -> str:
    """Note what a reader saw, keep the words that lead to it; a reader that saw no value gives its text back."""
    if isinstance(read, str):
        return read
    for kind, value in read:
        found.setdefault(kind, set()).add(value)
    return (match.groupdict().get("keep") or "") + GAP


def _month(word: str) -> str:
    return next(month for month in _MONTHS if month.startswith(word[:3]))


def _date(month: str, day: str, year: str | None) -> Found:
    number = month if month.isdigit() else f"{_MONTHS.index(_month(month)) + 1:02d}"
    date = (("date", f"{number}-{int(day):02d}"),)
    return (*date, ("year", year)) if year else date


def _money(match: re.Match[str]) -> Found:
    amount = (match[2] or match[4]).replace(",", "").rstrip(".")
    currency = _CURRENCIES[match[1] or match[5].removesuffix("s")]
    return (("money", f"{currency}{amount}{match[3] or ''}"),)


def _phone(match: re.Match[str]) -> Read:
    digits = re.sub(r"\D", "", match.group())
    return (("phone", digits),) if 7 <= len(digits) <= 15 else match.group()


def _weekday(word: str) -> int:
    return next(number for number, day in enumerate(_DAYS) if day.startswith(word[:3]))


def _days_between(match: re.Match[str]) -> Found:
    first, last = _weekday(match[1]), _weekday(match[2])
    span = range(first, last + 1 if last >= first else last + 8)
    return tuple(("weekday", _DAYS[day % 7]) for day in span)


def _one_day(match: re.Match[str]) -> Read:
    word = match[1]
    # "sat", "sun" and "wed" are English words as well; alone they name no day.
    return word if word in ("sat", "sun", "wed") else (("weekday", _DAYS[_weekday(word)]),)


def _week_part(match: re.Match[str]) -> Found:
    part = match[1].removesuffix("s").replace("workday", "weekday")
    whole = part == "daily" or part.startswith(("every", "once"))
    return (("weekday", "every day" if whole else part),)


def _count(word: str) -> str:
    return _NUMBER_WORDS.get(word, word)


def _rate(match: re.Match[str]) -> Found:
    times = "1" if match[1] else "2" if match[2] else _count(match[3])
    return (("often", f"{times}/{match[4]}"),)


def _each(match: re.Match[str]) -> Found:
    if match[1]:
        return (("often", f"1/{_TIMES.get(match[1]) or _count(match[1])} {match[2]}"),)
    return (("often", f"1/{match[3] or _PERIODS[match[4]]}"),)


def _of_the_month(match: re.Match[str]) -> Found:
    return ("weekday", _DAYS[_weekday(match[2])]), ("often", f"{match[1]}/month")


def _clock(match: re.Match[str]) -> Read:
    if match[7]:
        return (("time", "12:00"), ("half", "pm" if match[7] == "noon" else "am"))
    hour, minute = int(match[1] or match[4] or match[6]), match[2] or "00"
    if hour > 24 or int(minute) > 59:
        return match.group()
    mark = match[3] or match[5]
    half = f"{mark}m" if mark else "pm" if hour > 12 else None
    return (*_time(hour, minute), *((("half", half),) if half else ()))


def _time(hour: int, minute: str) -> Found:
    return (("time", f"{(hour - 1) % 12 + 1}:{minute}"),)


def _hour(words: str, match: re.Match[str]) -> Read:
    hour = int(words)
    return _time(hour, "00") if 1 <= hour <= 12 else match.group()


_MINUTES = {"fifteen": "15", "thirty": "30", "forty-five": "45"}


def _hour_named(word: str) -> int:
    return int(word) if word.isdigit() else _HOUR_NAMES.index(word) + 1


def _spoken_half(part: str, side: str, hour: str) -> Found:
    """ "Half past six" is 6:30, "quarter to six" 5:45."""
    named = _hour_named(hour)
    if side == "past":
        return _time(named, "30" if part == "half" else "15")
    return _time(named - 1 or 12, "45" if part == "quarter" else "30")


def _number(match: re.Match[str]) -> Found:
    written = re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", match[1])
    return (("number", written.replace(",", "")),)


_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Read]], ...] = (
    (_EMAIL, lambda match: (("email", match.group()),)),
    (_ISO, lambda match: _date(match[2], match[3], match[1])),
    (_MONTH_DAY, lambda match: _date(match[1], match[2], match[3])),
    (_DAY_MONTH, lambda match: _date(match[2], match[1], match[3])),
    (_MONTH_YEAR, lambda match: (("month", _month(match[1])), ("year", match[2]))),
    (_MONEY, _money),
    (_PHONE, _phone),
    (_RANGE, _days_between),
    (_OF_THE_MONTH, _of_the_month),
    (_EVERY_OTHER_DAY, lambda match: (("often", f"1/{_TIMES[match[1]]} week"),)),
    (_WEEKPART, _week_part),
    (_RATE, _rate),
    (_EACH, _each),
    (_PART_HOUR, lambda match: (("number", "0.5" if match[1] else "1"),)),
    (_WEEKDAY, _one_day),
    (_CLOCK, _clock),
    (_HALF_PAST, lambda match: _spoken_half(match[1], match[2], match[3])),
    (_HOUR_AND, lambda match: _time(_hour_named(match[2]), _MINUTES[match[3]])),
    (_HOURS, lambda match: _hour(match[1], match)),
    (_BARE_TIME, lambda match: _hour(match[2], match)),
    (_HOUR_WORD, lambda match: _time(_HOUR_NAMES.index(match[2]) + 1, "00")),
    (_YEAR, lambda match: (("year", match[2]),)),
    (_IN_MONTH, lambda match: (("month", _month(match[2])),)),
    (_NUMBER_WORD, lambda match: (("number", _NUMBER_WORDS[match[1]]),)),
    (_NUMBER, _number),
)
_OF_DIGITS = frozenset(
    {_EMAIL, _ISO, _MONTH_DAY, _DAY_MONTH, _MONTH_YEAR, _MONEY, _PHONE, _HOURS, _BARE_TIME, _YEAR, _NUMBER}
)
_IN_WORDS = tuple(reader for reader in _READERS if reader[0] not in _OF_DIGITS)
_DIGIT_OR_AT = re.compile(r"[\d@]")
