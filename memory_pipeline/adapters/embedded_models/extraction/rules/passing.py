"""What a clause tells in passing, whatever else it says: relations, ages, and contacts without a verb."""

from __future__ import annotations

import re

from memory_pipeline.adapters.embedded_models.extraction.draft import Draft
from memory_pipeline.adapters.embedded_models.extraction.relations import RELATION
from memory_pipeline.adapters.embedded_models.extraction.retelling import retell
from memory_pipeline.adapters.embedded_models.extraction.rules.people import presented, relations_in_passing
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.subjects import about_of
from memory_pipeline.adapters.embedded_models.extraction.wellformed import has_verb
from memory_pipeline.model.family import Family

_AGE = re.compile(
    r"\b(?P<name>[A-Z][\w'’-]*[a-z]),?\s*(?:\((?:age\s+)?(?P<in>\d{1,2})\)|(?:who\s+is|who['’]s)\s+(?P<who>\d{1,2})\b(?!\s*(?:months|weeks|%)))"
)
_CONTACT = re.compile(
    rf"^(?:the|my|our)\s+(?P<relation>(?:\w+\s+)?{RELATION}),?\s+(?P<name>[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?),\s+"
    r"(?:(?:number|phone|tel)\s+)?(?P<number>\+?\d[\d\s-]{5,}\d)$",
    re.IGNORECASE,
)
_NUMBER_ALONE = re.compile(
    r"^(?P<whose>[\w'’.&-]+(?:\s[\w'’.&-]+){0,5}?)(?:['’]s\s+(?:number|phone))?\s*[,:–]\s*"
    r"(?P<number>\+?\d[\d ()-]{5,}\d)$",
    re.IGNORECASE,
)


def read_passing(statement: Statement, family: Family) -> list[Draft]:
    """Relations; and, said to the assistant, members' ages and a contact such as "the sitter, Noor, 555-0142"."""
    drafts = relations_in_passing(statement)
    if statement.peers:
        return drafts
    return [*drafts, *presented(statement), *_ages(statement, family), *_contact(statement)]


def _ages(statement: Statement, family: Family) -> list[Draft]:
    return [
        Draft(
            type="identity",
            kind="identity",
            about=match["name"],
            summary=f"{match['name']} is {match['in'] or match['who']}.",
            confidence=0.85,
            core=match.group(),
        )
        for match in _AGE.finditer(statement.words)
        if family.member(match["name"]) is not None
    ]


def _number_alone(statement: Statement) -> list[Draft]:
    """ "Dr. Amari's office, 555-0117", "the vet: 555-0139"."""
    match = _NUMBER_ALONE.match(statement.core.rstrip(". "))
    if match is None or has_verb(match["whose"]):
        return []
    whose = retell(match["whose"], statement.cast)
    called = f"{whose[:1].lower()}{whose[1:]}" if whose.casefold().startswith(("the ", "our ", "my ")) else whose
    summary = f"The number of {called} is {match['number']}."
    return [
        Draft(type="fact", kind="contact", about=about_of(match["whose"], statement), summary=summary, confidence=0.9)
    ]


def _contact(statement: Statement) -> list[Draft]:
    match = _CONTACT.match(statement.core.rstrip(". "))
    if match is None or not match["name"][0].isupper():
        return _number_alone(statement)
    return [
        Draft(
            type="fact",
            kind="contact",
            about=match["name"],
            summary=f"The number of {match['name']}, the family's {match['relation'].lower()}, is {match['number']}.",
            confidence=0.9,
        )
    ]
