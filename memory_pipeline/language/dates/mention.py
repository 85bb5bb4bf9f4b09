"""What a date expression is, and the day it was said on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from re import Match, Pattern
from typing import Literal

DateKind = Literal[
    "day", "part_of_day", "weekend", "week", "month", "quarter", "season", "year", "span", "vague", "recurrence"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class DateMention:
    """A date expression at `start`..`end` of a text: the days `first`..`last`, both inclusive.

    `relative`: its days follow from the day it was said ("tomorrow", "Friday", "the 17th"). `recurring`: it names no
    single day ("every Friday"); its `first` and `last` are the day it was said and mean nothing.
    """

    start: int
    end: int
    text: str
    first: date
    last: date
    kind: DateKind
    recurring: bool = False
    relative: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What a rule made of its match."""

    first: date
    last: date
    kind: DateKind
    relative: bool = False
    recurring: bool = False


@dataclass(frozen=True, slots=True)
class Anchor:
    """The local day a text was said on, and whether the words around the expression look back."""

    said_on: date
    looks_back: bool


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and its reading. `read` answers None where the match is no date after all."""

    pattern: Pattern[str]
    read: Callable[[Match[str], Anchor], Reading | None]
