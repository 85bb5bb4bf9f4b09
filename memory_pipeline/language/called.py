"""One name for each person, place or group: aliases in a text replaced by the name they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_ALSO_WORDS = frozenset(
    [
        "april",
        "may",
        "june",
        "august",
        "summer",
        "autumn",
        "will",
        "mark",
        "rose",
        "grace",
        "hope",
        "joy",
        "faith",
        "bill",
        "sunny",
        "angel",
        "art",
        "chase",
        "drew",
        "frank",
        "gene",
        "pat",
        "ray",
        "rich",
        "rob",
        "sandy",
        "sue",
        "ted",
        "dawn",
        "eve",
        "iris",
        "ivy",
        "lily",
        "olive",
        "pearl",
        "ruby",
        "violet",
        "mum",
        "mom",
        "dad",
    ]
)
_DATE_BEFORE = r"(?<!in )(?<!on )(?<!of )(?<!until )(?<!since )(?<!by )(?<!this )(?<!next )(?<!last )"


class CalledNames:
    """Replaces every known way to call somebody by the first of their names. `groups` hold those ways, best first.

    A way that two of them share stands for nobody. A name that is a word or a month as well ("June", "Will") counts
    only with its capital and where no date is meant.
    """

    def __init__(self, groups: Iterable[tuple[str, ...]]) -> None:
        found: dict[str, set[str]] = {}
        for names in groups:
            for name in names:
                found.setdefault(name.casefold(), set()).add(names[0])
        self._primary = {way: next(iter(names)) for way, names in found.items() if len(names) == 1}
        changing = sorted(
            (way for way, name in self._primary.items() if way != name.casefold()), key=lambda way: (-len(way), way)
        )
        self._pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(_way, changing))})(?![\w-])") if changing else None
        self._replaced = lru_cache(maxsize=4096)(self._replace)

    def primary(self, name: str) -> str:
        """The name that `name` stands for; itself where nobody is known by it."""
        return self._primary.get(name.casefold(), name)

    def of(self, text: str) -> str:
        """`text` with each alias written as the name it stands for."""
        return text if self._pattern is None else self._replaced(text)

    def _replace(self, text: str) -> str:
        assert self._pattern is not None
        return self._pattern.sub(lambda match: self._primary[match.group().casefold()], text)


def _way(way: str) -> str:
    if way in _ALSO_WORDS:
        return rf"{_DATE_BEFORE}{re.escape(way.capitalize())}(?!\s+\d)"
    return rf"(?i:{re.escape(way)})"
