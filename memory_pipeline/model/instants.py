"""Instants and days as the files write them: UTC with `Z`, whole seconds where they are whole."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from memory_pipeline.model.errors import InvalidInstant, InvalidTimeZone

Clock = Callable[[], datetime]


def parse_instant(text: str) -> datetime:
    """Read an ISO 8601 instant with an offset as an aware UTC datetime. Raises InvalidInstant."""
    try:
        value = datetime.fromisoformat(text)
    except ValueError as error:
        raise InvalidInstant(f"{text[:60]!r} is no ISO 8601 instant such as 2026-08-14T19:02:00Z") from error
    if value.tzinfo is None:
        raise InvalidInstant(f"{text[:60]!r} has no offset; write 2026-08-14T19:02:00Z")
    return value.astimezone(UTC)


def format_instant(value: datetime) -> str:
    """Write an aware datetime as UTC with `Z`; microseconds only where there are any."""
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


def zone(name: str) -> ZoneInfo:
    """The IANA zone of that name. Raises InvalidTimeZone."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise InvalidTimeZone(f"{name[:60]!r} is no IANA time zone such as Europe/Berlin") from error


def local_date(instant: datetime, timezone: str) -> date:
    """The calendar date that a family's wall shows at `instant` (seed section 5: dates are the family's own)."""
    return instant.astimezone(zone(timezone)).date()
