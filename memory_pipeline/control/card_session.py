"""A card action as a conversation: one turn that the family wrote, so that its evidence resolves like any other."""

from __future__ import annotations

from datetime import datetime

from memory_pipeline.model.errors import EmptySession, MalformedTranscript
from memory_pipeline.model.ids import digest
from memory_pipeline.model.instants import format_instant
from memory_pipeline.model.transcript import Session, Turn


def card_session(text: str, now: datetime, member: str | None) -> Session:
    """The session `card-YYYYMMDDTHHMMSS-<hash>`: the same words at the same time by the same member give the same id.

    Raises EmptySession for blank words, MalformedTranscript for text that is no Unicode.
    """
    if not text.strip():
        raise EmptySession("there is nothing to remember; write it in your own words")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise MalformedTranscript("the words hold half a character (a lone surrogate); write them again") from error
    at = format_instant(now)
    stamp = at[:19].replace("-", "").replace(":", "")
    id = f"card-{stamp}-{digest(at, member or '', text)[:8]}"
    turn = Turn(number=1, role="user", speaker=member, at=now, text=text)
    return Session(id=id, surface="card", started_at=now, ended_at=now, off_record=False, turns=(turn,))
