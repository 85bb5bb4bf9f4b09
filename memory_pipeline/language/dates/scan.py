"""Finding every date expression of a text (contract sections 2 and 15)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import lru_cache

from memory_pipeline.language.dates.absolute_rules import ABSOLUTE_RULES
from memory_pipeline.language.dates.calendar_words import WEEKDAY_FULL
from memory_pipeline.language.dates.compound import joined
from memory_pipeline.language.dates.mention import Anchor, DateMention
from memory_pipeline.language.dates.narrowed import narrowed
from memory_pipeline.language.dates.recurrence import RECURRENCE_RULES
from memory_pipeline.language.dates.relative_forms import RELATIVE_RULES
from memory_pipeline.language.dates.tense import looks_back

_RULES = (*RECURRENCE_RULES, *ABSOLUTE_RULES, *RELATIVE_RULES)
_ANY = re.compile(
    r"\d|day|week|month|year|night|tonite|tomorrow|tmrw|morning|afternoon|evening|noon|ago|back|while"
    r"|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon\b|tue|wed|thu|fri|sat\b|sun\b|spring|summer|fall|autumn"
    r"|winter|quarter"
    r"|christmas|xmas|easter|eve\b|thanksgiving|halloween|ramadan|diwali|eid|hanukkah|chanukah|passover|pesach|holi"
    r"|juneteenth|ly\b|annual"
    r"|twice|once|fools|mardi|pentecost|cinco|guy|epiphany|rosh|kippur|corpus|first|second|third|th\b",
    re.IGNORECASE,
)
_HABIT = re.compile(
    r"\b(?:usually|always|normally|typically|generally|regularly|most\s+weeks|as\s+a\s+rule)\b", re.IGNORECASE
)
_WEEKLY = re.compile(r"(?:every|each)\s.*day", re.IGNORECASE)
_JOINS = re.compile(
    r"(?!.*\b(?:until|till|from|starting|except|since|this|next|but)\b)[^.,;\d]{0,40}\band\b[^.,;\d]{0,30}",
    re.IGNORECASE,
)
_BARE_DAY = re.compile(rf"{WEEKDAY_FULL}", re.IGNORECASE)
_VERB_SAT = re.compile(r"\b(?:sat|sun|wed|mar|mon)\b", re.IGNORECASE)
_OPENS_A_LOCK = re.compile(r"\b(?:combo|combination|code|pin|lock)\b[^.]{0,20}$", re.IGNORECASE)
_ORDINAL_OF = re.compile(
    r"\s+(?:period|grade|grader|graders|floor|place|row|lesson|hour|year|class|street|st|avenue|ave)\b", re.IGNORECASE
)
_MEANT_AS_DAY = re.compile(
    r"\b(?:on|next|this|last|by|until|till|for|from|every|each|and|to|,|/|&|-)\s*$", re.IGNORECASE
)


@lru_cache(maxsize=4096)
def mentions(text: str, said_on: date) -> tuple[DateMention, ...]:
    """The date expressions of `text` said on the local day `said_on`, in order, none overlapping; ranges are one.

    A weekday or date without a year is the next one, today included, unless its sentence is in the past tense.
    """
    if not _ANY.search(text):
        return ()
    found = sorted(_candidates(text, said_on), key=lambda item: (item.start, -item.end))
    kept: list[DateMention] = []
    for item in found:
        if not kept or item.start >= kept[-1].end:
            kept.append(item)
        elif item.end > kept[-1].end and item.end - item.start > kept[-1].end - kept[-1].start:
            kept[-1] = item
    habitual = tuple(
        _as_weekly(text, before, _as_habit(text, item)) for before, item in zip((None, *kept), kept, strict=False)
    )
    return narrowed(text, joined(text, habitual, said_on))


def _candidates(text: str, said_on: date) -> Iterator[DateMention]:
    for rule in _RULES:
        for match in rule.pattern.finditer(text):
            if _is_another_word(text, match):
                continue
            anchor = Anchor(said_on, looks_back(text, match.start(), match.end()))
            reading = rule.read(match, anchor)
            if reading is not None:
                yield DateMention(
                    start=match.start(),
                    end=match.end(),
                    text=match.group(),
                    first=reading.first,
                    last=reading.last,
                    kind=reading.kind,
                    recurring=reading.recurring,
                    relative=reading.relative,
                )


def _is_another_word(text: str, match: re.Match[str]) -> bool:
    """ "sat", "sun" and "wed" in lower case are words unless a preposition makes them days."""
    word = match.group()
    if _OPENS_A_LOCK.search(text, 0, match.start()) and re.fullmatch(r"[\d-]+", word):
        return True
    if re.search(r"(?:st|nd|rd|th)$", word, re.IGNORECASE) and _ORDINAL_OF.match(text, match.end()):
        return True
    if not _VERB_SAT.fullmatch(word) or word[0].isupper():
        return False
    return not _MEANT_AS_DAY.search(text, 0, match.start())


def _as_weekly(text: str, before: DateMention | None, mention: DateMention) -> DateMention:
    """ "every second Tuesday he travels and returns Thursday": the day after a weekly one comes again with it."""
    if before is None or not before.recurring or _BARE_DAY.fullmatch(mention.text) is None:
        return mention
    if f"{mention.text.casefold()}s" in before.text.casefold():
        return replace(mention, kind="recurrence", recurring=True, relative=False)
    if _WEEKLY.match(before.text) is None or _JOINS.fullmatch(text[before.end : mention.start]) is None:
        return mention
    return replace(mention, kind="recurrence", recurring=True, relative=False)


def _as_habit(text: str, mention: DateMention) -> DateMention:
    """ "we usually swim on Friday" names no single Friday."""
    if not mention.relative or mention.kind not in {"day", "part_of_day"} or not mention.text[0].isalpha():
        return mention
    if mention.text.casefold().startswith(("this", "next", "last", "today", "tomorrow", "yesterday", "tonight")):
        return mention
    if not _HABIT.search(text, max(0, mention.start - 60), mention.end + 60):
        return mention
    return replace(mention, kind="recurrence", recurring=True, relative=False)
