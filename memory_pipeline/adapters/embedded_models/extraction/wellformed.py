"""Whether a summary is a sentence that a family can read: a subject with its verb, nothing cut off, nobody doubled."""

from __future__ import annotations

import re
from itertools import pairwise

from memory_pipeline.language.verbs import BASE_VERBS, FINITE, is_modal, is_past
from memory_pipeline.model.candidate import Candidate

_TELLS_AS_SAID = re.compile(r"\bsaid:\s|^Asked\s")
_BRACKETED = re.compile(r"\s*\([^)]*\)?")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_FINITE = re.compile(FINITE, re.IGNORECASE)
_NO_SUBJECT = re.compile(
    r"(?:something|because|cause|cos|with|without|than|like|as|or|nor|and|but|so|if|unless|although|though|whether"
    r"|hope|hoping|gonna|gotta|wanna|please|hopefully|maybe|perhaps|thanks|instead|how|why|what|which|whose|asap"
    r"|to|too|of|off|into|not|even|except|plus|then|yes|no\s+(?:idea|worries|need|reason|problem)|that|this|there['’]s)\b",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    r"(?:put|add|remind|find|book|send|tell|give|show|check|draft|write|order|buy|get|let|make|keep|set|use|try|skip|move"
    r"|change|swap|ask|call|text|pick|look|help|note|plan|print|cancel|leave|bring|take|start|stop|go)\s",
    re.IGNORECASE,
)
_RULED_OUT = re.compile(r"(?:no|nothing|only)\s+(?:\S+\s+){2,}\S+", re.IGNORECASE)
_DOUBLED = re.compile(r"\b(?P<name>[A-Z][\w'’-]+),?\s+(?P=name)\b")
_TWO_VERBS = re.compile(r"\b(?:is|are)\s+(?:is|are|was|has|[a-z]{3,}['’]s\s+\w+)\b")
_ITSELF = re.compile(r"^(?P<who>[\w'’ -]{2,40}?)\s+(?:is|are)\s+(?P=who)\W*$", re.IGNORECASE)
_ASKS = re.compile(r"\b(?:can|could|will|would)\s+the\s+assistant\b|\bplease$", re.IGNORECASE)
_CUT_OFF = re.compile(
    r"\b(?:the|an?|my|our|his|their|and|or|but|because|so|to|of|with|for|from|at|by|if|when|that|who|which|is|are|was"
    r"|were|has|did|does|had|will|can|very|really|except|than|until|till|every|each|im|ive)\W*$",
    re.IGNORECASE,
)
# An age beside a name is told by itself; the list that it was taken from is no sentence.
_LISTED = re.compile(
    r"\b[A-Z][\w'’-]+\s+\(?who(?:['’]s|\s+is)\s+\d+\)?\W*$|^The\s+(?:family|kids)\s+(?:is|are)\s.*\(\d+\)\W*$"
)
# "The vet, 555-0139" is told as a sentence by the rule for contacts.
_ONLY_NUMBER = re.compile(r"^[^,:–]+[,:–](?:[^,:–]+[,:–])?\s*\+?\d[\d ()-]{5,}\d\W*$")
_FAMILY_IS_PEOPLE = re.compile(
    r"^The\s+family\s+is\s+[\w'’-]+['’]s?\s+(?:parents|mom|mum|mother|dad|father|folks|family|grand\w+)\b",
    re.IGNORECASE,
)
_VALUE = re.compile(r"\d{2}")
# Words of other languages whose verbs are not known here: such a sentence is left as its speaker said it.
_ELSEWHERE = re.compile(
    r"\b(?:hai|hain|hoon|hota|hoti|nahi|mein|aur|mujhe|mera|meri|mere|gayi|gaya|aayengi|jaati|jaata|rehti|rehta|ist|sind|nicht|und|der"
    r"|das|ein|eine|est[aá]|tiene|los|las|que|con|para|ang|mga|ay|yung|kay)\b",
    re.IGNORECASE,
)
_BEFORE_NOUN_WORDS = """
the a an my our his her their its no some any this that these those every each all both of in on at for with from by
to and or two three four five six seven eight nine ten
"""
_BEFORE_NOUN = frozenset(_BEFORE_NOUN_WORDS.split())


def is_readable(candidate: Candidate) -> bool:
    """Whether the summary reads as a sentence; of an instruction only that it is not cut off."""
    summary = candidate.summary
    if _TELLS_AS_SAID.search(summary):
        return True
    core = _BRACKETED.sub("", summary)
    if _CUT_OFF.search(core) or _ASKS.search(core.rstrip(".")) or _DOUBLED.search(core):
        return False
    if candidate.type == "directive":
        return True
    if candidate.type == "constraint" and _RULED_OUT.match(core):
        return True
    if _NO_SUBJECT.match(core) or _TWO_VERBS.search(core) or _ITSELF.match(core):
        return False
    if _ORDERS.match(core) or _LISTED.search(summary) or _FAMILY_IS_PEOPLE.match(core):
        return False
    if _ONLY_NUMBER.match(core) and not has_verb(summary):
        return False
    return bool(_VALUE.search(core) or _ELSEWHERE.search(core)) or has_verb(summary)


def has_verb(sentence: str) -> bool:
    """Whether a word behind the first can be a finite verb in its place: not behind "the", "of" or "no"."""
    words = _WORD.findall(sentence)
    return any(_is_finite(word, before) for before, word in pairwise(words))


def _is_finite(word: str, before: str) -> bool:
    if word[0].isupper() or before.casefold() in _BEFORE_NOUN or before.endswith(("'s", "’s")):
        return False
    lowered = word.casefold().replace("’", "'")
    if _FINITE.fullmatch(lowered) or is_past(lowered) or is_modal(lowered) or lowered.endswith("n't"):
        return True
    return lowered in BASE_VERBS or (lowered.endswith("s") and not lowered.endswith("ss"))
