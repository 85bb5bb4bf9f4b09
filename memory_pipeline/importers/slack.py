"""A Slack export: a zip or folder with `users.json`, lists of channels, and a file a day in a folder a channel.

The messages of a channel are cut into sessions by pauses. The replies of a thread are a session of their own, opened
by the message that they answer as context, so that each message is evidence once and a late reply changes no session
that is stored. Instants are absolute, so no zone is needed.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from memory_pipeline.importers.archive import Archive, archive
from memory_pipeline.importers.batch import ImportBatch, ImportOptions, Record, batch_of, given_family, parse_json
from memory_pipeline.importers.json_items import items
from memory_pipeline.importers.slack_messages import Posted, posted
from memory_pipeline.importers.slack_names import Names, read_names
from memory_pipeline.importers.turns import Said, conversations, counted, document, peers_surface
from memory_pipeline.model.errors import InputError, MalformedTranscript
from memory_pipeline.model.family import Family

_DAY = re.compile(r"(?:.*/)?([^/]+)/\d{4}-\d{2}-\d{2}\.json")


def read(path: Path, *, family: Family | None, options: ImportOptions) -> ImportBatch:
    """Channels and threads as sessions. A day's file that is cut off brings nothing of the whole export.

    Raises MalformedTranscript for a folder of another kind, UnknownFamily.
    """
    owner = given_family(family, options)
    left_out: Counter[str] = Counter()
    rejected: list[InputError] = []
    with archive(path) as export:
        channels = _channels(export)
        if not channels:
            raise MalformedTranscript("holds no channel/2026-08-14.json; is this the export?", file=str(path))
        names = read_names(export)
        talks = {
            channel: _messages(export, files, names, options, left_out, rejected) for channel, files in channels.items()
        }
    speakers = [each.said.speaker or "" for talk in talks.values() for each in talk if each.said.role == "user"]
    surface, who = peers_surface(owner, speakers)
    records = (
        Record(document(session, said, options, surface), str(path))
        for channel, talk in talks.items()
        for session, said in _sessions(names.channel_id(channel), talk, options)
    )
    batch = batch_of(owner, records)
    return replace(batch, rejected=(*rejected, *batch.rejected), notes=(who, *counted(left_out)), foreign=True)


def _channels(export: Archive) -> Mapping[str, list[str]]:
    """The files of each channel, oldest day first."""
    files: dict[str, list[str]] = defaultdict(list)
    for name in export.names:
        if day := _DAY.fullmatch(name):
            files[day[1]].append(name)
    return files


def _messages(
    export: Archive,
    files: Iterable[str],
    names: Names,
    options: ImportOptions,
    left_out: Counter[str],
    rejected: list[InputError],
) -> list[Posted]:
    found: list[Posted] = []
    for name in files:
        with export.opened(name) as stream:
            for place, (data, line) in enumerate(items(stream, export.place(name)), start=1):
                try:
                    found += posted(parse_json(data, export.place(name), line), names, options, left_out)
                except MalformedTranscript as error:
                    problem = f"message {place}: {error.message}"
                    rejected.append(MalformedTranscript(problem, file=export.place(name), line=line))
    return sorted(found, key=lambda each: each.order)


def _sessions(channel: str, talk: list[Posted], options: ImportOptions) -> Iterator[tuple[str, list[Said]]]:
    """Each session's name and messages: the channel's own flow, then thread by thread."""
    names = {id(each.said): each.ts for each in talk}
    for said in conversations((each.said for each in talk if each.thread is None), options):
        if any(each.role == "user" for each in said):
            yield f"slack-{channel}-{names[id(said[0])]}", said
    roots = {each.ts: each for each in talk if each.thread is None}
    threads: dict[str, list[Posted]] = defaultdict(list)
    for each in talk:
        if each.thread is not None:
            threads[each.thread].append(each)
    for ts, replies in threads.items():
        for said in conversations((reply.said for reply in replies), options):
            if any(each.role == "user" for each in said):
                opening = [_as_context(roots[ts].said)] if ts in roots else []
                yield f"slack-{channel}-{ts}-{names[id(said[0])]}", [*opening, *said]


def _as_context(root: Said) -> Said:
    """The message that a thread answers, which is evidence in its channel and not again here."""
    return replace(root, role="system", text=f"In reply to {root.speaker or 'a message'}:\n{root.text}", speaker=None)
