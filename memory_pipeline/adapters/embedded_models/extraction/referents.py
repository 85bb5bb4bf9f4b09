"""Whom "he", "she" and "they" mean."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory_pipeline.adapters.embedded_models.extraction.relations import RELATION
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.language.clauses import sentences
from memory_pipeline.language.names import proper_names

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
    """Whom "he", "she" or "they" at the clause's start means: the one person the turn spoke of last, else None."""
    third = _THIRD.match(statement.core)
    if not third:
        return None
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
