"""A WhatsApp chat as a phone exports it: a text file, or the zip or folder with it.

The text has local times without a zone, dates in the order of the phone's region, and lines that the app wrote
itself. The order of a date is read off the whole file; where it can be read in two ways the caller is asked. A
silence cuts the chat into sessions, each named by its first message, so that a later export names them alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from memory_pipeline.importers.archive import archive
from memory_pipeline.importers.batch import ImportBatch, ImportOptions, Record, batch_of, given_family
from memory_pipeline.importers.turns import Said, conversations, counted, document, peers_surface
from memory_pipeline.importers.whatsapp_dates import DatedLine, dated, order_of
from memory_pipeline.importers.whatsapp_lines import entries
from memory_pipeline.importers.whatsapp_text import message_of
from memory_pipeline.model.errors import MalformedTranscript
from memory_pipeline.model.family import Family
from memory_pipeline.model.ids import digest
from memory_pipeline.model.instants import zone


def read(path: Path, *, family: Family | None, options: ImportOptions) -> ImportBatch:
    """The chat as sessions, cut by pauses; the last one may still grow where it is not over yet.

    Raises MalformedTranscript for a file of another kind, InvalidArgument for dates of two readings, InvalidTimeZone,
    UnknownFamily.
    """
    owner = given_family(family, options)
    timezone = options.timezone or owner.timezone
    file, text = _text(path)
    lines = entries(text, file)
    order, why = order_of([line.stamp for line in lines], options.date_order, file, _latest(options))
    read_lines = dated(lines, order, file)
    left_out: Counter[str] = Counter()
    said = list(_said(read_lines, zone(timezone), options, left_out))
    if not said:
        raise MalformedTranscript("nobody says anything in this chat", file=file)
    surface, who = peers_surface(owner, (each.speaker or "" for each in said))
    records = (Record(document(_name(talk), talk, options, surface), file) for talk in conversations(said, options))
    whose = "as stated" if options.timezone else "the family's zone"
    notes = (f"times read as {timezone}, {whose}", f"dates read {why}", who, *counted(left_out))
    return replace(batch_of(owner, records), notes=notes, foreign=True)


def _text(path: Path) -> tuple[str, str]:
    """The chat's file and its text. Raises MalformedTranscript for none or several, and for one that is no UTF-8."""
    with archive(path) as export:
        texts = [name for name in export.names if name == "" or name.lower().endswith(".txt")]
        chats = [name for name in texts if name.rpartition("/")[2] == "_chat.txt"] or texts
        if len(chats) != 1:
            problem = f"holds {len(chats)} text files; name the chat's own"
            raise MalformedTranscript(f"{problem}: {', '.join(chats)[:200]}" if chats else problem, file=str(path))
        with export.opened(chats[0]) as stream:
            data = stream.read()
        file = export.place(chats[0])
    try:
        return file, data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise MalformedTranscript("the file is not UTF-8; export the chat again", file=file, line=line) from error


def _said(
    lines: Sequence[DatedLine], timezone: ZoneInfo, options: ImportOptions, left_out: Counter[str]
) -> Iterator[Said]:
    before: datetime | None = None
    for line in lines:
        at = _instant(line.at, timezone, before)
        message = message_of(line.body, left_out)
        if message is not None:
            before = at
            speaker = options.called.get(message.sender, message.sender)
            yield Said(role="user", at=at, text=message.text, speaker=speaker)


def _latest(options: ImportOptions) -> date | None:
    """The last day that anybody on Earth has seen begin."""
    return None if options.now is None else (options.now + timedelta(hours=14)).date()


def _instant(local: datetime, timezone: ZoneInfo, before: datetime | None) -> datetime:
    """The local time in UTC; in an hour that a clock change repeats, the second one where the chat is there already."""
    first = local.replace(tzinfo=timezone).astimezone(UTC)
    if before is None or first >= before:
        return first
    second = local.replace(tzinfo=timezone, fold=1).astimezone(UTC)
    return second if second >= before else first


def _name(talk: Sequence[Said]) -> str:
    first = talk[0]
    return f"whatsapp-{first.at:%Y%m%dT%H%M%SZ}-{digest(first.speaker or '', first.text)[:8]}"
