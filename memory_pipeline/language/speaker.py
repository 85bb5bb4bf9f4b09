"""Whom a clause is about: its speaker, or somebody else (contract section 4, gate 7 "my friend's"; faults 6 and 7).

The subject is what stands before the verb. "My birthday" is about the speaker, "my friend" is not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from memory_pipeline.language.names import proper_names

Who = Literal["speaker", "other", "nobody"]

_FLAGS = re.IGNORECASE | re.VERBOSE
HOUSEHOLD = (
    r"(?:husband|wife|partner|spouse|fianc[eé]e?|sons?|daughters?|kids?|child(?:ren)?|bab(?:y|ies)|toddler|twins"
    r"|mom|mum"
    r"|mommy|mummy|mam|mama|mumma|mother|dad|da|daddy|papa|father|parents?|boys?|girls?|eldest|oldest|youngest)"
)
"""Relations that may live in the household."""
OUTSIDE = (
    r"(?:friends?|mates?|budd(?:y|ies)|pals?|neighbou?rs?|colleagues?|co-?workers?|boss|manager|classmates?"
    r"|room-?mates?"
    r"|teammates?|guests?|visitors?|landlord|landlady|ex|someone|somebody|teachers?|coach|trainer|tutor|sitter"
    r"|babysitter"
    r"|nanny|nurse|dentist|cousins?|aunt(?:ie|y)?|uncle|nephews?|nieces?|sister|brother|sisters|brothers|siblings?"
    r"|in-laws?|\w+-in-law|grand(?:ma|pa|mother|father|parents|mom|dad)|nan|gran|godmother|godfather|boyfriend"
    r"|girlfriend"
    r"|assistant|driver|people|guy|lady|man|woman)"
)
"""Relations that do not."""
_VERB = r"(?:is|are|was|has|had|will|can|said|told|asked|put|gave|and)"
_PERSON = rf"(?:{HOUSEHOLD}|{OUTSIDE})"

_OPENER = re.compile(
    r"""\W*(?:(?:and|but|so|also|because|since|cause|cos|ok|okay|oh|well|yeah|yes|no|btw|by\s+the\s+way|actually|please
    |hey|hi|hello|though|although|then|plus|now|that|as|only|lol|remember|note|fyi|of\s+course|you\s+know)\b\W*)*""",
    _FLAGS,
)
_ADVERBIAL = re.compile(
    r"(?:on|at|in|from|until|since|every|this|next|for|by)\s+(?:[\w:-]+\s+){1,4}?(?=(?:i|we|he|she"
    r"|they)\b)",
    re.IGNORECASE,
)
_FIRST = re.compile(r"(?:i|we|me|myself|us|both\s+of\s+us|all\s+of\s+us|im|ive|id)\b(?!['’]?s\s)", re.IGNORECASE)
_POSSESSED = re.compile(
    rf"""(?:there['’]s\s+|there\s+is\s+)? (?:my|our|his|her|their|your|the|an?|some|one|[\w-]+['’]s|[\w-]+s['’]) \s+
    (?: (?:[\w-]+['’]s?\s+)? (?:(?!{_VERB}\b)[\w-]+\s+){{0,2}}? {_PERSON} )
    \b (?: \s+of\s+[\w'’-]+ )?""",
    _FLAGS,
)
_PRONOUN = re.compile(r"(?:he|she|they|him|her|his|their|them)\b", re.IGNORECASE)
_VOCATIVE = re.compile(r"\s*[,!]+\s*(?=\S)")
# A capital at the start may be any word; it is a name when a verb follows, perhaps after what is the name's own.
_ACTS = re.compile(
    r"""(?:\s+(?:and|&)\s+[A-Z][\w'’-]+)? (?:['’]s?\s+(?:[\w-]+\s+){1,3}?)?
    \s* (?:also|still|always|never|really|just|only)? \s*
    \b(?:is|are|was|were|has|have|had|can|can['’]?t|cannot|will|won['’]?t|would|does|doesn['’]?t|doesnt|did
    |didn['’]?t|do
      |don['’]?t|must|should|might|may|used|made|got|went|took|ate|said|told|came|left|lost|found|won|began|grew|met
      |kept|quit|[a-z]{2,}(?:s|ed))\b | ['’](?:s|ll|d)\b""",
    _FLAGS,
)
_MINE = re.compile(r"(?:my|our)\b", re.IGNORECASE)
_FIRST_OBJECT = re.compile(r"\b(?:i|me|we|us|myself|ourselves)\b|\bi['’]", re.IGNORECASE)
_OUTSIDER = re.compile(rf"\b{OUTSIDE}\b", re.IGNORECASE)
_SAYS = r"(?:says?|said|told|tells|wants?|wanted|asked|asks|thinks?|wrote|reckons?|insists?|recommended|suggests?)"
_REPORT = re.compile(
    rf"""\b(?:he|she|they|{_PERSON}|doctor|doc|dr\.?\s+\w+|school|kindy|kita|(?-i:(?!Never\b|Always\b|Please\b|Only\b|Also\b|Just\b|Don|N[Oo][Tt]\b|NEVER\b|ALWAYS\b|PLEASE\b)[A-Z][\w'’-]+))
    \s+ (?:has\s+|have\s+|just\s+|also\s+)? {_SAYS} \b""",
    _FLAGS,
)
_OWN_RELATION = re.compile(rf"(?:my|our|the)\s+(?:\w+\s+){{0,2}}?{HOUSEHOLD}\b", re.IGNORECASE)
_INDEFINITE = re.compile(r"(?:there['’]s\s+|there\s+is\s+)?(?:an?|some|one)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Subject:
    """Who a clause is about. `words`: the subject as written, empty for "nobody"; `outside`: no household relation."""

    who: Who
    words: str = ""
    outside: bool = False


def subject_of(clause: str, called: frozenset[str] = frozenset()) -> Subject:
    """The subject of a clause or a claim; `called` are the speaker's own names, case-folded.

    "nobody": an imperative, a thing, or a subject that this reading does not know.
    """
    start = _match_end(_OPENER, clause)
    rest = clause[start + _match_end(_ADVERBIAL, clause[start:]) :]
    if _FIRST.match(rest):
        return Subject("speaker", rest.split()[0])
    if possessed := _POSSESSED.match(rest):
        words = possessed.group()
        return Subject("other", words, bool(_OUTSIDER.search(words) or _INDEFINITE.match(words)))
    if _MINE.match(rest):
        return Subject("speaker", rest.split()[0])
    if pronoun := _PRONOUN.match(rest):
        return Subject("other", pronoun.group())
    return _named(rest, called)


def speaks_of_self(clause: str) -> bool:
    """Whether the speaker occurs in the clause at all: "the doctor put me on low sodium"."""
    return bool(_FIRST_OBJECT.search(clause))


def household_person(words: str) -> bool:
    """Whether a subject is a pronoun or the speaker's own relation that may live in the household: "he", "my son"."""
    return bool(_PRONOUN.match(words) or _OWN_RELATION.match(words))


def mentions_outsider(text: str) -> bool:
    """Whether a relation from outside the household occurs: "my friend", "a colleague"."""
    return bool(_OUTSIDER.search(text))


def relays(text: str) -> bool:
    """Whether `text` tells what somebody else said or wants: "the coach said always bring water"."""
    return bool(_REPORT.search(text))


def _named(rest: str, called: frozenset[str]) -> Subject:
    first = re.match(r"[\w-]+", rest)
    if first and first.group().casefold() in called:
        owns_person = re.match(rf"[\w-]+['’]s\s+(?:\w+\s+){{0,2}}?{_PERSON}\b", rest, re.IGNORECASE)
        return Subject("other", owns_person.group()) if owns_person else Subject("speaker", first.group())
    name = next((name for name in proper_names(rest) if name.start == 0), None)
    if name is None:
        return Subject("nobody")
    if called_to := _VOCATIVE.match(rest, name.end):
        return subject_of(rest[called_to.end() :], called)
    return Subject("other", name.text) if _ACTS.match(rest, name.end) else Subject("nobody")


def _match_end(pattern: re.Pattern[str], text: str) -> int:
    match = pattern.match(text)
    return match.end() if match else 0
