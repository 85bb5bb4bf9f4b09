"""Whether a text says given words: the one comparison that all scorers of content share."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache


def says(text: str, phrase: str) -> bool:
    """Whether `phrase` stands in `text` from the start of a word on; a number must stand there whole.

    `allerg` is said by "Allergic", `4 pm` is not said by "4 pm" inside "14 pm", `12` is not said by "120". `n't smoke`
    is said by "doesn't smoke".
    """
    return _pattern(phrase).search(plain(text)) is not None


def says_all(text: str, groups: Sequence[Sequence[str]]) -> bool:
    """Whether `text` says one phrase of each group."""
    return all(any(says(text, phrase) for phrase in group) for group in groups)


def unsaid(text: str, groups: Sequence[Sequence[str]]) -> list[str]:
    """The groups of which `text` says nothing, each as `a | b`."""
    return [" | ".join(group) for group in groups if not any(says(text, phrase) for phrase in group)]


def plain(text: str) -> str:
    """Lower case, without accents, curly quotes, odd dashes and runs of spaces."""
    folded = unicodedata.normalize("NFKD", text.translate(_PLAIN)).casefold()
    return " ".join("".join(mark for mark in folded if not unicodedata.combining(mark)).split())


_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "‑": "-", "\u200b": ""})


@lru_cache(maxsize=4096)
def _pattern(phrase: str) -> re.Pattern[str]:
    wanted = plain(phrase)
    start = r"(?<!\w)" if wanted[:1].isalnum() and not wanted.startswith("n't") else ""
    end = r"(?!\d)(?![.,:]\d)" if wanted[-1:].isdigit() else ""
    return re.compile(start + re.escape(wanted) + end)
