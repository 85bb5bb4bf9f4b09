"""Where a rule of ours answers what a model was asked too, the rule decides, before any gate judges the candidate.

End dates, sensitive topics, relative words that were left in a text, and whether the words are binding.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from memory_pipeline.language.clauses import sentences
from memory_pipeline.language.dates import absolute, expiry
from memory_pipeline.language.folding import find_quote
from memory_pipeline.language.sensitivity import sensitivity
from memory_pipeline.language.wishes import is_binding, states_limit
from memory_pipeline.model.candidate import Candidate, Quote
from memory_pipeline.model.family import Family
from memory_pipeline.model.instants import local_date
from memory_pipeline.model.memory import Sensitivity
from memory_pipeline.model.transcript import Session

_NEXT_DOOR = timedelta(days=1)


def settled(candidate: Candidate, session: Session, family: Family) -> Candidate:
    """The candidate with `valid_until` by our rule where the model is a day off, and sensitive where our rule says so.

    Models mix up the last day on which a thing holds and the first on which it does not (contract section 15); a
    difference of more than a day is left for the gates to judge. What a model calls sensitive stays so.
    """
    settled = replace(
        candidate,
        valid_until=_end(candidate, session, family),
        sensitivity=_sensitivity(candidate, family),
    )
    return _as_binding_as_said(_dated(settled, session, family), session)


def _dated(candidate: Candidate, session: Session, family: Family) -> Candidate:
    """Relative words that the model left are made absolute, as of the day on which the quote was said."""
    turn = session.turn(candidate.evidence[0].last) if candidate.evidence else None
    if turn is None:
        return candidate
    said_on = local_date(turn.at, family.timezone)
    return replace(candidate, summary=absolute(candidate.summary, said_on), body=absolute(candidate.body, said_on))


def _as_binding_as_said(candidate: Candidate, session: Session) -> Candidate:
    """Softness is chosen before the gates (contract section 15): explicit needs a wish, hard a wish or a limit."""
    said = [_sentence_of(quote, session) for quote in candidate.evidence]
    binding = any(is_binding(text) for text in said)
    limit = candidate.type == "constraint" and any(states_limit(text) for text in said)
    return replace(
        candidate,
        authority="user_stated" if candidate.authority == "user_explicit" and not binding else candidate.authority,
        strength="soft" if candidate.strength == "hard" and not (binding or limit) else candidate.strength,
    )


def _sentence_of(quote: Quote, session: Session) -> str:
    """The sentences that the quote touches; the quote itself where it stands in no cited turn."""
    turn = session.turn(quote.last)
    place = None if turn is None else find_quote(quote.text, turn.text)
    if turn is None or place is None:
        return quote.text
    touched = (span for span in sentences(turn.text) if span.start < place.end and place.start < span.end)
    return " ".join(span.of(turn.text) for span in touched) or quote.text


def _end(candidate: Candidate, session: Session, family: Family) -> date | None:
    told = candidate.valid_until
    turns = [turn for quote in candidate.evidence if (turn := session.turn(quote.last)) is not None]
    if told is None or not turns:
        return told
    said_on = max(local_date(turn.at, family.timezone) for turn in turns)
    texts = (*(quote.text for quote in candidate.evidence), candidate.body, candidate.summary)
    ruled = [day for text in texts if (day := expiry(text, said_on)) is not None]
    if not ruled or told in ruled:
        return told
    return next((day for day in ruled if abs(day - told) <= _NEXT_DOOR), told)


def _sensitivity(candidate: Candidate, family: Family) -> Sensitivity:
    if candidate.sensitivity != "normal":
        return candidate.sensitivity
    return sensitivity(f"{candidate.summary} {candidate.body}", candidate.about, family)
