"""A claim on its way to a candidate: what a rule found, and how it becomes what the gates read."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date

from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.telling import body_of_statement
from memory_pipeline.adapters.embedded_models.extraction.usefulness import when_to_use
from memory_pipeline.language.dates import expiry
from memory_pipeline.language.month_names import without_month_names
from memory_pipeline.language.names import proper_names
from memory_pipeline.language.sensitivity import sensitivity
from memory_pipeline.model.candidate import Candidate, Quote
from memory_pipeline.model.family import Family
from memory_pipeline.model.memory import Authority, Durability, MemoryType, Strength

ABOUT_CAP = 80
_OF_NOW = re.compile(
    r"\b(?:on\s+(?:leave|holiday|vacation|sick\s+leave)|at\s+the\s+moment|right\s+now|for\s+now|these\s+(?:days|weeks)"
    r"|currently|out\s+of\s+order|broken)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a rule read in a statement. `kind` names the rule's finding and chooses the when-to-use line.

    `bounded`: dates in the clause end the claim (plans); where false only "until", "through" and "this week" do.
    `core`: the words the claim rests on where they are not the whole clause; `quote`: the turn's words where they are
    more than the clause. `first_turn`: an earlier turn that the claim needs beside the statement's own.
    """

    type: MemoryType
    kind: str
    about: str
    summary: str
    strength: Strength = "soft"
    authority: Authority = "user_stated"
    durability: Durability = "durable"
    confidence: float = 0.85
    bounded: bool = False
    core: str | None = None
    quote: str | None = None
    first_turn: int | None = None


def candidate_of(draft: Draft, statement: Statement, family: Family) -> Candidate:
    """The candidate with evidence, expiry, sensitivity and the line that says when it is useful."""
    statement = replace(statement, core=draft.core) if draft.core else statement
    until = _valid_until(draft, replace(statement, core=without_month_names(statement.core, family)))
    about = draft.about[:ABOUT_CAP].strip()
    return Candidate(
        type=draft.type,
        about=about,
        summary=draft.summary,
        body=body_of_statement(
            replace(statement, core=draft.quote) if draft.quote and not statement.peers else statement
        ),
        when_to_use=when_to_use(draft.kind, about, draft.summary),
        evidence=(
            Quote(
                first=draft.first_turn or statement.turn.number,
                last=statement.turn.number,
                text=draft.quote or statement.words,
            ),
        ),
        applies_to=applies_to(draft.summary, about, family),
        strength=draft.strength,
        authority="user_explicit" if statement.explicit else draft.authority,
        confidence=draft.confidence,
        durability=_durability(draft, statement, until),
        valid_until=until,
        sensitivity=sensitivity(draft.summary, about, family),
    )


def _durability(draft: Draft, statement: Statement, until: date | None) -> Durability:
    """Passing where it ends, or where the words speak of how things stand just now: "on leave", "at the moment"."""
    lasting = draft.durability == "durable" and draft.type == "fact"
    of_now = until is not None or (lasting and not statement.peers and _OF_NOW.search(statement.core))
    return "passing" if of_now and draft.durability == "durable" else draft.durability


def _valid_until(draft: Draft, statement: Statement) -> date | None:
    until = expiry(statement.core, statement.said_on)
    if until is None or draft.bounded:
        return until
    return until if _is_bounded_in_words(statement.core) else None


def _is_bounded_in_words(core: str) -> bool:
    """Whether the words themselves limit a lasting claim: "until Friday", "this week", "for the next month"."""
    lowered = f" {core.casefold()} "
    marks = (
        " until ",
        " till ",
        " through ",
        " this week",
        " this month",
        " tonight",
        " today",
        " for the next ",
        " this weekend",
        " next week",
    )
    return any(mark in lowered for mark in marks)


def applies_to(summary: str, about: str, family: Family) -> tuple[str, ...]:
    """Names of people, places and groups in the claim, each once, in order of mention."""
    text = f"{summary} {about}"
    names = [name.text for name in proper_names(text)]
    for member in family.members:
        if (
            any(called.casefold() in text.casefold().split() for called in (member.name, *member.aliases))
            and member.name not in names
        ):
            names.append(member.name)
    unique = dict.fromkeys(name for name in names if (len(name) > 1 and not name.isupper()) or len(name) > 2)
    return tuple(unique)
