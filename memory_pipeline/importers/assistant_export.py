"""The conversations of an assistant's export (`conversations.json`, a folder or a zip with it), one by one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from memory_pipeline.importers.archive import archive
from memory_pipeline.importers.batch import ImportBatch, ImportOptions, Record, batch_of, given_family, parse_json
from memory_pipeline.importers.json_items import items
from memory_pipeline.importers.turns import account_member, counted
from memory_pipeline.model.errors import EmptySession, InputError, MalformedTranscript
from memory_pipeline.model.family import Family

_CONVERSATIONS = re.compile(r"(?:.*/)?conversations(?:[-_]\d+)?\.json")

Conversation = dict[str, Any]
ToSession = Callable[[Conversation, ImportOptions, Counter[str]], dict[str, Any]]
"""One conversation as a session's JSON value; what is left out of it is counted by kind.

Raises MalformedTranscript and EmptySession."""


def read_export(path: Path, family: Family | None, options: ImportOptions, to_session: ToSession) -> ImportBatch:
    """Every conversation of the export as one session. A file cut off in the middle brings nothing.

    Raises MalformedTranscript for a file of another kind, UnknownFamily, InvalidArgument for a stranger's account.
    """
    owner = given_family(family, options)
    options = replace(options, account=account_member(owner, options))
    left_out: Counter[str] = Counter()
    batch = batch_of(owner, _records(path, options, to_session, left_out))
    notes = (_account_note(options), *counted(left_out))
    return replace(batch, notes=notes, foreign=True)


def _account_note(options: ImportOptions) -> str:
    if options.account is None:
        return "whose account it is was not said, so the user has no name; see --speaker"
    return f"the user is {options.account}"


def _records(
    path: Path, options: ImportOptions, to_session: ToSession, left_out: Counter[str]
) -> Iterator[Record | InputError]:
    with archive(path) as export:
        names = [name for name in export.names if name == "" or _CONVERSATIONS.fullmatch(name)]
        if not names:
            raise MalformedTranscript("holds no conversations.json; is this the export?", file=str(path))
        for name in names:
            with export.opened(name) as stream:
                for place, (data, line) in enumerate(items(stream, export.place(name)), start=1):
                    yield _record(data, Place(export.place(name), line, place), options, to_session, left_out)


class Place:
    """Where a conversation stands: file, line and which one of the file it is."""

    def __init__(self, file: str, line: int, number: int) -> None:
        self.file, self.line, self.number = file, line, number


def _record(
    data: bytes, place: Place, options: ImportOptions, to_session: ToSession, left_out: Counter[str]
) -> Record | InputError:
    try:
        conversation = parse_json(data, place.file, place.line)
        if not isinstance(conversation, dict):
            raise MalformedTranscript("is no JSON object")
        return Record(to_session(conversation, options, left_out), place.file, place.line)
    except (MalformedTranscript, EmptySession) as error:
        return type(error)(f"conversation {place.number}: {error.message}", file=place.file, line=place.line)
