"""Two statements of which each has a few words that the other lacks: which of them may be one word said otherwise.

What is alike is asked of the caller (the embedded judge asks the sentence encoder). Names, values and words that are
known to be rivals ("evening", "night") are never put in each other's place, and the items of a list never are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from memory_pipeline.language.claim import Claim
from memory_pipeline.language.claim_frames import LIST_FRAMES
from memory_pipeline.language.claim_plain import apart
from memory_pipeline.language.claim_words import word_key
from memory_pipeline.language.words import tokens

MOST_WORDS = 3
_RIVALS = (
    "mother father aunt uncle sister brother cousin grandmother grandfather daughter son niece nephew wife husband",
    "morning afternoon evening night midday",
    "north south east west",
    "left right",
    "upstairs downstairs upper lower first last",
    "hot cold warm lukewarm cool",
    "small big tiny short long tall",
    "fast slow early late",
    "start end begin finish stop",
    "borrow lend buy sell rent",
    "love hate like dislike",
    "open close lock",
    "school kindergarten college university nursery",
    "winter summer spring autumn",
    "soccer football rugby hockey basketball handball",
    "dog cat rabbit hamster",
    "bus train tram car bike foot taxi subway ferry plane",
    "allowed encouraged forbidden required",
    "trust avoid miss visit call help",
    "front back middle",
)
_OPPOSING = ("un", "dis", "in", "im", "non", "non-", "mis", "de")
_RIVAL_KEYS = tuple(frozenset(map(word_key, row.split())) for row in _RIVALS)


def open_words(new: Claim, known: Claim) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of each that the other lacks, as written; none where too much differs for a mere rewording."""
    if {new.reading.frame, known.reading.frame} & LIST_FRAMES:
        return (), ()
    difference = apart(new, known)
    people = new.people | known.people
    extra, missing = difference.extra - people, difference.missing - people
    if not (0 < len(extra) <= MOST_WORDS and 0 < len(missing) <= MOST_WORDS and len(difference.shared) > 1):
        return (), ()
    return _written(new.text, extra), _written(known.text, missing)


def rivals(one: str, other: str) -> bool:
    """Whether two words are values of one thing, however near their meanings are."""
    keys = {word_key(one), word_key(other)}
    opposed = any(one == f"{prefix}{other}" or other == f"{prefix}{one}" for prefix in _OPPOSING)
    return opposed or (len(keys) == 2 and any(keys <= row for row in _RIVAL_KEYS))


def with_words(text: str, instead: Mapping[str, str]) -> str:
    """The text with each word of `instead` replaced."""
    for word, other in instead.items():
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", other, text, flags=re.IGNORECASE)
    return text


def _written(text: str, keys: frozenset[str]) -> tuple[str, ...]:
    found = (token for token in tokens(text) if word_key(token) in keys and token.isalpha() and len(token) > 2)
    return tuple(dict.fromkeys(found))
