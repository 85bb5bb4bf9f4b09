"""The words that a claim must follow from, gathered from its cited turns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from memory_pipeline.formation.gates.answers import question_of
from memory_pipeline.formation.gates.verdict import GateContext
from memory_pipeline.formation.reading import TurnReading
from memory_pipeline.language.dates import DateMention, mentions
from memory_pipeline.language.folding import fold
from memory_pipeline.language.spans import Span
from memory_pipeline.model.candidate import Candidate

_WEEKDAY = re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)day", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedWords:
    """What a candidate cites.

    `quoted`: the sentences that its quotes touch, a question included where the quote is its answer. `own`: all that
    the speakers say in the answering turns. `context`: the other cited turns. `days`: the date expressions in all of
    them, each resolved on its own turn's day, read in its turn, in its sentence and in the quote alone.
    """

    quoted: str
    own: str
    context: str
    speakers: frozenset[str]
    said_on: date
    days: tuple[DateMention, ...]
    first_turn: int

    @property
    def whole(self) -> str:
        """Everything cited."""
        return f"{self.quoted}\n{self.own}\n{self.context}"


def cited_words(candidate: Candidate, context: GateContext) -> CitedWords:
    """Gather the words; a candidate that has passed `user_authored`."""
    answering = {quote.last: context.answering(quote) for quote in candidate.evidence}
    others = [reading for reading in context.cited(candidate.evidence) if reading.turn.number not in answering]
    beside = [reading for reading in others if _may_ground(reading, candidate)]
    quoted = [(context.sentences_of(quote), context.answering(quote).said_on) for quote in candidate.evidence]
    questions = [question_of(quote, context) for quote in candidate.evidence]
    dated = [(reading.plain, reading.said_on) for reading in (*answering.values(), *beside)]
    dated += quoted
    dated += [(fold(quote.text), context.answering(quote).said_on) for quote in candidate.evidence]
    return CitedWords(
        quoted="\n".join([*(text for text, _ in quoted), *filter(None, questions)]),
        own="\n".join(reading.plain for reading in answering.values()),
        context="\n".join(reading.plain for reading in beside),
        speakers=frozenset(reading.turn.speaker or "" for reading in answering.values()),
        said_on=context.said_on(candidate),
        days=tuple(mention for text, said_on in dated for mention in mentions(text, said_on)),
        first_turn=min(quote.first for quote in candidate.evidence),
    )


def claim_texts(candidate: Candidate) -> tuple[str, ...]:
    """The texts in which a candidate claims something."""
    return (candidate.about, candidate.summary, candidate.body, candidate.when_to_use)


def is_label(text: str, candidate: Candidate, span: Span) -> bool:
    """Whether a bare weekday only points at a thing or a day that the claim tells in full.

    In the subject line "Sunday soup"; in the line that says when it is useful "on that Friday", if the summary has it.
    """
    words = span.of(text)
    if _WEEKDAY.fullmatch(words) is None:
        return False
    if text == candidate.about:
        return text.strip() != words
    points_back = text[: span.start].rstrip().casefold().endswith(" that")
    return text == candidate.when_to_use and points_back and words.casefold() in candidate.summary.casefold()


def _may_ground(reading: TurnReading, candidate: Candidate) -> bool:
    """Nothing of a tool's output can become hard or explicit, not even a name; a system text grounds nothing."""
    weighty = candidate.strength == "hard" or candidate.authority == "user_explicit"
    return reading.turn.role in ("user", "assistant") or (reading.turn.role == "tool" and not weighty)
