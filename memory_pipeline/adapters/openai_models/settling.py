"""Where a rule of ours answers what a model was asked too, the rule decides: end dates and sensitive topics."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from memory_pipeline.language.dates.expiry import expiry
from memory_pipeline.language.sensitivity import sensitivity
from memory_pipeline.model.candidate import Candidate
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
    return replace(
        candidate,
        valid_until=_end(candidate, session, family),
        sensitivity=_sensitivity(candidate, family),
    )


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
