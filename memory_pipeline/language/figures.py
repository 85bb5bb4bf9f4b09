"""Numbers and clock times of a text in one form, so that "5 pm", "17:00" and "five" can be compared (gate 6).

A time on the clock face and a bare number agree when the number is the hour. What is written against a letter ("7b",
"4th") counts as its number, what follows one ("U10") is a name. Nothing is rounded, a leading zero of a code is kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_pipeline.language.spans import Span

_UNITS = tuple(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen".split()
)
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_ORDINALS = tuple("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split())
_WORDS = {
    **{word: value for value, word in enumerate(_UNITS)},
    **_TENS,
    **{word: value for value, word in enumerate(_ORDINALS, start=1)},
    "dozen": 12,
}
# In a claim these say "a" and "before all" far more often than a number.
_LOOSE_WORDS = frozenset({"zero", "one", *_ORDINALS})

_FIGURE = re.compile(
    rf"""(?<![\w.,:]) (?:
      (?P<hour>\d{{1,2}}):(?P<minute>\d\d) (?::\d\d)? (?:\s?(?P<half>[ap])\.?m\b)? (?![:\d])
    | (?P<full_hour>\d{{1,2}}) \s? (?: (?P<full_half>[ap])\.?m\b | o['’]?clock\b )
    | (?P<phone>\+?\(?\d{{3,}}\)?(?:[ .-]?\d{{2,}})+) (?!\d)
    | (?P<thousands>\d{{1,3}}(?:,\d{{3}})+) (?!\d)
    | (?P<plain>\d+(?:\.\d+)?)
    | (?P<past>half|quarter)\s(?P<side>past|to)\s(?P<of>\d{{1,2}}|{"|".join(_UNITS[1:13])})\b
    | (?P<word>(?:(?:{"|".join(_TENS)})[-\s])?(?:{"|".join(_WORDS)}))\b )""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, or with `minute` a clock time, at a place of a text; `half` is "a", "p" or unknown.

    `loose`: an everyday word such as "first", which may mean no number at all.
    """

    span: Span
    number: str
    minute: str | None = None
    half: str = ""
    loose: bool = False

    def agrees(self, other: Figure) -> bool:
        """Whether both name the same number or a time that can be the same."""
        if self.minute is None and other.minute is None:
            return self.number == other.number
        mine, theirs = self._clock(), other._clock()
        if mine is None or theirs is None or mine[:2] != theirs[:2]:
            return False
        return not mine[2] or not theirs[2] or mine[2] == theirs[2]

    def _clock(self) -> tuple[int, str, str] | None:
        """(hour on the face, minute, half of the day); None for what is no hour."""
        if not self.number.isdigit() or int(self.number) > 24:
            return None
        hour = int(self.number)
        return hour % 12, self.minute or "00", self.half or ("p" if hour > 12 else "")


def figures(text: str) -> tuple[Figure, ...]:
    """Every number and clock time of `text`, in order."""
    return tuple(_figure(match) for match in _FIGURE.finditer(text))


def _figure(match: re.Match[str]) -> Figure:
    span = Span(*match.span())
    if match["hour"]:
        return Figure(span, str(int(match["hour"])), match["minute"], (match["half"] or "").casefold())
    if match["full_hour"]:
        return Figure(span, str(int(match["full_hour"])), "00", (match["full_half"] or "").casefold())
    if match["past"]:
        return _spoken(match, span)
    if match["word"]:
        return _worded(match["word"], span)
    digits = re.sub(r"[^\d.]" if match["plain"] else r"\D", "", match.group())
    return Figure(span, digits[1:] if len(digits) == 2 and digits[0] == "0" else digits)


def _spoken(match: re.Match[str], span: Span) -> Figure:
    """ "half past four" -> 4:30."""
    of = match["of"].casefold()
    hour = int(of) if of.isdigit() else _WORDS[of]
    minutes = 30 if match["past"].casefold() == "half" else 15
    if match["side"].casefold() == "to":
        hour, minutes = hour - 1 or 12, 60 - minutes
    return Figure(span, str(hour), f"{minutes:02d}")


def _worded(words: str, span: Span) -> Figure:
    parts = re.split(r"[-\s]", words.casefold())
    return Figure(span, str(sum(_WORDS[part] for part in parts)), loose=parts[0] in _LOOSE_WORDS)
