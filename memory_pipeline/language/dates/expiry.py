"""When a claim stops being true: the valid_until rule (contract sections 2 and 15)."""

from __future__ import annotations

import re
from datetime import date, timedelta

from memory_pipeline.language.dates.holidays import HOLIDAY, holiday_in
from memory_pipeline.language.dates.mention import DateMention
from memory_pipeline.language.dates.numerals import COUNT, count_of
from memory_pipeline.language.dates.relative_rules import moved
from memory_pipeline.language.dates.scan import mentions
from memory_pipeline.language.dates.tense import looks_back

_ENDS_BEFORE = re.compile(
    r"\b(?:until|till|til|’til|'til|before|up\s+to)\s+(?:about\s+|around\s+)?(?:the\s+)?$"
    r"|\b(?:until|till|til)\s+(?:[\w'’-]+\s+){1,4}?(?:appointment|appt|visit|review|surgery|trip|meeting|birthday|party|check-?up|scan"
    r"|exam|interview|wedding)\s+(?:is\s+)?(?:on\s+)?(?:the\s+)?$",
    re.IGNORECASE,
)
_UNTIL_AFTER = re.compile(r"\b(?:until|till|til)\s+after\s+(?:the\s+)?$", re.IGNORECASE)
_ENDS_WITH = re.compile(r"\b(?:through|thru|by|up\s+to\s+and\s+including)\s+(?:the\s+)?$", re.IGNORECASE)
_BEGINS = re.compile(
    r"\b(?:since|as\s+of|starting(?:\s+(?:from|on))?|beginning(?:\s+on)?|effective|after|from|moved\s+in)\s+"
    r"(?:the\s+)?$",
    re.IGNORECASE,
)
_ONWARDS = re.compile(r"\s*(?:on|onwards?|forward)\b(?!\s+(?:the|a|my|our|\d))", re.IGNORECASE)
_STAY = re.compile(rf"\bfor\s+(?:about\s+)?(?P<count>{COUNT})\s+(?P<unit>day|night|week|month)s?\b", re.IGNORECASE)
_EVERY_YEAR = re.compile(
    r"\b(?:birthday|b-?day|born|anniversary|turns\s+\d+\s+every|each\s+year|every\s+year|annually"
    r"|founded|since)\b",
    re.IGNORECASE,
)
_YEARLY_NAME = re.compile(r"(?:annual|yearly|monthly|weekly|quarterly)$", re.IGNORECASE)
_THIS = re.compile(r"(?:all\s+)?(?:this|next)\b", re.IGNORECASE)
_NOT_KEPT = re.compile(
    r"\b(?:don['’]?t|doesn['’]?t|never|do\s+not)\s+(?:do|celebrate|observe|keep)\s+(?-i:[A-Z])", re.IGNORECASE
)
_BARRED_FOR = re.compile(
    rf"\b(?:no|can['’]?t|cannot|must(?:n['’]?t|\s+not)|not\s+(?:to|allowed))\s[^.,]{{2,50}}?\bfor\s+(?:the\s+next\s+)?(?P<count>{COUNT})\s+(?P<unit>day|week|month)s?\b",
    re.IGNORECASE,
)
_PARTY = re.compile(
    r"\b(?:party|dinner|lunch|brunch|do\s+is|black\s+tie|trip|celebrat\w+|invit\w+|bash|sleepover|gift|present|cake)\b",
    re.IGNORECASE,
)


def expiry(text: str, said_on: date) -> date | None:
    """The local day on whose beginning the claim is retired; None for lasting facts, routines and what is past.

    On, through or by day D: D + 1. Until D: D. This week: next Monday. Since D or from D on: None.
    """
    found = [mention for mention in mentions(text, said_on) if not mention.recurring]
    ends = [_end(text, mention) for mention in found if _bounds_claim(text, mention)]
    if ends:
        return _after(max(ends), said_on)
    if _is_lasting(text, said_on):
        return None
    barred = _BARRED_FOR.search(text)
    if barred and not found and (count := count_of(barred["count"])):
        return moved(said_on, count, barred["unit"]).last + timedelta(days=1)
    days = [
        _last_day(text, mention) + timedelta(days=1)
        for mention in found
        if not (
            (_begins(text, mention) and _STAY.search(text, mention.end) is None)
            or mention.kind == "vague"
            or _is_told_of(text, mention, said_on)
        )
    ]
    return _after(max(days), said_on) if days else None


def _last_day(text: str, mention: DateMention) -> date:
    """The mention's last day; "Thanksgiving is at Dad's this year" ends on Thanksgiving."""
    named = _HOLIDAY.search(text) if mention.kind == "year" else None
    day = holiday_in(named.group(), mention.first.year) if named else None
    return day or _last_of(text, mention)


_HOLIDAY = re.compile(rf"\b{HOLIDAY}\b", re.IGNORECASE)


def _last_of(text: str, mention: DateMention) -> date:
    """The mention's last day, or the end of a stay counted from it: "on Friday and staying for two weeks"."""
    stay = _STAY.search(text, mention.end)
    count = count_of(stay["count"]) if stay and mention.first == mention.last else None
    return moved(mention.last, count, stay["unit"]).last if stay and count else mention.last


def _is_told_of(text: str, mention: DateMention, said_on: date) -> bool:
    """ "I lost my job this month" tells of what was, though the month goes on."""
    return mention.first <= said_on and looks_back(text, mention.start, mention.end)


def _after(day: date, said_on: date) -> date | None:
    return day if day > said_on else None


def _bounds_claim(text: str, mention: DateMention) -> bool:
    before = text[: mention.start]
    return bool(_ENDS_BEFORE.search(before) or _UNTIL_AFTER.search(before) or _ENDS_WITH.search(before))


def _end(text: str, mention: DateMention) -> date:
    before = text[: mention.start]
    if _UNTIL_AFTER.search(before) or not _ENDS_BEFORE.search(before):
        return mention.last + timedelta(days=1)
    if re.match(r"(?i)(?:the\s+)?end\s+of", mention.text):
        return mention.last + timedelta(days=1)
    return mention.first


def _begins(text: str, mention: DateMention) -> bool:
    return bool((_BEGINS.search(text[: mention.start]) and mention.kind != "span") or _ONWARDS.match(text, mention.end))


def _is_lasting(text: str, said_on: date) -> bool:
    found = mentions(text, said_on)
    dated = any(not mention.recurring and mention.kind == "day" for mention in found)
    if any(mention.kind in {"week", "month"} and _THIS.match(mention.text) for mention in found):
        return False
    if any(mention.recurring and not (dated and _YEARLY_NAME.match(mention.text)) for mention in found):
        return True
    if _NOT_KEPT.search(text):
        return True
    return bool(_EVERY_YEAR.search(text)) and not _PARTY.search(text)
