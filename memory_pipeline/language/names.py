"""Proper names and pronouns in English text (contract section 4, gate 6)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_pipeline.language.sentence_openers import NEVER_NAMES, OPENERS

_TOKEN = r"[A-ZÀ-ÖØ-Þ][\w]*(?:[’'][A-ZÀ-ÖØ-Þ]?[\w]+)?(?:-[A-ZÀ-ÖØ-Þ]?[\w]+)*"
_NAME = re.compile(
    rf"(?<![\w@#/.’'])(?:(?:Dr|Mr|Mrs|Ms|St|Prof)\.\s)?{_TOKEN}(?:\s+(?:(?:of|de|da|del|van|von|the|and"
    rf"|&)\s+)?{_TOKEN})*"
)
_WORD = re.compile(_TOKEN)
_JOINTS = frozenset({"of", "de", "da", "del", "van", "von", ".", "'s", "’s"})
_TITLE = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|Prof|Coach|Aunt|Uncle|Grandma|Grandpa)\.?\s$")
_POSSESSIVE = re.compile(r"[’']s?$")
_OPENING = re.compile(r"(?:^|[.!?…:;\n\r•*>\"“(—–]|\s-\s)\s*[\"“'‘(]*$")
_PRONOUN = re.compile(
    r"\b(?:i|me|my|mine|myself|we|us|our|ours|he|him|his|himself|she|her|hers|herself|they|them|their|theirs|it|its"
    r"|you|your|yours)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """A proper name as written, without a possessive ending."""

    start: int
    end: int
    text: str


def proper_names(text: str) -> tuple[Name, ...]:
    """Names of people, places, groups and brands, in order.

    A capital at the start of a sentence counts only when the word is no common opener; weekdays, months, "I" and
    forms of address alone ("Mom" aside) are no names.
    """
    if not any(character.isupper() for character in text):
        return ()
    return tuple(name for match in _NAME.finditer(text) for name in _names_in(text, match))


def pronouns(text: str) -> tuple[str, ...]:
    """The personal pronouns of `text`, lower-cased, in order, repeats kept."""
    return tuple(match.group().casefold() for match in _PRONOUN.finditer(text))


def _names_in(text: str, run: re.Match[str]) -> list[Name]:
    """The run of capitalised words, cut at words that are never part of a name."""
    names: list[Name] = []
    current: list[re.Match[str]] = []
    for word in _WORD.finditer(text, run.start(), run.end()):
        if _is_common(text, word):
            names += _joined(text, current)
            current = []
        else:
            current.append(word)
    return names + _joined(text, current)


def _joined(text: str, words: list[re.Match[str]]) -> list[Name]:
    """One name of adjacent words; "Tom and Rosa" and "the Smiths" fall apart at the lower-case word."""
    names: list[Name] = []
    for word in words:
        end = word.end() - len(_suffix(word.group()))
        previous = names[-1] if names else None
        gap = text[previous.end : word.start()] if previous else ""
        if previous and (gap.isspace() or gap.strip() in _JOINTS):
            names[-1] = Name(previous.start, end, text[previous.start : end])
        else:
            start = _title_start(text, word.start())
            names.append(Name(start, end, text[start:end]))
    return names


def _title_start(text: str, start: int) -> int:
    """Where the name begins with its title: "Dr. Chen"."""
    title = _TITLE.search(text, max(0, start - 7), start)
    return title.start() if title else start


def _suffix(word: str) -> str:
    match = _POSSESSIVE.search(word)
    return match.group() if match else ""


def _is_common(text: str, word: re.Match[str]) -> bool:
    lowered = word.group().replace("’", "'").casefold()
    stem = lowered.removesuffix("'s")
    if stem in NEVER_NAMES or ("'" in lowered and lowered.split("'")[0] in NEVER_NAMES):
        return True
    return (stem in OPENERS or _is_gerund(stem)) and bool(_OPENING.search(text, max(0, word.start() - 6), word.start()))


def _is_gerund(word: str) -> bool:
    """ "Volunteering is fun" opens with no name; short words in -ing ("Ming", "King") may be one."""
    return len(word) > 6 and word.endswith("ing") and word not in {"sterling", "browning", "golding", "fleming"}
