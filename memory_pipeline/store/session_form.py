"""Transcripts in their canonical form (contract section 3); pydantic checks the shape at this edge."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from memory_pipeline.model.errors import EmptySession, InvalidInstant, MalformedTranscript
from memory_pipeline.model.instants import parse_instant
from memory_pipeline.model.transcript import Role, Session, Surface, Turn
from memory_pipeline.store import json_text, spelling
from memory_pipeline.store.keys import is_session_id

_SHAPE = ConfigDict(extra="forbid", strict=True, arbitrary_types_allowed=True)


def _instant(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return parse_instant(value)
    except (InvalidInstant, OverflowError) as error:
        raise PydanticCustomError("instant", "no instant such as 2026-08-14T19:02:00Z") from error


_Instant = Annotated[datetime, BeforeValidator(_instant)]


class _TurnForm(BaseModel):
    model_config = _SHAPE
    turn: int
    role: Role
    speaker: str | None = None
    at: _Instant | None = None
    text: str | None = None


class _SessionForm(BaseModel):
    model_config = _SHAPE
    session: str
    surface: Surface
    started_at: _Instant
    ended_at: _Instant | None = Field(...)
    off_record: bool = False
    turns: list[_TurnForm]


def canonical_session(document: Any, file: str, line: int | None = None) -> Session:
    """A session out of its JSON value. Raises MalformedTranscript, which names the turn, and EmptySession.

    A turn without `at` takes started_at; a null text is an empty one; `ended_at: null` may still grow.
    """
    _refuse_unwritable(document, file, line)
    try:
        form = _SessionForm.model_validate(document)
    except ValidationError as error:
        raise MalformedTranscript(f"{_named(document)}{_sentence(error.errors()[0])}", file=file, line=line) from error
    session = Session(
        id=form.session,
        surface=form.surface,
        started_at=form.started_at,
        ended_at=form.ended_at,
        off_record=form.off_record,
        turns=tuple(_turn(turn, form.started_at) for turn in form.turns),
    )
    check_session(session, file, line)
    return session


def check_session(session: Session, file: str, line: int | None = None) -> None:
    """What holds across a session's fields, for every importer. Raises MalformedTranscript or EmptySession."""
    if not is_session_id(session.id):
        problem = f"the session id {session.id[:80]!r} must be 1 to 128 of A-Z, a-z, 0-9, ., _ and -"
        raise MalformedTranscript(problem, file=file, line=line)
    if not session.turns:
        raise EmptySession(f"session {session.id} has no turn", file=file, line=line)
    if session.ended_at is not None and session.ended_at < session.started_at:
        raise MalformedTranscript(f"session {session.id} ended before it started", file=file, line=line)
    for place, turn in enumerate(session.turns, start=1):
        if turn.number != place:
            problem = f"session {session.id}: turns count from 1 without gaps; turn {place} is numbered {turn.number}"
            raise MalformedTranscript(problem, file=file, line=line)


def session_document(session: Session) -> dict[str, Any]:
    """The JSON value of a session, keys in the contract's order."""
    return {
        "session": session.id,
        "surface": session.surface,
        "started_at": spelling.instant(session.started_at),
        "ended_at": spelling.optional_instant(session.ended_at),
        "off_record": session.off_record,
        "turns": [
            {
                "turn": turn.number,
                "role": turn.role,
                "speaker": turn.speaker,
                "at": spelling.instant(turn.at),
                "text": turn.text,
            }
            for turn in session.turns
        ],
    }


def dump_session(session: Session) -> bytes:
    """`sessions/{session}.json`."""
    return json_text.document(session_document(session))


def load_session(data: bytes, file: str) -> Session:
    """Read a session file. Raises MalformedTranscript or EmptySession."""
    try:
        document = json_text.read(data)
    except json_text.JsonFault as fault:
        raise MalformedTranscript(fault.message, file=file, line=fault.line) from fault
    return canonical_session(document, file)


def _refuse_unwritable(document: Any, file: str, line: int | None) -> None:
    """A lone surrogate or a NUL could be kept in no file and quoted in no memory."""
    if not json_text.unwritable(document):
        return
    turns = document.get("turns") if isinstance(document, dict) else None
    places = (
        [place for place, turn in enumerate(turns, 1) if json_text.unwritable(turn)] if isinstance(turns, list) else []
    )
    where = f"turn {places[0]}: " if places else ""
    raise MalformedTranscript(
        f"{_named(document)}{where}a lone surrogate or a NUL, which no file can keep", file=file, line=line
    )


def _named(document: Any) -> str:
    session = document.get("session") if isinstance(document, dict) else None
    return f"session {session}: " if isinstance(session, str) and is_session_id(session) else ""


def _turn(form: _TurnForm, started_at: datetime) -> Turn:
    return Turn(
        number=form.turn,
        role=form.role,
        speaker=form.speaker,
        at=form.at or started_at,
        text=form.text or "",
    )


def _sentence(error: ErrorDetails) -> str:
    place = list(error["loc"])
    where = ""
    if len(place) > 1 and place[0] == "turns" and isinstance(place[1], int):
        where = f"turn {place[1] + 1}: "
        place = place[2:]
    key = ".".join(str(part) for part in place)
    return f"{where}{f'`{key}` ' if key else ''}{error['msg'][0].lower()}{error['msg'][1:]}"
