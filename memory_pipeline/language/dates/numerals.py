"""Numbers as families write them: "two", "a couple of", "17th", "twenty-third"."""

from __future__ import annotations

import re

_UNITS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_CARDINALS: dict[str, int] = {
    **{word: value for value, word in enumerate(_UNITS)},
    **_TENS,
    "a": 1,
    "an": 1,
    "couple": 2,
    "a couple": 2,
    "a couple of": 2,
    "couple of": 2,
}
_ORDINAL_WORDS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
]
_ORDINALS: dict[str, int] = {
    **{word: value for value, word in enumerate(_ORDINAL_WORDS, 1)},
    "thirtieth": 30,
    "thirty first": 31,
    **{f"twenty {word}": 20 + value for value, word in enumerate(_ORDINAL_WORDS[:9], 1)},
}

ORDINAL_WORD = (
    r"(?:(?:twenty|thirty)[-\s](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|"
    + "|".join(sorted([*_ORDINAL_WORDS, "thirtieth"], key=len, reverse=True))
    + r")"
)
ORDINAL = rf"(?:\d{{1,2}}\s?(?:st|nd|rd|th)|{ORDINAL_WORD})"
COUNT = r"(?:\d{1,3}|a\s+couple(?:\s+of)?|couple(?:\s+of)?|an?|" + "|".join(_UNITS[1:]) + "|" + "|".join(_TENS) + ")"
YEAR = r"(?:19|20|21)\d\d"
_YEAR_HEADS = r"nineteen|twenty|two\s+thousand(?:\s+and)?"
SMALL = rf"(?:(?:{'|'.join(_TENS)})[-\s])?(?:{'|'.join([*_TENS, *reversed(_UNITS[1:])])})"
YEAR_WORDS = rf"(?:(?:{_YEAR_HEADS})\s+{SMALL}|two\s+thousand)"
ANY_YEAR = rf"(?:{YEAR}|{YEAR_WORDS})"


def count_of(words: str) -> int | None:
    """The value of what COUNT matched; None for a word that is no number."""
    text = _normal(words)
    return int(text) if text.isdigit() else _CARDINALS.get(text)


def day_of(words: str) -> int | None:
    """A day number out of "17", "17th" or "seventeenth"; None for anything else. Not checked against a month."""
    text = _normal(words)
    digits = re.match(r"\d+", text)
    if digits:
        return int(digits.group())
    if text in _ORDINALS:
        return _ORDINALS[text]
    return small_number(text)


def small_number(words: str) -> int | None:
    """ "twenty five" -> 25, below one hundred."""
    parts = _normal(words).split()
    values = [_CARDINALS.get(part) for part in parts]
    if not values or any(value is None for value in values) or len(values) > 2:
        return None
    return sum(value for value in values if value is not None)


def year_of(words: str) -> int | None:
    """A year out of "2027", "87", "'27" or "nineteen eighty six"; two digits mean 1970..2069; else None."""
    text = _normal(words.strip("'’"))
    if not text:
        return None
    if text.isdigit():
        value = int(text)
        return value if value >= 1000 else value + (2000 if value < 70 else 1900)
    for head, base in (("two thousand and", 2000), ("two thousand", 2000), ("nineteen", 1900), ("twenty", 2000)):
        if text == head:
            return base
        if text.startswith(f"{head} "):
            rest = small_number(text.removeprefix(head))
            return None if rest is None else base + rest
    return None


def _normal(words: str) -> str:
    return re.sub(r"[-\s]+", " ", words.casefold()).strip()
