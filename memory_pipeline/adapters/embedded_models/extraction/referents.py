"""Whom "he", "she" and "they" mean."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory_pipeline.adapters.embedded_models.extraction.genders import gender_of
from memory_pipeline.adapters.embedded_models.extraction.relations import RELATION
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.language.clauses import clauses, sentences
from memory_pipeline.language.names import proper_names
from memory_pipeline.model.family import Family

_OWNER = r"(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[A-Z][\w-]+['’]s)"
_NAME = r"(?:(?:Dr|Mr|Mrs|Ms)\.?\s)?[A-Z][\w’'-]+"
_PERSON = re.compile(
    rf"\b(?:{_OWNER}\s+(?:[a-z-]+\s+){{0,2}}?(?i:{RELATION})\b|[Tt]he\s+(?:[a-z]+\s+)?(?i:{RELATION})\b)"
    rf"(?:,?\s+{_NAME})?"
)
_CALLED = re.compile(
    rf"\b(?:{_OWNER}|[Tt]he)\s+(?:[a-z-]+\s+){{0,2}}?(?i:{RELATION})(?:['’]s|\s+is|\s+is\s+called|\s+is\s+named)\s+"
    rf"(?P<first>{_NAME})"
    rf"|\b(?:[Hh]er|[Hh]is|[Tt]heir|whose)\s+name(?:\s+is|['’]s)\s+(?P<second>{_NAME})"
)
_PET = re.compile(r"\ba\s+(?:new\s+)?(?P<pet>puppy|dog|cat|kitten|rabbit|hamster|parrot|baby)\b[^.!?]*$")
_CALLED_UPON = re.compile(r"^(?:(?:and|but|so|hey|ok|lol)\s+)*[A-Z]\w+,\s+(?=[a-z])(?!(?:who|and|my|our)\b)")
_CALLS = re.compile(r"\b[Cc]all\s+(?P<who>[A-Z]\w+)\s+[A-Z]\w+")
_THIRD = re.compile(r"^(?:he|she|they|his|her|their)\b", re.IGNORECASE)


def people_in(text: str) -> tuple[str, ...]:
    """Persons a text speaks of, in order: "my sister Rosa", "Theo". Pets of the household count."""
    relations = [(match.start(), match.group()) for match in _PERSON.finditer(text)]
    covered = [(start, start + len(words)) for start, words in relations]
    names = [
        (name.start, name.text)
        for name in proper_names(text)
        if not any(start <= name.start < end for start, end in covered)
    ]
    return tuple(words for _, words in sorted(relations + names))


def antecedent(statement: Statement) -> str | None:
    """Whom "he", "she" or "they" at the clause's start means: the one person the turn spoke of last, else None.

    Said to the assistant: the person of the nearest clause that the pronoun fits, in this turn or one shortly before.
    """
    third = _THIRD.match(statement.core)
    if not third:
        return None
    if not statement.peers:
        return meant_by(third.group(), statement)
    several = third.group().casefold() in {"they", "their"}
    for sentence in reversed(sentences(statement.before)):
        words = _CALLED_UPON.sub("", _CALLS.sub(r"\g<who>", sentence.of(statement.before)))
        called = None if several else _named_or_pet(words)
        if called:
            return called
        people = [person for person in people_in(words) if not person.isupper() and (_is_plural(person) or not several)]
        if people:
            return _own_name(people[0]) if len(people) == 1 or _same_subject(people) else None
    return None


def meant_by(pronoun: str, statement: Statement, *, besides: str = "") -> str | None:
    """The person, never the speaker nor `besides`, that a third-person pronoun of the clause stands for."""
    word = _KINDS.get(pronoun.casefold(), "they")
    for said in reversed((*statement.earlier, statement.before)):
        for clause in reversed(clauses(said)):
            if _SAME_PERSON.match(clause.of(said)):
                continue
            found = [person for person in _spoken_of(clause.of(said), statement) if person != besides]
            fitting = [person for person in found if _fits(person, word, statement.family)]
            if fitting and _is_open(fitting, said, word, statement):
                return None
            if fitting:
                return _own_name(_surest(fitting, word, statement.family))
    children = [member for member in statement.family.members if member.kind == "child"]
    return "the kids" if word == "they" and len(children) > 1 and _OF_CHILDREN.search(statement.core) else None


_OF_CHILDREN = re.compile(
    r"\b(?:grade|school|class|kindy|kindergarten|homework|teachers?|bedtime|lunch\s?box\w*)\b", re.IGNORECASE
)
_KINDS = {"he": "he", "him": "he", "his": "he", "she": "she", "her": "she", "hers": "she"}


def _is_open(fitting: Sequence[str], said: str, word: str, statement: Statement) -> bool:
    """Whether another child of the same words fits as well, where nothing tells "he" from "she"."""
    if word == "they" or any(gender_of(person, statement.family) == word for person in fitting):
        return False
    children = {member.name for member in statement.family.members if member.kind == "child"}
    rivals = [
        person
        for clause in clauses(said)
        for person in _spoken_of(clause.of(said), statement)
        if person in children and gender_of(person, statement.family) is None
    ]
    return len({*rivals, *(person for person in fitting if person in children)}) > 1


def _spoken_of(words: str, statement: Statement) -> list[str]:
    words = _CALLED_UPON.sub("", words)
    called = _named_or_pet(words)
    people = [called] if called else [person for person in people_in(words) if not person.isupper()]
    people += [owner["who"] for person in people if (owner := _OWNS_SEVERAL.match(person))]
    speaker = statement.cast.speaker.casefold()
    return [
        person
        for person in people
        if person.casefold() != speaker and not _NO_PERSON.fullmatch(person) and _is_named(person, words, statement)
    ]


def _is_named(person: str, words: str, statement: Statement) -> bool:
    """Not a place ("in Ames"), and not a mere first word with its capital ("Applause for Horst")."""
    at = words.find(person)
    if words[max(0, at - 1) : at] in {'"', "“", "'"}:
        return False
    if re.search(r"\b(?:in|at|from|near|into)\s+$", words[:at]) or re.search(
        r"\blike\s+(?:to\s+)?an?\s+\w+$", words[: at + len(person)]
    ):
        return False
    first = person.split()[0].removesuffix("'s")
    relation = re.match(r"(?i)(?:my|our|the|his|her|their|a)\b", person) is not None or "'s " in person
    if _HEADS_FOR.search(words[:at]) or (_TAKES.search(words[:at]) and _BY_THE_DOSE.match(words, at + len(person))):
        return False
    inside = (
        re.search(r"[\w,][^\w,]*$", words[:at]) is not None and re.search(r"[.!?:][\"”')]*\s*$", words[:at]) is None
    )
    return relation or inside or first in statement.names or statement.family.member(person) is not None


_TAKES = re.compile(
    r"\b(?:take|takes|taking|on|prescribed|swallows?|gets|uses)\s+(?:(?:my|her|his|the)\s+)?$", re.IGNORECASE
)
_BY_THE_DOSE = re.compile(
    r"\s+(?:(?:at|before|after|with|every|each|in)\s|twice|once|daily|nightly|\d|tablets?|pills?|for\s+(?:his|her|my)\b)",
    re.IGNORECASE,
)
_HEADS_FOR = re.compile(
    r"\b(?:go(?:es|ing)?|went|takes?|took|drives?|drove|boat|fly|flies|flight|train|trip|mov(?:e|es|ed|ing)|back)\b[^,.]*\bto\s+$",
    re.IGNORECASE,
)


_OWNS_SEVERAL = re.compile(r"(?P<who>[A-Z][\w-]+)['’]s\s+(?:parents|grandparents|folks|kids|children|friends)$")
_SAME_PERSON = re.compile(r"(?:he|she)(?:['’]s|\s+is|\s+was)\s+(?:my|our|[A-Z][\w-]+['’]s)\b", re.IGNORECASE)
_NO_PERSON = re.compile(
    r"(?:\w+\s+)?(?:Easter|Christmas|Xmas|Diwali|Thanksgiving|Hanukkah|Ramadan|Eid|Haan|Nahi|[A-Z]{2,}|English|Spanish|French|German|Italian|Portuguese|Hindi|Chinese|Japanese|Korean|Polish|Dutch|Wife"
    r"|(?i:(?:the\s+)?(?:doctor|family))"
    r"|\w+\s+(?:Day|Park|Street|Road|School|Residents|Club|Hall|House|Clinic|Online)(?:\s\w+)?"
    r"|(?i:(?:my|our)\s+(?:family|household|friends|parents)))",
)


def _fits(person: str, word: str, family: Family) -> bool:
    if word == "they":
        return _is_plural(person)
    gender = gender_of(person, family)
    return (gender is None or gender == word) and not (gender is None and _is_group(person))


def _is_group(person: str) -> bool:
    """ "my kids", "the twins": nobody that "he" could mean."""
    return re.search(r"(?i)\b(?:kids|children|boys|girls|twins|parents|sons|daughters|friends)$", person) is not None


def _surest(people: Sequence[str], word: str, family: Family) -> str:
    """The first whose gender is known to fit, else the first."""
    return next((person for person in people if gender_of(person, family) == word), people[0])


def _own_name(person: str) -> str:
    """ "Noor" for "the sitter, Noor"."""
    return re.sub(r"^[^,]*,\s+(?=[A-Z])", "", person)


def _named_or_pet(words: str) -> str | None:
    """ "Our new babysitter is Jo", "her name is Gloria", "we got a puppy"."""
    called = list(_CALLED.finditer(words))
    if called:
        return called[-1]["first"] or called[-1]["second"]
    pet = _PET.search(words)
    return f"the {pet['pet']}" if pet and not people_in(words) else None


def _is_plural(person: str) -> bool:
    """Whether "they" fits: "my kids", "our parents", "the Smiths"."""
    return re.search(r"(?i)\b(?:kids|children|boys|girls|twins|parents|sons|daughters|\w+s)$", person) is not None


def _same_subject(people: Sequence[str]) -> bool:
    return len({person.casefold().split()[-1] for person in people}) == 1
