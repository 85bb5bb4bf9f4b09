"""Whether the numbers, days and the end of a claim follow from what it cites and from the session's clock (gate 6)."""

from __future__ import annotations

import re
from datetime import date, timedelta

from memory_pipeline.formation.gates.cited_words import CitedWords, claim_texts, is_label
from memory_pipeline.formation.gates.verdict import GateContext
from memory_pipeline.language.dates import DateMention, expiry, mentions
from memory_pipeline.language.figures import figures
from memory_pipeline.language.month_names import without_month_names
from memory_pipeline.language.spans import Span
from memory_pipeline.model.candidate import Candidate

_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY = re.compile(
    r"\b(mon|tue|wed|thu|fri|sat|sun)(?:days?|s|sdays?|nesdays?|rsdays?|urdays?|urs|r|rs)?\b\.?", re.IGNORECASE
)
_MANY_DAYS = re.compile(
    r"\b(?:every\s?day|daily|weekdays?|week-?ends?|school\s+(?:days?|nights?)|each\s+day|whole\s+week|full\s+week|all\s+week)\b"
    r"|\b(?:mon|tue|wed|thu|fri|sat|sun)\w*\s*(?:to|through|thru|until|till|[-–])\s*(?:mon|tue|wed|thu|fri|sat|sun)",
    re.IGNORECASE,
)
_BARE_DAY = re.compile(r"(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)", re.IGNORECASE)
_PART_OF_MONTH = re.compile(r"(?:the\s+)?(end|beginning|start|middle|early|late|mid)\b", re.IGNORECASE)
_DAY = timedelta(days=1)
_RATE = re.compile(
    r"\d\W*(?:\w+\s+){0,2}?(?:an?|per|each|every|/)\s*(?P<unit>hours?|hrs?|days?|weeks?|wks?|months?|mo|years?|yrs?)\b",
    re.IGNORECASE,
)
_UNITS = {
    "ho": "hour",
    "hr": "hour",
    "da": "day",
    "we": "week",
    "wk": "week",
    "mo": "month",
    "ye": "year",
    "yr": "year",
}


def unfounded_number(candidate: Candidate, words: CitedWords) -> str | None:
    """The first number or time of the claim that is not in the quoted words; in the turns where those have none."""
    quoted = figures(words.quoted)
    known = quoted or figures(words.whole)
    elsewhere = figures(words.context)
    years = {str(day.year) for mention in words.days for day in (mention.first, mention.last)} | {
        str(words.said_on.year)
    }
    for text in claim_texts(candidate):
        dated = [Span(mention.start, mention.end) for mention in mentions(text, words.said_on) if not mention.recurring]
        for figure in figures(text):
            if figure.loose or figure.number in years or any(figure.span.overlaps(span) for span in dated):
                continue
            if not any(figure.agrees(other) for other in (*known, *elsewhere)):
                return figure.span.of(text)
    return None


def unfounded_rate(candidate: Candidate, words: CitedWords) -> str | None:
    """The first rate of the claim ("17.25 an hour") whose unit is not the one that the cited words count by."""
    said = {_unit(match) for match in _RATE.finditer(words.whole)}
    for text in (candidate.summary, candidate.body):
        for match in _RATE.finditer(text):
            if said and _unit(match) not in said:
                return match.group()
    return None


def _unit(match: re.Match[str]) -> str:
    return _UNITS[match["unit"].casefold()[:2]]


def unfounded_day(candidate: Candidate, words: CitedWords, context: GateContext) -> str | None:
    """The first date or weekday of the claim that no cited date expression, resolved on its turn's day, gives."""
    for text in claim_texts(candidate):
        found = mentions(text, words.said_on)
        for mention in found:
            if mention.recurring or context.family.member(mention.text) is not None:
                continue
            if is_label(text, candidate, Span(mention.start, mention.end)):
                continue
            if not _given(mention, words):
                return mention.text
        dated = [Span(mention.start, mention.end) for mention in found if not mention.recurring]
        for match in _WEEKDAY.finditer(text):
            if not any(Span(*match.span()).overlaps(span) for span in dated) and not _weekday_given(match[1], words):
                return match.group()
    return None


def unfounded_end(candidate: Candidate, words: CitedWords, context: GateContext) -> str | None:
    """`valid_until` as text where it does not follow from the cited words by the rule of contract section 2."""
    end = candidate.valid_until
    if end is None:
        return None
    texts = [*words.quoted.split("\n"), words.quoted, candidate.body, candidate.summary]
    ruled = {day for text in texts if (day := expiry(without_month_names(text, context.family), words.said_on))}
    return None if end in (ruled or _possible_ends(words)) else end.isoformat()


def _possible_ends(words: CitedWords) -> set[date]:
    return {day for mention in words.days if not mention.recurring for day in (mention.first, mention.last + _DAY)}


def _given(mention: DateMention, words: CitedWords) -> bool:
    if _as_said(mention, words):
        return True
    if mention.kind in ("month", "year") and mention.first <= words.said_on <= mention.last:
        return True
    edges = {day for known in words.days if not known.recurring for day in (known.first, known.last)}
    edges |= _days_of_named_months(words)
    if not edges:
        edges.add(words.said_on)
    if any((known.first, known.last) == (mention.first, mention.last) for known in words.days):
        return True
    return mention.first in edges and mention.last in edges


def _as_said(mention: DateMention, words: CitedWords) -> bool:
    """Whether the claim repeats a name of a day or a part of a month: "Easter", "the end of August 2026"."""
    if not mention.relative and mention.text.isalpha() and mention.text.casefold() in words.whole.casefold():
        return True
    part = _PART_OF_MONTH.match(mention.text)
    return part is not None and any(
        (known.first.year, known.first.month) == (mention.first.year, mention.first.month)
        and part[1].casefold() in known.text.casefold()
        for known in words.days
        if not known.recurring
    )


def _days_of_named_months(words: CitedWords) -> set[date]:
    """The 27th as a day of each month that is named before it: "we fly on December 19 and come back the 27th"."""
    named = [known.first for known in words.days if not known.recurring]
    bare = [int(match[1]) for known in words.days if (match := _BARE_DAY.fullmatch(known.text))]
    return {first.replace(day=day) for first in named for day in bare if first.day < day <= _days_in_month(first)}


def _days_in_month(day: date) -> int:
    return ((day.replace(day=28) + 4 * _DAY).replace(day=1) - _DAY).day


def _weekday_given(short: str, words: CitedWords) -> bool:
    if _MANY_DAYS.search(words.whole):
        return True
    index = _WEEKDAYS.index(short.casefold())
    said = {match.casefold() for match in _WEEKDAY.findall(words.whole)}
    single = (mention for mention in words.days if not mention.recurring and mention.first == mention.last)
    return short.casefold() in said or any(mention.first.weekday() == index for mention in single)
