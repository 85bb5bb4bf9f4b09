"""A session as the text that a model is shown: numbered turns, each line of them marked as data (seed section 4).

No turn can leave its place. A header stands at the start of a line and every line of a turn, whatever breaks it, begins
with the gutter `| `; the marks around the transcript carry a hash of it, which no turn can hold.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.instants import zone
from memory_pipeline.model.transcript import Session, Turn

GUTTER = "| "
CALENDAR_DAYS = 21
_SPEAKER_LENGTH = 60
_LINE_BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_UNSENDABLE = re.compile("[\0\ud800-\udfff]")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A turn, or a part of one that is too long for one request. `known`: shown before, here as context only."""

    turn: Turn
    text: str
    part: int = 1
    parts: int = 1
    known: bool = False


def transcript_text(pieces: Sequence[Piece], timezone: str) -> str:
    """The turns between two marks that hold the first 12 digits of the SHA-256 of what stands between them."""
    where = zone(timezone)
    inner = "\n".join(f"{_header(piece, where)}\n{gutter(piece.text)}" for piece in pieces)
    mark = hashlib.sha256(inner.encode()).hexdigest()[:12]
    return f"[transcript {mark} begins]\n{inner}\n[transcript {mark} ends]"


def clock_text(session: Session, timezone: str) -> str:
    """The family's local day of the session, its weekday and zone, and the days that follow (contract section 4)."""
    local = session.started_at.astimezone(zone(timezone))
    days = [local.date() + timedelta(days=step) for step in range(CALENDAR_DAYS)]
    following = ", ".join(f"{_DAYS[day.weekday()][:3]} {day.isoformat()}" for day in days)
    return (
        f"The conversation began on {_day(local)} at {local:%H:%M}, local time of the family ({timezone}).\n"
        f"That day and the following: {following}."
    )


def household_text(session: Session, family: Family) -> str:
    """The members with aliases and kind, and where the conversation took place."""
    members = "\n".join(gutter(_member(member)) for member in family.members) or f"{GUTTER}no member is on record"
    where = {
        "chat": "a private chat of one person with the assistant",
        "household_chat": "the household's shared chat: each claim is about the member who said it, and quotes that "
        "member; what guests say forms nothing",
        "card": "what a member wrote on the memory card for the assistant to remember",
        "import": "a conversation that was imported",
    }[session.surface]
    return f"Members:\n{members}\nThe conversation is {where}."


def gutter(text: str) -> str:
    """Every line of `text` behind the gutter; what cannot be sent (NUL, half a surrogate pair) becomes U+FFFD."""
    clean = _UNSENDABLE.sub("\ufffd", text)
    return "\n".join(f"{GUTTER}{line}" for line in _LINE_BREAK.split(clean))


def _header(piece: Piece, where: ZoneInfo) -> str:
    turn, local = piece.turn, piece.turn.at.astimezone(where)
    fields = [f"== turn {turn.number}", turn.role, _speaker(turn.speaker), f"{_day(local)} {local:%H:%M}"]
    if piece.parts > 1:
        fields.append(f"part {piece.part} of {piece.parts}")
    if piece.known:
        fields.append("read before, context only")
    return " | ".join(fields)


def _speaker(name: str | None) -> str:
    flat = _UNSENDABLE.sub("\ufffd", " ".join(_LINE_BREAK.sub(" ", (name or "").replace("|", "/")).split()))
    return flat[:_SPEAKER_LENGTH].strip() or "-"


def _member(member: Member) -> str:
    also = f", also called {', '.join(member.aliases)}" if member.aliases else ""
    return f"{member.name} ({member.kind}{also})"


def _day(local: datetime) -> str:
    return f"{_DAYS[local.weekday()]} {local.date().isoformat()}"
