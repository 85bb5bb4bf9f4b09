"""MEMORY.md's items: `[YYYY-MM-DD HH:MM:SS] [category] Full Name predicate object` (seed `004`, *Format*).

The one field that may follow is `{superseded}`, and it counts only as the tail of the line. Older lines may carry
`{entities: …}`; that is read, kept where the line is kept, and never written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Literal, cast, get_args

from memory_pipeline.memory_log.stamps import item_stamp, read_stamp

Category = Literal["fact", "preference", "event", "decision", "learning", "project", "contact"]
CATEGORIES: tuple[Category, ...] = get_args(Category)
MARK = "{superseded}"

_ITEM = re.compile(r"\[(?P<stamp>[^\]]*)\][ \t]*\[(?P<category>[^\]]*)\][ \t]*(?P<text>.*)", re.DOTALL)
_MARKED = re.compile(r"\s*\{superseded\}\s*$")
_ENTITIES = re.compile(r"\s*\{entities:[^{}]*\}\s*$", re.IGNORECASE)
_WORD = re.compile(r"\S+")
_BLANKS = re.compile(r"\s+")
_TRAILING = re.compile(r"(?:\s*(?:\.{2,}|…))+\s*$|[\s.;,:-]+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One memory. `at` is the family's wall clock; `text` what stands behind the tag, without the tail.

    `had_entities`: the line carries the legacy field.
    """

    at: datetime
    category: Category
    text: str
    superseded: bool = False
    had_entities: bool = False

    @property
    def words(self) -> int:
        """Words behind the tag (seed `004`, *Length Limit*)."""
        return count_words(self.text)

    @property
    def same_as(self) -> tuple[str, str]:
        """What two exact duplicates have in common: category and text, case and blanks aside."""
        return self.category, _BLANKS.sub(" ", self.text).strip().rstrip(".").casefold()


@dataclass(frozen=True, slots=True)
class NoItem:
    """A line that looks like an item and breaks the form; `reason` says how."""

    reason: str


@lru_cache(maxsize=4096)
def read_item(line: str) -> Item | NoItem | None:
    """The item of a line, why it is none, or None for a line that does not begin like one."""
    parts = _ITEM.fullmatch(line.strip())
    if parts is None or not any(character.isdigit() for character in parts["stamp"]):
        return None
    at = read_stamp(parts["stamp"])
    if at is None:
        return NoItem(f"{parts['stamp'][:40]!r} is no date and time")
    if parts["category"] not in CATEGORIES:
        return NoItem(f"{parts['category'][:40]!r} is none of the categories {', '.join(CATEGORIES)}")
    text, superseded, had_entities = _tail(parts["text"])
    if not text:
        return NoItem("nothing is said behind the category")
    category = cast(Category, parts["category"])
    return Item(at=at, category=category, text=text, superseded=superseded, had_entities=had_entities)


def item_line(item: Item) -> str:
    """The line of a new item: nothing follows the text."""
    return f"[{item_stamp(item.at)}] [{item.category}] {plain_text(item.text)}"


def marked(line: str) -> str:
    """The line of a contradicted item: the same bytes, and the marker at their end."""
    return f"{line.rstrip()} {MARK}"


def plain_text(text: str) -> str:
    """`text` as one line that ends in no dots and in nothing that would be read as a field."""
    text = _BLANKS.sub(" ", text).strip()
    while (shorter := _TRAILING.sub("", text)) != text:
        text = shorter
    if _ENTITIES.search(text) or _MARKED.search(text):
        return f"{text}."
    return text


def count_words(text: str) -> int:
    """Words as the limit counts them: runs without blanks."""
    return len(_WORD.findall(text))


def _tail(text: str) -> tuple[str, bool, bool]:
    superseded = _MARKED.search(text) is not None
    text = _MARKED.sub("", text)
    had_entities = _ENTITIES.search(text) is not None
    return _ENTITIES.sub("", text).strip(), superseded, had_entities
