"""Relative expressions made absolute, every other byte kept (contract section 15, *Values*)."""

from __future__ import annotations

import re
from datetime import date, timedelta

from memory_pipeline.language.dates.calendar_words import MONTH_NAMES, WEEKDAY_NAMES, month_bounds
from memory_pipeline.language.dates.mention import DateMention
from memory_pipeline.language.dates.scan import mentions
from memory_pipeline.language.spans import Span

_GOVERNED = re.compile(
    r"\b(?:on|in|at|by|until|till|through|since|from|before|after|for|of|to|and|or|between|during|than|as|over"
    r"|around|about|within|into|starting|beginning|till|the|this|till|every|week|,)\s*$",
    re.IGNORECASE,
)
_FOLLOWING_VERB = re.compile(r"\s*(?:is|was|will|are|were|works|has|had|might|can|sounds|['’]s)\b", re.IGNORECASE)
_ANY_DAY = date(2026, 8, 14)


def absolute(text: str, said_on: date) -> str:
    """`text` with each relative expression replaced by its own day, week, month or year.

    Days read "Friday 2026-08-21", weeks "the week of 2026-08-17", months "August 2026"; recurrences stay.
    """
    pieces, done = [], 0
    for mention in mentions(text, said_on):
        if not mention.relative:
            continue
        pieces += [text[done : mention.start], _rewritten(text, mention, said_on)]
        done = mention.end
    return "".join([*pieces, text[done:]])


def relative_expressions(text: str) -> tuple[Span, ...]:
    """Where `text` still speaks relative to the day it was said on; empty for what `absolute` returned."""
    return tuple(Span(mention.start, mention.end) for mention in mentions(text, _ANY_DAY) if mention.relative)


def spoken_day(day: date) -> str:
    """ "Friday 2026-08-21"."""
    return f"{WEEKDAY_NAMES[day.weekday()]} {day.isoformat()}"


def _rewritten(text: str, mention: DateMention, said_on: date) -> str:
    preposition, words = _phrase(mention, said_on)
    if mention.kind in {"year", "month"} and re.match(r"\s+\d", text[mention.end :]):
        words = f"{words},"
    if mention.kind == "span":
        preposition = "from " if text[: mention.start].rstrip().endswith(",") else preposition
        words = f"{words}," if re.match(r"\s+\d", text[mention.end :]) else words
        if preposition == "from " and text[: mention.start].rstrip().endswith(","):
            return f"{preposition}{words}"
    opens = _opens(text, mention)
    return _capitalised(
        words if _stands_alone(text, mention, opens=opens) else f"{preposition}{words}", mention, opens=opens
    )


def _opens(text: str, mention: DateMention) -> bool:
    return not text[: mention.start].strip() or text[: mention.start].rstrip()[-1] in ".!?;:"


def _stands_alone(text: str, mention: DateMention, *, opens: bool) -> bool:
    """Whether a preposition would be wrong: one is there already, a possessive follows, or it is the subject."""
    if _GOVERNED.search(text, 0, mention.start) or text[mention.end : mention.end + 2] in {"'s", "’s"}:
        return True
    return opens and _FOLLOWING_VERB.match(text, mention.end) is not None


def _capitalised(words: str, mention: DateMention, *, opens: bool) -> str:
    if not words[0].islower() or mention.text[0].islower() or (not opens and not mention.text[0].isupper()):
        return words
    if _names_day(mention) and not opens:
        return words
    return words[0].upper() + words[1:]


def _names_day(mention: DateMention) -> bool:
    return mention.text[:3].casefold() in {name[:3].casefold() for name in WEEKDAY_NAMES}


def _phrase(mention: DateMention, said_on: date) -> tuple[str, str]:
    """The preposition that an adverb needs, and the absolute words."""
    first = mention.first
    match mention.kind:
        case "part_of_day":
            return "on ", f"the {_part(mention.text)} of {spoken_day(first)}"
        case "week":
            return ("in ", _week(mention)) if not _narrowed(mention.text) else ("", _week(mention))
        case "weekend":
            return "on ", f"the weekend of {first.isoformat()}"
        case "month" | "year" if _narrowed(mention.text):
            return "", f"{_narrowing(mention.text)}{_month_or_year(mention)}"
        case "month" | "year":
            return "in ", _month_or_year(mention)
        case "quarter":
            return "in ", f"Q{(first.month - 1) // 3 + 1} {first.year}"
        case "season":
            return "in ", f"{_season(mention.text)} {first.year}"
        case "span":
            return _span(mention, said_on)
        case "vague":
            return "", _vague(mention.text, said_on)
        case _:
            bare = _names_day(mention) or re.match(r"(?i)(?:the\s+)?(?:this|next|last|coming|upcoming)", mention.text)
            if re.search(r"(?i)\b(?:months?|years?|yrs?)\b", mention.text) and not bare:
                return "around ", first.isoformat()
            return ("" if bare else "on "), spoken_day(first)


def _span(mention: DateMention, said_on: date) -> tuple[str, str]:
    """A stretch counted from the day itself reads differently from one between two named days."""
    days = f"{mention.first.isoformat()} to {mention.last.isoformat()}"
    counted = said_on in {mention.last, mention.first - timedelta(days=1)}
    return ("in ", f"the time from {days}") if counted else ("from ", days)


def _part(text: str) -> str:
    words = text.casefold()
    if words in {"tonight", "tonite"}:
        return "evening"
    return next(
        (part for part in ("morning", "afternoon", "evening", "night", "noon", "lunchtime") if part in words), "evening"
    )


def _week(mention: DateMention) -> str:
    monday = mention.first.toordinal() - mention.first.weekday()
    return f"{_narrowing(mention.text)}the week of {date.fromordinal(monday).isoformat()}"


def _narrowed(text: str) -> bool:
    return bool(re.search(r"(?i)\b(?:end|beginning|start|middle)\s+of\b|\b(?:early|earlier|late|later|mid)\b", text))


def _narrowing(text: str) -> str:
    """ "the end of", "early in": the part of a period that was meant, kept."""
    edge = re.search(r"(?i)(?:the\s+)?\b(end|beginning|start|middle)\s+of\b", text)
    if edge:
        return f"the {edge.group(1).casefold()} of "
    edge = re.search(r"(?i)\b(early|earlier|late|later|mid)\b", text)
    return f"{edge.group(1).casefold()} in " if edge else ""


def _month_or_year(mention: DateMention) -> str:
    first = mention.first
    if mention.kind == "year":
        return str(first.year)
    bounds = month_bounds(first.year, first.month)
    return f"{MONTH_NAMES[bounds[0].month - 1]} {first.year}"


def _season(text: str) -> str:
    return next(name for name in ("spring", "summer", "fall", "autumn", "winter") if name in text.casefold())


def _vague(text: str, said_on: date) -> str:
    words = re.sub(r"(?i)\s+(?:ago|back)$", "", text)
    if re.match(r"(?i)(?:just\s+)?the\s+other", text):
        return f"shortly before {said_on.isoformat()}"
    return f"{words} before {said_on.isoformat()}"
