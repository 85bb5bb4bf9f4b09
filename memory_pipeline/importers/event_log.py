"""An agent's EVENT_UNPROCESSED.md as conversations: what user and agent said (second seed, contract section 11).

Times are the family's wall clock. A silence ends a conversation, which is named by its first message, so that a log
that has grown since is found again and goes on. What the machine noted for itself (reasoning, actions,
screens) is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import tzinfo
from pathlib import Path

from memory_pipeline.importers.batch import ImportBatch, ImportOptions, Record, batch_of, given_family, read_bytes
from memory_pipeline.importers.turns import Said, conversations, counted, document
from memory_pipeline.memory_log.conversation import instant
from memory_pipeline.memory_log.events import Event, EventLog, read_log
from memory_pipeline.model.errors import MalformedTranscript
from memory_pipeline.model.family import Family
from memory_pipeline.model.ids import digest
from memory_pipeline.model.instants import zone

_AGENT = "agent message"


def read(path: Path, *, family: Family | None, options: ImportOptions) -> ImportBatch:
    """User and agent messages as sessions, in order. The user is the first adult member, or `--speaker`.

    Raises MalformedTranscript for a file without any event, UnknownFamily, InvalidTimeZone.
    """
    owner = given_family(family, options)
    timezone = options.timezone or owner.timezone
    log = read_log(read_bytes(path))
    left_out: Counter[str] = Counter()
    said = list(_said(log, _user(owner, options), zone(timezone), left_out))
    if not said and not left_out:
        raise MalformedTranscript("no event `[YYYY/MM/DD HH:MM:SS] [kind]: text` stands in it", file=str(path))
    talks = conversations(said, replace(options, now=None))
    records = (Record(document(_name(talk), talk, options, "import"), str(path)) for talk in talks)
    batch = batch_of(owner, records)
    return replace(batch, notes=(f"times read as {timezone}", *counted(left_out)), foreign=True)


def _said(log: EventLog, user: str | None, where: tzinfo, left_out: Counter[str]) -> Iterator[Said]:
    for entry in log.entries(where):
        if not isinstance(entry, Event):
            left_out[f"entries that are no events ({entry.reason})"] += 1
        elif entry.by_user:
            yield Said(role="user", at=instant(entry.at, where), text=entry.text, speaker=user)
        elif entry.base_kind == _AGENT:
            yield Said(role="assistant", at=instant(entry.at, where), text=entry.text)
        else:
            left_out[f"{entry.base_kind} events"] += 1


def _user(family: Family, options: ImportOptions) -> str | None:
    if options.account is not None:
        return options.account
    adults = [member for member in family.members if member.kind == "adult"]
    return adults[0].name if adults else None


def _name(talk: list[Said]) -> str:
    first = talk[0]
    return f"event-log-{first.at:%Y%m%dT%H%M%S}-{digest(first.role, first.text)[:12]}"
