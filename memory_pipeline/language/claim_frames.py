"""What kind of thing a claim says: its frame, and the parts that say which slot of that frame.

A *list* frame holds many things side by side (likes, allergies, medicines): its items are its slots. A *slot* frame has
one value at a time (a code, a teacher, a weekly hour, a wish to be asked first). What fits no frame is *plain*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from memory_pipeline.language import claim_patterns as shapes
from memory_pipeline.language.claim_values import Values
from memory_pipeline.language.claim_words import (
    ACTS,
    ASKING,
    CHANGE,
    DAY_PARTS,
    ENDING,
    FORBIDDING,
    INTENSITY,
    LIGHT,
    LOATHING,
    MANNERS,
    NEGATORS,
    ROLES,
    SENDING,
    SLOT_NOUNS,
    VERBS,
    word_key,
)
from memory_pipeline.language.words import tokens

Frame = Literal[
    "allergy", "food", "taste", "intake",
    "diet", "approval", "called", "attribute", "home", "work", "school", "age", "schedule", "event",
    "plain",
]  # fmt: skip
LIST_FRAMES: frozenset[Frame] = frozenset({"allergy", "food", "taste", "intake"})

_DETAIL = frozenset({"with", "at", "near", "by", "during", "behind", "inside", "outside", "until", "till", "since"})
_DETAIL |= {"in", "after", "before"}
_BACK_TO_BAG = frozenset({"for", "is", "are", "was", "has"})
_DETERMINERS = ("the", "a", "an", "my", "our", "his", "her", "to")
_ENDING_KEYS = frozenset(map(word_key, ENDING))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A frame with its parts, as sets of word keys.

    `subject`: of whom or what. `topic`: which slot. `items` of list frames are phrases. `what` is a slot's value in
    words, `heads` the last words of a plain predicate's phrases, `detail` what only adds to a time ("with Mr. Lee").
    `pronoun`: the subject is only pointed at.
    """

    frame: Frame
    subject: frozenset[str] = frozenset()
    topic: frozenset[str] = frozenset()
    items: frozenset[str] = frozenset()
    what: frozenset[str] = frozenset()
    heads: frozenset[str] = frozenset()
    detail: frozenset[str] = frozenset()
    negative: bool = False
    pronoun: bool = False


def read_frame(text: str, values: Values) -> Reading:
    """Read a plain text whose values were replaced by GAP (`claim_values.read_values`)."""
    return (
        _approval(text)
        or _called(text)
        or _diet(text)
        or _allergy(text)
        or _food(text)
        or _taste(text)
        or _school(text)
        or _age(text, values)
        or _attribute(text)
        or _place(text, values)
        or _intake(text)
        or _schedule(text, values)
        or read_plain(text)
    )


def read_plain(text: str) -> Reading:
    """Read such a text as a subject and what is said of it, whatever frame it has."""
    before, after = _at_verb(text)
    return Reading(
        frame="plain",
        subject=_subject(before),
        topic=_bag(after, ENDING)[0],
        heads=frozenset(_heads(after)),
        negative=_negated(text),
        pronoun=not keys(before),
    )


@lru_cache(maxsize=32768)
def keys(text: str) -> frozenset[str]:
    """The word keys of a text without its light words."""
    return frozenset(_ordered_keys(text))


def _ordered_keys(text: str) -> list[str]:
    return [word_key(token) for token in tokens(text) if token not in LIGHT]


def _approval(text: str) -> Reading | None:
    """A wish to be asked first, or, negative, that it is not needed."""
    unasked = bool(shapes.UNASKED.search(text)) and not shapes.FORBIDS.search(text)
    spared = unasked or bool(shapes.NO_NEED.search(text))
    if not spared and not any(pattern.search(text) for pattern in shapes.APPROVAL):
        return None
    return Reading(frame="approval", topic=_approval_topic(text), what=keys(text) & ACTS, negative=spared)


def _approval_topic(text: str) -> frozenset[str]:
    """What needs asking: the object where one is named, else the act itself; whoever is asked is no part of it."""
    text = shapes.APPROVER.sub(lambda match: match.group().replace(match[1], ""), text)
    found = [key for key in _ordered_keys(text) if key not in ASKING and key not in FORBIDDING]
    objects = frozenset(key for key in found if key not in SENDING and key not in ACTS)
    return objects or frozenset(key for key in found if key in ACTS) or frozenset(found)


def _called(text: str) -> Reading | None:
    for pattern in shapes.CALLED:
        if match := pattern.match(text):
            return _slot("called", match, negative=_negated(match.group()))
    return None


def _diet(text: str) -> Reading | None:
    if match := shapes.MEAT.match(text):
        negative = not match["no"]
        return _slot("diet", match, what=frozenset({word_key("vegetarian")}), negative=negative)
    if match := shapes.DIET.match(text):
        return _slot("diet", match, what=frozenset({word_key(match["what"])}), negative=_denied(match))
    return None


def _allergy(text: str) -> Reading | None:
    if "allerg" not in text:
        return None
    for pattern in shapes.ALLERGY:
        if match := pattern.match(text):
            lost = bool(shapes.ALLERGY_LOST.search(text[: match.end("verb") + 8]))
            return _list("allergy", match, negative=lost or _negated(match["verb"]) or _negated(match["who"]))
    match = shapes.OFF_LIMITS.match(text)
    return None if match is None else _list("allergy", match, negative=False)


def _food(text: str) -> Reading | None:
    if match := shapes.OFF_LIMITS.match(text):
        return _list("food", match, negative=True)
    for pattern in shapes.FOOD:
        if match := pattern.match(text):
            verb = match["verb"] or ""
            return _list(
                "food",
                match,
                negative=_negated(verb)
                or verb.startswith("avoid")
                or verb.endswith(("free", "intolerant"))
                or _negated(match["who"]),
            )
    return None


def _taste(text: str) -> Reading | None:
    for pattern in shapes.TASTE:
        if match := pattern.match(text):
            words = set(match["verb"].split())
            cannot_stand = bool(words & {"stand", "bear"})
            negated = bool(words & NEGATORS) and not cannot_stand
            return _list("taste", match, negative=bool(words & LOATHING) != negated)
    return None


def _intake(text: str) -> Reading | None:
    match = shapes.INTAKE.match(text)
    if match is None or (match["verb"] == "on" and not re.search(r"\b(?:is|are|am|still) $", match["who"])):
        return None
    who, what = match["who"] or "", shapes.PURPOSE.sub(r"\g<use> \g<what>", match["what"])
    return Reading(
        frame="intake",
        subject=_subject(who),
        items=_items(what),
        negative=_denied(match),
        pronoun=not keys(who),
    )


def _school(text: str) -> Reading | None:
    match = shapes.SCHOOL.match(text)
    return None if match is None else _slot("school", match, negative=_denied(match))


def _place(text: str, values: Values) -> Reading | None:
    """Where somebody lives, and where they work."""
    frames: tuple[tuple[Frame, re.Pattern[str]], ...] = (("home", shapes.HOME), ("work", shapes.WORK))
    for frame, pattern in frames:
        match = pattern.match(text)
        if match and keys(_first_item(match["what"])) and "time" not in values:
            return _slot(frame, match, negative=_denied(match))
    return None


def _age(text: str, values: Values) -> Reading | None:
    match = shapes.AGE.match(text)
    if match is None or set(values) != {"number"} or keys(match["who"]) & SLOT_NOUNS:
        return None
    return Reading(frame="age", subject=_subject(match["who"]), pronoun=not keys(match["who"]))


def _attribute(text: str) -> Reading | None:
    """ "The N of X is Y", "X's N: Y", "Y is X's N", for an N that has one value at a time."""
    if (match := shapes.ROLE_LAST.match(text)) and keys(_first_item(match["role"])) & ROLES:
        role = keys(_first_item(match["role"]))
        return Reading(frame="attribute", topic=role, what=keys(match["who"]), negative=bool(match["no"]))
    if (match := shapes.WEARS.match(text)) and _is_slot(match["slot"]):
        return Reading(frame="attribute", topic=keys(match["who"]) | keys(match["slot"]), negative=_negated(text))
    for pattern in (shapes.COLON, shapes.CHANGED_TO, shapes.IS, shapes.BARE):
        match = pattern.match(text)
        before = shapes.LEAD.sub("", match["before"]) if match else ""
        if match and _is_slot(before) and not (pattern is shapes.CHANGED_TO and _is_role(before)):
            bag, detail = _bag(before, CHANGE)
            what, negative = keys(_first_item(match["after"])), _negated(match["after"].split(",")[0])
            return Reading(frame="attribute", topic=bag | detail, what=what, negative=negative)
    return None


def _is_slot(text: str) -> bool:
    """Whether a noun phrase names a slot: as its last word, or before "for" and "of"."""
    found = _ordered_keys(re.split(r"\b(?:for|of|to|at)\b", text)[0])
    return bool(found) and (found[-1] in SLOT_NOUNS or word_key("favourite") in found)


def _is_role(text: str) -> bool:
    """Whether the noun phrase is a person, who moves to places and not to values."""
    return bool(set(_ordered_keys(text)[-1:]) & ROLES)


def _schedule(text: str, values: Values) -> Reading | None:
    """A weekly hour, or an event on a day: what it is, whoever is named with it."""
    if not {"weekday", "time", "date", "month"} & set(values):
        return None
    # A value ends the phrase before it: "every Monday physiotherapy" is about physiotherapy.
    parts = [_bag(part, CHANGE) for part in text.split(shapes.MARK)]
    topic = frozenset[str]().union(*(bag for bag, _ in parts))
    detail = frozenset[str]().union(*(aside for _, aside in parts))
    frame: Frame = "event" if {"date", "month"} & set(values) else "schedule"
    return Reading(frame=frame, topic=topic, detail=detail, negative=_negated(text), pronoun=not topic)


def _at_verb(text: str) -> tuple[str, str]:
    """The words before the first verb, and the rest with it; an imperative has nothing before."""
    words = text.split()
    for at, word in enumerate(words):
        if at and word.strip(",.;:!?") in VERBS and words[at - 1] not in _DETERMINERS:
            return " ".join(words[:at]), " ".join(words[at:])
    return "", text


def _bag(text: str, skip: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The word keys that name the thing, and those of phrases such as "with Mr. Lee" that only add to it."""
    bag: set[str] = set()
    detail: set[str] = set()
    aside = False
    for token in tokens(text):
        if token in _DETAIL or token in _BACK_TO_BAG:
            aside = token in _DETAIL
        elif token not in LIGHT and token not in skip and token not in NEGATORS and word_key(token) not in INTENSITY:
            (detail if aside else bag).add(word_key(token))
    return frozenset(bag), frozenset(detail)


def _heads(text: str) -> Iterator[str]:
    """The last word of each phrase of a predicate: "plays piano with Mr. Lee" -> piano, lee."""
    for phrase in shapes.PHRASE_EDGE.split(text):
        yield from _ordered_keys(phrase)[-1:]


def _slot(frame: Frame, match: re.Match[str], *, negative: bool, what: frozenset[str] | None = None) -> Reading:
    who = match["who"] or ""
    value = keys(_first_item(match["what"])) if what is None else what
    return Reading(frame=frame, subject=_subject(who), what=value, negative=negative, pronoun=not keys(who))


def _list(frame: Frame, match: re.Match[str], *, negative: bool) -> Reading:
    who = match["who"] or ""
    items = _items(match["what"])
    return Reading(frame=frame, subject=_subject(who), items=items, negative=negative, pronoun=not keys(who))


def _items(phrase: str) -> frozenset[str]:
    """The things of a list, each a phrase of word keys: "peanuts and tree nuts" -> {"peanut", "tree nut"}."""
    if match := shapes.RATHER.match(phrase):
        phrase = f"{match['one']} {match['other']}"
    idle = INTENSITY | {word_key("diet")}
    parts = shapes.ITEM_JOINT.split(_first_item(phrase))
    found = (_item([key for key in _ordered_keys(part) if key not in idle]) for part in parts)
    return frozenset(item for item in found if item)


def _item(words: list[str]) -> str:
    """One thing: "coffee black" is coffee, in one manner of having it; "black coffee" is a thing of its own."""
    while len(words) > 1 and words[-1] in MANNERS:
        words = words[:-1]
    return " ".join(words)


def _first_item(phrase: str) -> str:
    """The phrase up to the first word that begins another."""
    text = phrase.strip()
    cut = shapes.ITEM_END.search(text, 1)
    return text[: cut.start()] if cut else text


def _subject(text: str) -> frozenset[str]:
    """The word keys of who or what is spoken of, the last clause of a lead-in only, and of that up to its verb."""
    clause = re.split(r"[,;:.]", text.strip(" ,;:."))[-1]
    clause = _at_verb(clause)[0] or clause
    return frozenset(keys(clause) - INTENSITY - _ENDING_KEYS - DAY_PARTS)


def _denied(match: re.Match[str]) -> bool:
    """Whether a statement is denied before it comes to its value: "no longer lives in", "nobody lives in"."""
    return _negated(match.string[: match.start("what")])


def _negated(text: str) -> bool:
    return sum(word in NEGATORS for word in tokens(text)) % 2 == 1
