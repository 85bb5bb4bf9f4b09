"""The times that event lines and items begin with: wall clock of the family, to the second."""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo

STAMP = r"(\d{4})[/-](\d{1,2})[/-](\d{1,2})[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?"
_STAMP = re.compile(STAMP, re.ASCII)


def read_stamp(text: str, zone: tzinfo | None = None) -> datetime | None:
    """`2026/02/09 06:33:10` and its ISO forms as a naive wall clock time; None for anything else.

    A stamp with an offset is told in `zone`; without a zone it keeps its own wall clock.
    """
    found = _STAMP.fullmatch(text.strip())
    if found is None:
        return None
    try:
        year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
        naive = datetime.fromisoformat(f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")
        if found[7] is None or zone is None:
            return naive
        offset = "+00:00" if found[7] == "Z" else f"{found[7][:3]}:{found[7][-2:]}"
        instant = datetime.fromisoformat(f"{naive.isoformat()}{offset}").astimezone(UTC)
        return instant.astimezone(zone).replace(tzinfo=None)
    except (ValueError, OverflowError):
        return None


def event_stamp(at: datetime) -> str:
    """`2026/02/09 06:33:10`, as event lines have it."""
    return f"{at.year:04}/{at.month:02}/{at.day:02} {at:%H:%M:%S}"


def item_stamp(at: datetime) -> str:
    """`2026-02-09 06:33:10`, as items have it."""
    return f"{at.year:04}-{at.month:02}-{at.day:02} {at:%H:%M:%S}"
