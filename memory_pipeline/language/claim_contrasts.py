"""Small words that make another claim of the same content words: with, without; before, after; at least, at most.

Readings compare content words, so these are compared apart. Two claims clash where both speak of one contrast and
stand on different sides of it; a claim that does not speak of it clashes with neither side.
"""

from __future__ import annotations

import re
from functools import lru_cache

from memory_pipeline.language.claim import Claim
from memory_pipeline.language.claim_words import FILLERS, HAPPENING, KIN, NEGATORS, SOFT_VERBS
from memory_pipeline.language.words import tokens

_ABLE = r"can|could|may|is able to|is allowed to"
_BOUND = r"must|should|has to|have to|needs? to|ought to"
_CONTRASTS: tuple[tuple[str, ...], ...] = (
    (r"at least|no less than", r"at most|up to|no more than", r"(?<!no )more than", r"(?<!no )less than"),
    (r"black|plain|neat|bare|unsweetened", r"with (?!meals?|food|h[ei]|us|me|them)|sweet|milky"),
    (r"rare", r"medium", r"well[- ]done"),
    (r"iced|cold", r"hot|warm", r"lukewarm"),
    (r"scrambled", r"fried", r"boiled", r"poached"),
    (r"raw", r"cooked"),
    (r"before", r"after", r"during|with (?=meals?|food)"),
    (r"with", r"without"),
    (r"mornings?", r"afternoons?", r"evenings?", r"nights?"),
    (r"always|usually|often|mostly", r"sometimes|occasionally", r"rarely|seldom|hardly"),
    (r"first", r"second", r"third", r"fourth", r"fifth", r"last", r"back (?=row|seat|door)", r"front"),
    (r"left (?=\w)", r"right (?=\w)"),
    (r"top|upper|upstairs", r"bottom|lower|downstairs", r"middle"),
    (r"early", r"late", r"nights?(?= shifts?)|(?<=on )nights", r"days?(?= shifts?)"),
    (r"all (?!the time|day|right)", r"some", r"few", r"many", r"most"),
)  # fmt: skip
_SIDES = tuple(tuple(re.compile(rf"\b(?:{side})\b") for side in contrast) for contrast in _CONTRASTS)
_ABILITY = (re.compile(rf"\b(?:{_ABLE})\b"), re.compile(rf"\b(?:{_BOUND})\b"), re.compile(r"\b(?:will|going to)\b"))
_SWITCH = re.compile(
    r"\b(?:is|are|stays?|kept|left|turn(?:ed)?|switch(?:ed)?) (?:\w+ ){0,2}?(on|off)\b(?! \w+day| the )"
)

_TRYING = re.compile(r"\b(?:forg[eo]ts?|tr(?:y|ies|ied)|fail(?:s|ed)?|pretends?|threatens?) to\b")
_WAS, _IS = re.compile(r"\b(?:was|were)\b"), re.compile(r"\b(?:is|are|am|has|have)\b")
_LIMIT = re.compile(r"\b(?:only|solely|exclusively|except|apart from)\b")


def clash(new: Claim, known: Claim) -> bool:
    """Whether the two stand on different sides of a contrast that both speak of."""
    ours, theirs = _taken(new.text), _taken(known.text)
    return any(side and other and not side & other for side, other in zip(ours, theirs, strict=True))


def another_act(new: Claim, known: Claim) -> bool:
    """Whether one does with a thing what the other does not: to have a cello is not to play it.

    To be a keeper and to play as one may be the same.
    """
    if new.roles.copular or known.roles.copular:
        return False
    idle = SOFT_VERBS | FILLERS | HAPPENING
    ours, theirs = _verbs(new) - idle, _verbs(known) - idle
    return bool(ours - known.words) or bool(theirs - new.words)


def another_person(new: Claim, known: Claim) -> bool:
    """Whether each names somebody that the other does not."""
    ours, theirs = new.people | (new.words & KIN), known.people | (known.words & KIN)
    return bool(ours - theirs - known.words - known.context) and bool(theirs - ours - new.words - new.context)


def narrows(new: Claim, known: Claim) -> bool:
    """Whether only the new one says that it is so in these cases alone."""
    return bool(_LIMIT.search(new.text)) and not _LIMIT.search(known.text)


def another_mode(new: Claim, known: Claim) -> bool:
    """Whether one says what is, and the other what must or will be, was once, or was tried.

    What must not be, may not be either. A day tells by itself whether it is past.
    """
    if new.negative or known.negative or not NEGATORS.isdisjoint(tokens(f"{new.text} {known.text}")):
        return False
    ours, theirs = _sides(_ABILITY, new.text), _sides(_ABILITY, known.text)
    if ours and theirs and not ours & theirs:
        return True
    return bool(_TRYING.search(new.text)) != bool(_TRYING.search(known.text)) or _past(new) != _past(known)


def turned_round(new: Claim, known: Claim) -> bool:
    """Whether each makes another one of the two that it speaks of the one who acts, and does the same with the other.

    "Wren is older than Otis", "Otis is older than Wren". Where the verbs differ, "Mr. Hale coaches June" may well be
    "June's coach is Mr. Hale".
    """
    if new.roles.act != known.roles.act or not _acts(new) or not _acts(known):
        return False
    ours, theirs = _agents(new) - _agents(known), _agents(known) - _agents(new)
    return bool(ours and theirs) and ours <= frozenset(known.roles.of) and theirs <= frozenset(new.roles.of)


def _agents(claim: Claim) -> frozenset[str]:
    return frozenset(word for word, role in claim.roles.of.items() if role == "agent")


def _past(claim: Claim) -> bool:
    dated = {"date", "month", "year", "weekday"} & set(claim.values)
    return bool(_WAS.search(claim.text)) and not _IS.search(claim.text) and not dated


def _acts(claim: Claim) -> bool:
    """Whether one thing does something to another, or is more than another; to be somewhere is neither."""
    return claim.roles.having or (" than " in claim.text if claim.roles.copular else bool(claim.roles.act))


def _verbs(claim: Claim) -> frozenset[str]:
    return frozenset(word for word, role in claim.roles.of.items() if role == "verb")


@lru_cache(maxsize=16384)
def _taken(text: str) -> tuple[frozenset[int], ...]:
    """The sides that a text takes, contrast by contrast; the last is whether something is on or off."""
    switched = frozenset(1 if match[1] == "on" else 2 for match in _SWITCH.finditer(text))
    return (*(_sides(contrast, text) for contrast in _SIDES), switched)


def _sides(contrast: tuple[re.Pattern[str], ...], text: str) -> frozenset[int]:
    return frozenset(number for number, side in enumerate(contrast) if side.search(text))
