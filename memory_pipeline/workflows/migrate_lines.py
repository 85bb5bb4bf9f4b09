"""The lines of the earlier design's files: what they say, without the marks of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from memory_pipeline.model.family import Family

_ITEM = re.compile(r"\s*(?:[-*+•]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)(.*)")
_NO_LINE = re.compile(r"\s*(?:#.*|[-*_=]{3,}\s*|<!--.*-->\s*|```.*|)")
_EMPHASIS = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_DATED = re.compile(r"[\[(]?(\d{4}-\d{2}-\d{2})[\])]?\s*[:–—-]?\s+(.*)", re.DOTALL)
_SPOKEN = re.compile(r"([^:.!?]{1,60}):\s+(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class LegacyLine:
    """One statement of a file. `number` counts the file's lines from 1; `said_on` and `speaker` where the line says."""

    file: str
    number: int
    text: str
    speaker: str | None = None
    said_on: date | None = None

    @property
    def place(self) -> str:
        """`explicit_memories.md:7`."""
        return f"{self.file}:{self.number}"


def lines_of(file: str, text: str, family: Family) -> tuple[LegacyLine, ...]:
    """Every statement in its order: an item of a list with the indented lines that go on with it, or a line.

    Headings, rules, comments and blank lines say nothing.
    """
    return tuple(_line(file, number, words, family) for number, words in _statements(text) if words)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    number, words = 0, ""
    for place, row in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        item = _ITEM.match(row)
        if _NO_LINE.fullmatch(row):
            yield number, words
            number, words = place, ""
        elif item is None and words and row[:1].isspace():
            words = f"{words} {row.strip()}"
        else:
            yield number, words
            number, words = place, (item[1] if item else row).strip()
    yield number, words


def _line(file: str, number: int, words: str, family: Family) -> LegacyLine:
    said_on, text = _date(_EMPHASIS.sub(r"\2", words))
    spoken = _SPOKEN.fullmatch(text)
    member = family.member(spoken[1].strip()) if spoken else None
    if spoken is None or member is None:
        return LegacyLine(file, number, text, None, said_on)
    return LegacyLine(file, number, spoken[2], member.name, said_on)


def _date(words: str) -> tuple[date | None, str]:
    dated = _DATED.fullmatch(words)
    if dated is None:
        return None, words
    try:
        return date.fromisoformat(dated[1]), dated[2]
    except ValueError:
        return None, words
