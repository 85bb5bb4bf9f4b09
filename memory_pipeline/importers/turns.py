"""What importers of chats share: spoken lines, and the sessions that they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from memory_pipeline.importers.batch import ImportOptions, ended_at
from memory_pipeline.model.errors import InvalidArgument
from memory_pipeline.model.family import Family
from memory_pipeline.model.instants import format_instant
from memory_pipeline.model.transcript import Role, Surface
from memory_pipeline.store.keys import is_session_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One message on its way to a turn."""

    role: Role
    at: datetime
    text: str
    speaker: str | None = None


def document(
    session: str, said: Sequence[Said], options: ImportOptions, surface: Surface, *, off_record: bool = False
) -> dict[str, Any]:
    """The session's JSON value. `said` holds at least one message; times may be out of order by a little."""
    last = max(each.at for each in said)
    ended = ended_at(last, options)
    return {
        "session": session,
        "surface": surface,
        "started_at": format_instant(min(each.at for each in said)),
        "ended_at": None if ended is None else format_instant(ended),
        "off_record": off_record,
        "turns": [
            {
                "turn": number,
                "role": each.role,
                "speaker": each.speaker,
                "at": format_instant(each.at),
                "text": each.text,
            }
            for number, each in enumerate(said, start=1)
        ],
    }


def conversations(said: Iterable[Said], options: ImportOptions) -> Iterator[list[Said]]:
    """Messages in their order, cut where nobody spoke for longer than the pause."""
    talk: list[Said] = []
    for each in said:
        if talk and each.at - talk[-1].at > options.pause:
            yield talk
            talk = []
        talk.append(each)
    if talk:
        yield talk


def epoch(seconds: object) -> datetime | None:
    """An instant out of seconds since 1970, to the whole second; None for anything else."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        return None
    try:
        return datetime.fromtimestamp(int(seconds), UTC)
    except (OverflowError, OSError, ValueError):
        return None


def plain_id(prefix: str, name: object) -> str | None:
    """`prefix-name` where that is a session id."""
    if not isinstance(name, str):
        return None
    session = f"{prefix}-{name}"
    return session if is_session_id(session) else None


def account_member(family: Family, options: ImportOptions) -> str | None:
    """Whose account an assistant's export is of, as the family calls them. Raises InvalidArgument for a stranger."""
    if options.account is None:
        return None
    member = family.member(options.account)
    if member is None and family.members:
        known = ", ".join(each.name for each in family.members)
        raise InvalidArgument(f"--speaker {options.account[:60]!r} is no member of {family.key}; there are {known}")
    return options.account if member is None else member.name


def peers_surface(family: Family, speakers: Iterable[str]) -> tuple[Surface, str]:
    """The surface of a chat between people, and what to tell the caller about who they are.

    With a member among them it is the household's: guests form no memories (contract section 15). Where nobody is
    known to the family each one speaks for themself.
    """
    names = sorted(set(speakers))
    guests = [name for name in names if family.member(name) is None]
    if len(guests) == len(names):
        return "import", "no speaker is a member of the family, so each speaks for themself; see --speaker NAME=MEMBER"
    if guests:
        return "household_chat", f"no members, so nothing they say is remembered: {', '.join(guests)[:300]}"
    return "household_chat", "every speaker is a member of the family"


def counted(counts: Counter[str]) -> Iterator[str]:
    """What was left out, one note a kind: `left out: 3 system lines`."""
    yield from (f"left out: {number} {kind}" for kind, number in sorted(counts.items()) if number)
