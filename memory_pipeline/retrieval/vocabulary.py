"""A family's own words, so that a misspelled or cut-off one of a query leads to what was meant."""

from __future__ import annotations

from collections.abc import Iterable

from memory_pipeline.language.words import misspells

_PREFIX = 5


class Vocabulary:
    """Content words by their first letter: a slip keeps that."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words: dict[str, list[str]] = {}
        for word in sorted(set(words)):
            self._words.setdefault(word[0], []).append(word)

    def meant_by(self, written: str) -> tuple[str, ...]:
        """The words that `written` may be a slip of, or is the beginning of ("physio"); ascending."""
        known = self._words.get(written[0], ())
        return tuple(
            word for word in known if misspells(written, word) or (len(written) >= _PREFIX and word.startswith(written))
        )
