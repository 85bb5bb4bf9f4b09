"""From the lines of a WhatsApp export to its entries: where one begins, and which lines belong to it.

Phones write `[14.08.26, 19:03:12] Dana: …` or `14/08/2026, 7:03 pm - Dana: …`, with marks of writing direction and
narrow blanks in between. A file keeps to one of the two; a line in the other style was pasted by somebody.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_pipeline.model.errors import MalformedTranscript

_MARKS = "\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff"
_BLANK = r"[ \t\u00a0\u202f\u2009]"
_DATE = rf"(\d{{1,4}}){_BLANK}?[./\-年]{_BLANK}?(\d{{1,2}}){_BLANK}?[./\-月]{_BLANK}?(\d{{1,4}})[.日]?"
_PERIOD = r"[^\W\d_]{1,4}\.?(?:[ \u00a0\u202f]?[^\W\d_]\.)?"
_TIME = rf"(?:({_PERIOD}){_BLANK}?)?(\d{{1,2}})[:.](\d{{2}})(?:[:.](\d{{2}}))?(?:{_BLANK}?({_PERIOD}))?"
_STAMP = rf"{_DATE}(?:,{_BLANK}*|{_BLANK}+|T)(?:(?:klo|um|at|à|kl\.?|o){_BLANK}+)?{_TIME}"
_BRACKETS = re.compile(rf"[{_MARKS}]*\[{_STAMP}\]{_BLANK}?(.*)", re.DOTALL)
_DASH = re.compile(rf"[{_MARKS}]*{_STAMP}{_BLANK}+[-–—]{_BLANK}+(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Stamp:
    """The numbers of a date and a time as written. `period`: the half of the day, such as `pm`, empty where none."""

    numbers: tuple[str, str, str]
    hour: int
    minute: int
    second: int
    period: str
    line: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A stamp, and everything that was written under it over as many lines as it has; `whole` is both as written."""

    stamp: Stamp
    body: str
    whole: str


def entries(text: str, file: str) -> list[Entry]:
    """The entries of a chat in their order. Raises MalformedTranscript where the file begins with none."""
    lines = text.replace("\r\n", "\n").split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    style = next((style for style in (_BRACKETS, _DASH) if style.match(lines[first])), None)
    if style is None:
        problem = "the first line has no date such as `[14.08.26, 19:03:12] Dana: …` or `14/08/2026, 7:03 pm - Dana: …`"
        raise MalformedTranscript(problem, file=file, line=first + 1)
    begins = [(number, found) for number, line in enumerate(lines) if (found := style.match(line))]
    ends = [number for number, _ in begins[1:]] + [len(lines)]
    return [_entry(found, lines[number:end], number + 1) for (number, found), end in zip(begins, ends, strict=True)]


def _entry(match: re.Match[str], lines: list[str], line: int) -> Entry:
    body = "\n".join([match[9], *lines[1:]]).rstrip()
    return Entry(_stamp(match, line), body, "\n".join(lines).rstrip())


def _stamp(match: re.Match[str], line: int) -> Stamp:
    period = match[4] or match[8] or ""
    seconds = int(match[7]) if match[7] else 0
    return Stamp((match[1], match[2], match[3]), int(match[5]), int(match[6]), seconds, _folded(period), line)


def _folded(period: str) -> str:
    return "".join(character for character in period.casefold() if character.isalpha())
