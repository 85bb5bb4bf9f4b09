"""What kind of thing a claim says: its frame, and the parts that say which slot of that frame.

A *list* frame holds many things side by side (likes, allergies, medicines): its items are its slots. A *slot* frame has
one value at a time (a code, a teacher, a weekly hour, a wish to be asked first). What fits no frame is *plain*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from memory_pipeline.language.claim_values import GAP, Values
from memory_pipeline.language.claim_words import (
    ACTS,
    ASKING,
    CHANGE,
    ENDING,
    INTENSITY,
    LIGHT,
    LOATHING,
    NEGATORS,
    ROLES,
    SENDING,
    SLOT_NOUNS,
    VERBS,
    word_key,
)  # fmt: skip
from memory_pipeline.language.words import tokens

Frame = Literal[
    "allergy", "food", "taste", "intake", "diet", "approval", "called", "attribute", "home", "work", "school", "age",
    "schedule", "event", "plain",
]  # fmt: skip
LIST_FRAMES: frozenset[Frame] = frozenset({"allergy", "food", "taste", "intake"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A frame with its parts, as sets of word keys; `items` of list frames are phrases, `what` is a slot's value."""

    frame: Frame
    subject: frozenset[str] = frozenset()
    topic: frozenset[str] = frozenset()
    items: frozenset[str] = frozenset()
    what: frozenset[str] = frozenset()
    heads: frozenset[str] = frozenset()
    negative: bool = False
    pronoun: bool = field(default=False)


_NOT = r"(?:not|never|no longer|hardly)"
_AUX = r"(?:(?:do|does|did|can|could|will|would|should|may|must|is|are|was|has|have|am)\s+)?"
_ASKED = r"(?:ask\w*|check\w*|confirm\w*|consult\w*|clear\w*|run\w*|show\w*|draft|permission|approv\w+|ok|okay|yes|go-ahead|see|seen|look|looked|say so)"
_APPROVAL = (
    re.compile(rf"\b{_ASKED}\b.{{0,80}}\b(?:before|first|prior to)\b"),
    re.compile(rf"\bbefore\b.{{0,60}}\b{_ASKED}\b"),
    re.compile(rf"\bfirst\b.{{0,20}}\b{_ASKED}\b"),
    re.compile(rf"\b(?:without|unless|until)\b.{{0,40}}\b{_ASKED}\b"),
    re.compile(rf"\b{_ASKED}\b.{{0,30}}\b(?:before|first)$"),
)
_NO_NEED = re.compile(
    rf"\b(?:no need|no longer (?:need|have)|not (?:need|have|necessary)|need not|stop|no more)\b.{{0,20}}\b{_ASKED}"
)
_UNASKED = re.compile(rf"\bwithout\b.{{0,20}}\b{_ASKED}")
_FORBIDS = re.compile(r"\b(?:not|never|nothing|no one|nobody|none|no)\b.{0,80}\b(?:without|before|until|unless)\b")
_CALLED = (
    re.compile(r"^(?:please )?call (?P<who>my \w+|[^\s]+(?:'s \w+)?) (?P<what>[^,.;]+)"),
    re.compile(
        r"^(?P<who>.*?)\b(?:wants? to be|prefers? to be|likes? to be|is|am|be) (?:called|known as|addressed as) (?P<what>[^,.;]+)"
    ),
    re.compile(r"^(?P<who>.*?)\bgoes by (?P<what>[^,.;]+)"),
    re.compile(r"^(?:just )?say (?P<what>\S+) (?:to|for) (?P<who>me|\S+)"),
)
_ALLERGY = (
    re.compile(r"^(?P<who>.*?)\b(?P<verb>(?:\w+ ){0,3}?)allergic to (?P<what>.+)"),
    re.compile(
        r"^(?P<who>.*?)\b(?P<verb>(?:has|have|had|with|outgrew|outgrown|lost)(?: not)?)\s+(?:an?|his|her|their|my|no|the)?\s*(?P<what>[\w -]+?) allerg(?:y|ies)\b"
    ),
    re.compile(r"^(?P<who>.*?)\b(?P<verb>)allerg(?:y|ies) to (?P<what>.+)"),
)
_OFF_LIMITS = re.compile(
    r"^(?P<what>.+?) (?:is|are) (?P<verb>off[ -]limits|not allowed|forbidden|taboo)(?: for (?P<who>[^,;.]+))?"
)
_FOOD = (
    re.compile(
        rf"^(?P<who>.*?)\b(?P<verb>{_AUX}{_NOT} (?:eat|drink|touch|tolerate|like to eat)) (?:any )?(?P<what>.+)"
    ),
    re.compile(
        r"^(?P<who>.*?)\b(?P<verb>(?:can|could|may|must|should|allowed to) (?:not|never) have) (?:any )?(?P<what>.+)"
    ),
    re.compile(r"^(?P<who>.*?)\b(?P<verb>can|may) (?:now )?(?:eat|have|drink) (?P<what>.+)"),
    re.compile(r"^(?P<who>.*?)\b(?P<verb>avoids?|(?:eats?|drinks?) no) (?P<what>.+)"),
    re.compile(r"^(?P<who>.*?)\b(?P<verb>never )?(?:eats?|drinks?) (?P<what>.+)"),
    re.compile(r"^(?P<verb>no) (?P<what>[\w ]+?) (?:for|with) (?P<who>[^,;.]+)"),
    re.compile(r"^(?P<who>.*?)\b(?:is|are|am|eats?|goes|stays?|been) (?P<what>\w+)(?P<verb>[ -]free)\b"),
)
_DIET = re.compile(
    r"^(?P<who>.*?)\b(?P<verb>(?:(?:is|are|am|be|been|eats?|went|has|have|not|never|now|became|turned|goes|a|an|strictly)\s+)*)(?P<what>vegetarian|vegan|pescatarian|halal|kosher|veggie)s?\b"
)
_MEAT = re.compile(rf"^(?P<who>.*?)\b(?:(?P<no>eats? no|{_AUX}{_NOT} eat)|eats?) (?:any )?meat\b")
_TASTE = (
    re.compile(
        rf"^(?P<who>.*?)\b(?P<verb>{_AUX}not (?:stand|bear)|not (?:a )?(?:big )?fan of|(?:big )?fan of|not fond of|fond of|not into|crazy about) (?P<what>.+)"
    ),
    re.compile(
        rf"^(?P<who>.*?)\b(?P<verb>(?:{_AUX}{_NOT} (?:really )?)?(?:loves?|loved|likes?|liked|enjoys?|adores?|prefers?|hates?|hated|dislikes?|disliked|loathes?|detests?|despises?)) (?P<what>.+)"
    ),
)
_INTAKE = re.compile(
    rf"^(?P<who>.*?)\b(?P<verb>(?:{_AUX}{_NOT} )?(?:takes?|taking|took|on)) (?P<what>(?!care|turns?|place|part|over|after|a while|long|time|{GAP.strip()})[a-z].*)"
)
_HOME = re.compile(
    r"^(?P<who>.*?)\b(?P<verb>(?:not )?(?:lives?|living|moved|moving|resides?|settled)(?: to| into| in| at)) (?P<what>.+)"
)
_WORK = re.compile(
    r"^(?P<who>.*?)\b(?P<verb>(?:not )?(?:works?|working|worked|job is|employed|(?:got|has|started|found) a (?:new )?job)(?: at| for| as| in| by| with)) (?P<what>.+)"
)
_SCHOOL = re.compile(
    r"^(?P<who>.*?)\b(?P<verb>(?:not )?(?:goes to|go to|attends?|starts? (?:at|in)|started (?:at|in)|is at|is in|switched to|moved to|changed to))\s+(?P<what>.*\b(?:school|kindergarten|daycare|preschool|academy|college|vidyalaya)\b.*)"
)
_AGE = re.compile(
    rf"^(?P<who>[^,;.]*?)\b(?:is|turns|turned|has|now)(?: now)?\s*{GAP.strip()}\s*(?:years?(?: old)?|yrs?|yo)?(?: now)?$"
)
_ITEM_END = re.compile(
    rf"\b(?:for|at|on|in|with|when|because|since|so|but|if|as|from|after|before|unless|until|till|except|he|she|it|they|which|that|this|anymore|though|everywhere|during)\b|[.;:(!?]|{GAP.strip()}"
)
_ITEM_JOINT = re.compile(r",| and | or | nor | & |/| plus ")
_DETAIL = frozenset(
    [
        "with",
        "at",
        "near",
        "by",
        "during",
        "behind",
        "inside",
        "outside",
        "until",
        "till",
        "since",
        "in",
        "after",
        "before",
    ]
)
_MAIN_VERB_AFTER = frozenset(["for", "is", "are", "was", "has"])


def read_frame(text: str, values: Values) -> Reading:
    """Read a plain text whose values were replaced by GAP (`claim_values.read_values`)."""
    return (
        _approval(text) or _called(text) or _diet(text) or _allergy(text) or _food(text) or _taste(text)
        or _school(text) or _age(text, values) or _attribute(text, values) or _place(text, values) or _intake(text)
        or _schedule(text, values) or read_plain(text)
    )  # fmt: skip


def keys(text: str) -> frozenset[str]:
    """The word keys of a text without its light words."""
    return frozenset(_ordered_keys(text))


def _ordered_keys(text: str) -> list[str]:
    return [word_key(token) for token in tokens(text) if token not in LIGHT]


def _approval(text: str) -> Reading | None:
    spared = bool(_NO_NEED.search(text)) or bool(_UNASKED.search(text) and not _FORBIDS.search(text))
    if not spared and not any(pattern.search(text) for pattern in _APPROVAL):
        return None
    acts = keys(text) & ACTS
    return Reading(frame="approval", topic=_approval_topic(text), what=acts, negative=spared)


def _approval_topic(text: str) -> frozenset[str]:
    """What needs asking: the object where one is named, else the act itself."""
    asked = {word_key(word) for word in ASKING}
    found = [key for key in _ordered_keys(text) if key not in asked and key not in _FORBIDDING]
    objects = frozenset(key for key in found if key not in SENDING and key not in ACTS)
    return objects or frozenset(key for key in found if key in ACTS) or frozenset(found)


_FORBIDDING = frozenset(
    word_key(word)
    for word in ["not", "never", "nothing", "without", "before", "first", "until", "unless", "always", "wait", "need"]
)


def _called(text: str) -> Reading | None:
    for pattern in _CALLED:
        if match := pattern.match(text):
            return _slot("called", match, text, negative=" not " in f" {match.group()} ")
    return None


def _diet(text: str) -> Reading | None:
    if match := _MEAT.match(text):
        who = match["who"]
        return Reading(frame="diet", subject=_subject(who), what=frozenset({word_key("vegetarian")}),
                       negative=not match["no"], pronoun=_is_pronoun(who))  # fmt: skip
    match = _DIET.match(text)
    if match is None or not match["verb"].strip():
        return None
    return _slot("diet", match, text, what=frozenset({word_key(match["what"])}), negative=_negated(match["verb"]))


def _allergy(text: str) -> Reading | None:
    if "allerg" not in text:
        return None
    for pattern in (*_ALLERGY, _OFF_LIMITS):
        if match := pattern.match(text):
            negative = pattern is not _OFF_LIMITS and (_negated(match["verb"]) or _negated(_last_words(match["who"])))
            lost = bool(re.search(r"\b(?:outgr\w+|lost|no longer|no)\b", text[: match.end("verb") + 8]))
            return _list("allergy", match, negative=negative or lost)
    return None


def _food(text: str) -> Reading | None:
    if match := _OFF_LIMITS.match(text):
        return _list("food", match, negative=True)
    for pattern in _FOOD:
        if match := pattern.match(text):
            verb = match["verb"] or ""
            negative = _negated(verb) or verb.startswith("avoid") or verb.strip(" -") == "free"
            return _list("food", match, negative=negative)
    return None


def _taste(text: str) -> Reading | None:
    for pattern in _TASTE:
        if match := pattern.match(text):
            words = set(match["verb"].split())
            loathing = bool(words & LOATHING) or bool(words & {"stand", "bear"})
            negated = bool(words & NEGATORS) and not words & {"stand", "bear"}
            return _list("taste", match, negative=loathing != negated)
    return None


def _intake(text: str) -> Reading | None:
    match = _INTAKE.match(text)
    if match is None or (match["verb"] == "on" and not re.search(r"\b(?:is|are|am|still) $", match["who"])):
        return None
    return _list("intake", match, negative=_negated(match["verb"]))


def _school(text: str) -> Reading | None:
    match = _SCHOOL.match(text)
    return None if match is None else _slot("school", match, text, negative=_negated(match["verb"]))


def _place(text: str, values: Values) -> Reading | None:
    for frame, pattern in (("home", _HOME), ("work", _WORK)):
        match = pattern.match(text)
        if match and keys(_first_item(match["what"])) and "time" not in values:
            return _slot("home" if frame == "home" else "work", match, text, negative=_negated(match["verb"]))
    return None


def _age(text: str, values: Values) -> Reading | None:
    match = _AGE.match(text)
    if match is None or set(values) != {"number"} or keys(match["who"]) & SLOT_NOUNS:
        return None
    return Reading(frame="age", subject=_subject(match["who"]), pronoun=_is_pronoun(match["who"]))


_COLON = re.compile(r"^(?P<before>[^:,.;]{2,50}):\s*(?P<after>.*)$")
_IS = re.compile(
    r"^(?P<before>.*?)(?:\s*,)?\s+(?:(?:has |is |was |got )?(?:changed|moved|new|updated)(?: again)?(?:,| and|\.|:)?\s*)?(?:it |that |this )?(?:is|are|was|am)\b(?P<after>.*)$"
)
_CHANGED_TO = re.compile(
    r"^(?P<before>.*?) (?:has |have |was |got )?(?:changed|moved|switched|updated) to(?P<after>.*)$"
)
_LEAD = re.compile(r"^.*\b(?:changed|switched|updated|swapped) (?:the |our |my |his |her |their )?(?=\w)")
_ROLE_LAST = re.compile(
    r"^(?P<who>(?:(?:ms|mr|mrs|dr|miss|frau|herr|coach)\.? )?\S+(?: \S+)?) (?:is|was)(?P<no> not| no longer)? (?P<role>(?:our|my|his|her|their|the|\S+'s|(?:\S+ )?\S+s') .+)$"
)
_BARE = re.compile(rf"^(?P<before>[^,.;]{{2,40}}?)\s*(?P<after>{GAP.strip()}.*)$")


def _attribute(text: str, values: Values) -> Reading | None:
    """ "The N of X is Y", "X's N: Y", "Y is X's N", for an N that has one value at a time."""
    if match := _ROLE_LAST.match(text):
        role = _first_item(match["role"])
        if keys(role) & ROLES:
            return Reading(frame="attribute", topic=keys(role), what=keys(match["who"]), negative=bool(match["no"]))
    for pattern in (_COLON, _CHANGED_TO, _IS, _BARE):
        match = pattern.match(text)
        before = _LEAD.sub("", match["before"]) if match else ""
        if match and _ends_in_slot_noun(before):
            topic, detail = _bag(before, CHANGE)
            after = match["after"]
            return Reading(frame="attribute", topic=topic | detail, what=keys(_first_item(after)) if values or keys(after) else frozenset(),
                           negative=_negated(after.split(",")[0]))  # fmt: skip
    return None


def _ends_in_slot_noun(text: str) -> bool:
    """Whether the noun phrase is about a slot noun: as its last word, or before "for" and "of"."""
    head = re.split(r"\b(?:for|of|to|at)\b", text)[0]
    found = _ordered_keys(head)
    return bool(found) and (found[-1] in SLOT_NOUNS or "favourit" in found)


def _schedule(text: str, values: Values) -> Reading | None:
    """A weekly hour, or an event on a day: what it is, whoever is named with it."""
    if not {"weekday", "time", "date", "month"} & set(values):
        return None
    topic, _ = _bag(text, CHANGE)
    dated = bool({"date", "month"} & set(values))
    return Reading(frame="event" if dated else "schedule", topic=topic, negative=_negated(text), pronoun=not topic)


def read_plain(text: str) -> Reading:
    """Read such a text as a subject and what is said of it, whatever frame it has."""
    before, after = _at_verb(text)
    topic, _ = _bag(after)
    return Reading(frame="plain", subject=_subject(before), topic=topic, heads=frozenset(_heads(after)),
                   negative=_negated(text), pronoun=_is_pronoun(before) or not before)  # fmt: skip


def _at_verb(text: str) -> tuple[str, str]:
    """The words before the first verb, and the rest with it; an imperative has nothing before."""
    words = text.split()
    for at, word in enumerate(words):
        bare = word.strip(",.;:!?")
        if at and bare in VERBS and words[at - 1] not in ("the", "a", "an", "my", "our", "his", "her", "to"):
            return " ".join(words[:at]), " ".join(words[at:])
    return "", text


def _bag(text: str, skip: frozenset[str] = ENDING) -> tuple[frozenset[str], frozenset[str]]:
    """The word keys that name the thing, and those of phrases such as "with Mr. Lee" that only add to it."""
    bag, detail, aside = set(), set(), False
    for token in tokens(text):
        if token in _DETAIL or token in _MAIN_VERB_AFTER:
            aside = token in _DETAIL
        elif token not in LIGHT and word_key(token) not in INTENSITY and token not in skip and token not in NEGATORS:
            (detail if aside else bag).add(word_key(token))
    return frozenset(bag), frozenset(detail)


def _heads(text: str) -> Iterator[str]:
    """The last word of each phrase of a predicate: "plays piano with Mr. Lee" -> piano, lee."""
    for phrase in re.split(
        rf",| and | or |[.;:]|{GAP.strip()}|\b(?:{'|'.join(sorted(_DETAIL))}|for|on|to|from|when|if|because)\b", text
    ):
        found = _ordered_keys(phrase)
        if found:
            yield found[-1]


def _slot(
    frame: Frame, match: re.Match[str], text: str, *, negative: bool, what: frozenset[str] | None = None
) -> Reading:
    who = match["who"] or ""
    value = keys(_first_item(match["what"])) if what is None else what
    return Reading(frame=frame, subject=_subject(who), what=value, negative=negative, pronoun=_is_pronoun(who))


def _list(frame: Frame, match: re.Match[str], *, negative: bool) -> Reading:
    who = match["who"] or ""
    return Reading(
        frame=frame, subject=_subject(who), items=_items(match["what"]), negative=negative, pronoun=_is_pronoun(who)
    )


def _items(phrase: str) -> frozenset[str]:
    """The things of a list, each a phrase of word keys: "peanuts and tree nuts" -> {"peanut", "tree nut"}."""
    idle = INTENSITY | {"diet"}
    found = (
        " ".join(key for key in _ordered_keys(part) if key not in idle)
        for part in _ITEM_JOINT.split(_first_item(phrase))
    )
    return frozenset(item for item in found if item)


def _first_item(phrase: str) -> str:
    """The phrase up to the first word that begins another."""
    text = phrase.strip()
    cut = _ITEM_END.search(text, 1)
    return text[: cut.start()] if cut else text


def _subject(text: str) -> frozenset[str]:
    """The word keys of who or what is spoken of, the last clause of a lead-in only."""
    clause = re.split(r"[,;:.]", text.strip(" ,;:."))[-1]
    return frozenset(key for key in keys(clause) if key not in INTENSITY and key not in _ENDING_KEYS)


_ENDING_KEYS = frozenset(word_key(word) for word in ENDING)


def _is_pronoun(text: str) -> bool:
    """Whether the subject is only pointed at ("he", "my", nothing at all)."""
    return not keys(text)


def _negated(text: str) -> bool:
    count = sum(word in NEGATORS for word in tokens(text))
    return count % 2 == 1


def _last_words(text: str) -> str:
    return " ".join(text.split()[-2:])
