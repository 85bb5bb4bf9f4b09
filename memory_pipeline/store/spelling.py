"""How instants and days are spelled in every stored file: UTC with `Z`, and `YYYY-MM-DD`."""

from __future__ import annotations

from datetime import date, datetime

from memory_pipeline.model.errors import InvariantViolated
from memory_pipeline.model.instants import format_instant


def instant(value: datetime) -> str:
    """The instant as UTC. Raises InvariantViolated without an offset: the host's zone must not decide what it means."""
    if value.tzinfo is None:
        raise InvariantViolated(f"the instant {value.isoformat()} has no offset")
    try:
        return format_instant(value)
    except OverflowError as error:
        raise InvariantViolated(f"the instant {value.isoformat()} lies outside the calendar") from error


def optional_instant(value: datetime | None) -> str | None:
    """The instant, or nothing."""
    return None if value is None else instant(value)


def optional_day(value: date | None) -> str | None:
    """The day, or nothing."""
    return None if value is None else value.isoformat()
