"""What a family writes on its card, as the fields of a claim: subject, summary, end."""

from __future__ import annotations

from datetime import date

from memory_pipeline.language.clauses import clauses, sentences
from memory_pipeline.language.dates import expiry
from memory_pipeline.language.names import proper_names
from memory_pipeline.language.spans import Span
from memory_pipeline.model.family import Family

_SUMMARY_LENGTH = 200


def end_of(words: str, said_on: date) -> date | None:
    """When the words end; None where their sentences end on different days, so that none is retired with another."""
    ends = {expiry(span.of(words), said_on) for span in sentences(words)}
    return expiry(words, said_on) if len(ends) == 1 else None


def about_of(words: str, speaker: str | None, family: Family) -> str:
    """Whom the words name first, a member before others; else who wrote them."""
    names = [name.text for name in proper_names(words)]
    members = [member.name for name in names if (member := family.member(name)) is not None]
    return next(iter([*members, *names]), speaker or "Household")


def summary_of(body: str) -> str:
    """The words on one line; where they are long, as many whole clauses as fit."""
    line = " ".join(body.split())
    if len(line) <= _SUMMARY_LENGTH:
        return line
    fitting = [span for span in clauses(line) if span.end <= _SUMMARY_LENGTH]
    edge = fitting[-1].end if fitting else line.rfind(" ", 0, _SUMMARY_LENGTH)
    return Span(0, edge if edge > 0 else _SUMMARY_LENGTH).of(line)
