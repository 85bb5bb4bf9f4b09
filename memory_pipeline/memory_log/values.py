"""Whether a new item gives something on file another value, or a contact what it lacked (seed `004`, *Consolidation*).

A judge compares claims; what tells a move apart from a second place are often words that only the message holds:
"now", "not … any more", "from … to …".
"""

from __future__ import annotations

import re
from itertools import pairwise

from memory_pipeline.language.names import proper_names
from memory_pipeline.language.words import STOP_WORDS, stem, tokens
from memory_pipeline.memory_log.categories import CONTACT_DETAIL, without_dates
from memory_pipeline.memory_log.comparing import subject_of, told_words
from memory_pipeline.memory_log.items import Item, plain_text

_FROM_TO = re.compile(
    r"\b(?:moved|switched|changed|transferred|relocated|went|has moved|has switched)\b.*?\bfrom (?:the "
    r"|an? )?(?P<old>.+?) to"
    r" (?:the |an? )?(?P<new>[^,;]+)",
    re.IGNORECASE,
)
_MOVED_TO = re.compile(r"\b(?:moved|relocated|has moved|is moving) to (?!the \d)(?P<new>[^,;]+)", re.IGNORECASE)
_LIVES_IN = re.compile(r"(?P<who>.+? lives?) in \S", re.IGNORECASE)
_TIME_BEHIND = re.compile(
    r"\s+(?:on \d{4}-.*|in the week of .*|in (?:\d{4}|spring|summer|autumn|fall|winter|january|february|march|april"
    r"|may|june|july"
    r"|august|september|october|november|december)\b.*|(?:last|this) \w+|recently|already|for good|again)$",
    re.IGNORECASE,
)
_DETAILS = (re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), re.compile(r"(?:\+|\b)\d[\d ().-]{5,}\d"))
_CHANGE = re.compile(
    r"\b(?:now|nowadays|these days|any\s?more|no longer|instead|from now on|not .{1,40} any\s?more|moved|switched"
    r"|changed|new"
    r"|quit|left|used to)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d[\d:./-]*")
_WHOSE_DETAIL = re.compile(
    r"(?P<who>.+?)['’]s? (?P<what>(?:\w+ )?(?:phone|mobile|cell|e-?mail|number|address|telegram)\b.*)", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_][\w’'-]*")


def moved(new: Item, known: Item) -> str | None:
    """The known item with its new value, where the new one says "from the SF office to the Tokyo office".

    "Moved to Lisbon" beside "lives in Oslo" is "lives in Lisbon"; another number or address takes the old one's place.
    """
    return _from_to(new, known) or _other_home(new, known) or _other_detail(new, known)


def _other_home(new: Item, known: Item) -> str | None:
    found, home = _MOVED_TO.search(new.text), _LIVES_IN.match(known.text)
    if found is None or home is None or not same_subject(new.text, known.text):
        return None
    place = _TIME_BEHIND.sub("", found["new"]).strip()
    return None if not place or place.casefold() in known.text.casefold() else plain_text(f"{home['who']} in {place}")


def _other_detail(new: Item, known: Item) -> str | None:
    whose = _WHOSE_DETAIL.match(new.text)
    if new.category != "contact" or whose is None or not told_words(whose["who"]) <= told_words(known.text):
        return None
    for kind in _DETAILS:
        ours, theirs = kind.search(without_dates(new.text)), kind.search(without_dates(known.text))
        if ours is not None and theirs is not None and ours.group() != theirs.group():
            return plain_text(known.text.replace(theirs.group(), ours.group()))
    return None


def _from_to(new: Item, known: Item) -> str | None:
    found = _FROM_TO.search(new.text)
    if found is None or not same_subject(new.text, known.text):
        return None
    old, place = found["old"].strip(), re.compile(rf"(?<!\w){re.escape(found['old'].strip())}(?!\w)", re.IGNORECASE)
    if not old or not place.search(known.text):
        return None
    return plain_text(place.sub(lambda _: found["new"].strip(), known.text, count=1))


def other_value(new: Item, known: Item, said: str) -> bool:
    """Whether the message speaks of a change, and both items say something else of the same thing.

    "Drives from the Bergen depot" and "drives for Nordbuss at the Stavanger depot" share the verb and the depot; the
    word before the depot differs.
    """
    if not _CHANGE.search(said) or not same_subject(new.text, known.text):
        return False
    subject = told_words(subject_of(known.text)) | told_words(subject_of(new.text))
    shared = (told_words(new.text) & told_words(known.text)) - subject
    ours, theirs = _modified(new.text), _modified(known.text)
    swapped = {noun for noun in ours.keys() & theirs.keys() if not ours[noun] & theirs[noun]}
    return len(shared) >= 2 and bool(swapped & shared)


def two_things(new: Item, known: Item, said: str) -> bool:
    """Whether both items name somebody or something else, and another figure with it, and the message tells no change.

    A class in Ghent on one day and a class in Oslo on another are two classes.
    """
    if _CHANGE.search(said):
        return False
    ours, theirs = _named(new.text), _named(known.text)
    figures = set(_FIGURE.findall(new.text)), set(_FIGURE.findall(known.text))
    return bool(ours and theirs) and not ours & theirs and bool(all(figures)) and not figures[0] & figures[1]


def _named(text: str) -> set[str]:
    """The proper names of a text beside the one that it begins with."""
    return {name.text.casefold() for name in proper_names(text) if name.start > 0}


def completed_contact(new: Item, known: Item) -> str | None:
    """A contact's line with the number or address that it lacked."""
    if new.category != "contact" or known.category != "contact" or CONTACT_DETAIL.search(without_dates(known.text)):
        return None
    detail = CONTACT_DETAIL.search(without_dates(new.text))
    whose = _WHOSE_DETAIL.match(new.text)
    if detail is None or whose is None or not told_words(whose["who"]) <= told_words(known.text):
        return None
    what = re.sub(r"^(.*?) is ", r"\1 ", whose["what"], count=1)
    return plain_text(f"{known.text}, {what}")


def same_subject(one: str, other: str) -> bool:
    """Whether the two are about one person: one's name begins the other's, a possessive ending aside."""
    ours, theirs = subject_of(one).casefold(), subject_of(other).casefold()
    return ours == theirs or ours.split()[0] == theirs.split()[0]


def _modified(text: str) -> dict[str, set[str]]:
    """For each noun with a word before it that says which: that word."""
    words = [word.casefold() for word in _WORD.findall(text)]
    found: dict[str, set[str]] = {}
    for before, word in pairwise(words):
        if word not in STOP_WORDS and before not in STOP_WORDS and len(tokens(word)) == 1:
            found.setdefault(stem(word), set()).add(stem(before))
    return found
