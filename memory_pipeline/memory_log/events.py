"""EVENT_UNPROCESSED.md: what happened, one event an entry (seed `004`, contract section 11).

`[YYYY/MM/DD HH:MM:SS] [kind]: text`; lines that open no entry belong to the entry before them. An entry that we write
keeps every further line of its text indented, so that no message can open an entry of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from memory_pipeline.memory_log.headers import BYTE_ORDER_MARK, header_length
from memory_pipeline.memory_log.stamps import event_stamp, read_stamp
from memory_pipeline.model.errors import InvalidArgument

USER = "user message"
_INDENT = "    "
_ENTRY = re.compile(rb"\[[^\]\r\n]*\d[^\]\r\n]*\][ \t]*\[[^\r\n]+?\]:")
_PARTS = re.compile(r"\[(?P<stamp>[^\]]*)\][ \t]*\[(?P<kind>.+?)\]:[ \t]?(?P<text>.*)", re.DOTALL)
_KIND = re.compile(r"[^\[\]\x00-\x1f\x7f\x85\u2028\u2029]{1,200}")
_LINE_BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One readable entry. `at` is the family's wall clock; `raw` the entry's bytes with their line ends.

    `kind` is as written, `line` the place in the file, from 1.
    """

    at: datetime
    kind: str
    text: str
    raw: bytes
    line: int

    @property
    def by_user(self) -> bool:
        """Whether a person wrote it: `user message`, whatever follows ("from platform: …")."""
        return self.base_kind == USER

    @property
    def base_kind(self) -> str:
        """The kind without what it says of platforms and names: `agent message`, `action_start`."""
        words = " ".join(self.kind.casefold().split())
        known = next((kind for kind in KINDS if re.match(rf"{re.escape(kind)}(?![\w-])", words)), None)
        return known or words


KINDS = ("user message", "agent message", "reasoning", "action_start", "action_end", "gui_action", "screen_description",
         "trigger", "end_turn")  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """An entry that opens like an event and is none, or lines before any event. It stays in the file."""

    raw: bytes
    line: int
    reason: str


Entry = Event | Unreadable


@dataclass(frozen=True, slots=True)
class EventLog:
    """The file: its header's bytes and its entries' bytes; `entries` reads them one by one."""

    head: bytes
    body: bytes

    def entries(self, zone: tzinfo | None = None) -> Iterator[Entry]:
        """Every entry in order; stamps with an offset are told in `zone`."""
        line = self.head.count(b"\n") + 1
        for raw in raw_entries(self.body):
            yield _read(raw, line, zone)
            line += raw.count(b"\n")

    def count(self) -> int:
        """How many entries there are, readable or not."""
        return sum(1 for _ in raw_entries(self.body))


def read_log(data: bytes) -> EventLog:
    """The file's two parts; `head + body` is `data`."""
    opening = data[:_HEAD_BYTES].split(b"\n")
    lines = [line + b"\n" for line in opening[:-1]] + ([opening[-1]] if opening[-1] else [])
    length = sum(len(line) for line in lines[: header_length(lines, _opens_entry)])
    return EventLog(head=data[:length], body=data[length:])


_HEAD_BYTES = 16384
"""A header is looked for in this many bytes."""


def raw_entries(body: bytes) -> Iterator[bytes]:
    """The entries' bytes, line ends included; joined they are `body`. Lines before the first entry are one too."""
    start = position = 0
    while position < len(body):
        end = body.find(b"\n", position) + 1 or len(body)
        if position > start and _opens_entry(body[position : min(end, position + _OPENING)]):
            yield body[start:position]
            start = position
        position = end
    if start < len(body):
        yield body[start:]


_OPENING = 400
"""Bytes of a line in which its stamp and kind stand."""


def entry_of(at: datetime, kind: str, text: str) -> bytes:
    """The bytes of one entry. Line breaks of any kind become an indented line each; control characters are spaces.

    Raises InvalidArgument for a kind with brackets or control characters.
    """
    if not _KIND.fullmatch(kind):
        raise InvalidArgument(f"{kind[:60]!r} is no kind of event; use words without brackets or line breaks")
    first, *further = (_writable(line) for line in _LINE_BREAK.split(text))
    lines = [f"[{event_stamp(at)}] [{kind}]: {first}", *(f"{_INDENT}{line}" for line in further)]
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def without(log: EventLog, batch: Sequence[bytes]) -> bytes:
    """The file without the entries of a batch: by content, each as often as it was read, from the front.

    Whatever was appended, moved or rotated away meanwhile is as it is.
    """
    block = b"".join(batch)
    if log.body.startswith(block) and _at_entry(log.body, len(block)):
        return log.head + log.body[len(block) :]
    left = list(batch)
    kept = []
    for raw in raw_entries(log.body):
        if raw in left:
            left.remove(raw)
        else:
            kept.append(raw)
    return log.head + b"".join(kept)


def _at_entry(body: bytes, place: int) -> bool:
    return place == len(body) or _opens_entry(body[place : place + _OPENING])


def _opens_entry(line: bytes) -> bool:
    return _ENTRY.match(line.removeprefix(BYTE_ORDER_MARK)) is not None


def _read(raw: bytes, line: int, zone: tzinfo | None) -> Entry:
    first, *further = raw.removeprefix(BYTE_ORDER_MARK).decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
    parts = _PARTS.fullmatch(first)
    if parts is None or not _opens_entry(raw):
        return Unreadable(raw=raw, line=line, reason="no event begins here")
    at = read_stamp(parts["stamp"], zone)
    if at is None:
        return Unreadable(raw=raw, line=line, reason=f"{parts['stamp'][:40]!r} is no date and time")
    text = "\n".join([parts["text"], *(other.removeprefix(_INDENT) for other in further)]).strip()
    return Event(at=at, kind=parts["kind"].strip(), text=text, raw=raw, line=line)


def _writable(line: str) -> str:
    return "".join(character if character >= " " or character == "\t" else " " for character in line)
