"""A batch's user messages as a session, so that they are distilled by the same extractor and gates as any other."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo

from memory_pipeline.memory_log.events import Event
from memory_pipeline.memory_log.spoken import sentences_of
from memory_pipeline.model.ids import digest
from memory_pipeline.model.transcript import Session, Turn


def as_session(events: Sequence[Event], speaker: str | None, zone: tzinfo) -> Session:
    """One user turn an event, in order, each at its own time. `events` are user messages, at least one.

    The id follows from their bytes, so that a batch that is distilled again asks a model the same question.
    """
    turns = tuple(
        Turn(number=number, role="user", speaker=speaker, at=instant(event.at, zone), text=sentences_of(event.text))
        for number, event in enumerate(events, start=1)
    )
    times = [turn.at for turn in turns]
    name = digest(*(event.raw.decode("utf-8", "backslashreplace") for event in events))[:24]
    return Session(
        id=f"log-{name}",
        surface="import",
        started_at=min(times),
        ended_at=max(times),
        off_record=False,
        turns=turns,
    )


def instant(at: datetime, zone: tzinfo) -> datetime:
    """A family's wall clock time as an instant; the first of two where the clock is set back."""
    return at.replace(tzinfo=zone)
