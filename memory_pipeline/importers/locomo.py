"""LoCoMo: very long conversations of two people (snap-research/LoCoMo, `data/locomo10.json`).

One family a conversation, named by its `sample_id`; both speakers are adult members and speak in the user role.
Session N is `session-NN`, and its turn n is the data set's `DN:n`. The date of a session is its clock; the data
gives no time of a turn, so that turns are a second apart to keep their order. What nobody said stays out: the
`query` of an image search and the caption that a model wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from memory_pipeline.importers.batch import (
    ImportBatch,
    ImportedFamily,
    ImportOptions,
    Record,
    batch_of,
    read_json,
)
from memory_pipeline.model.errors import (
    EmptySession,
    InputError,
    MalformedTranscript,
    UnknownReference,
)
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.instants import format_instant
from memory_pipeline.store.keys import family_prefix

TURN_SPACING = timedelta(seconds=1)

_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
           "november", "december")  # fmt: skip
_DATE = re.compile(r"\s*(\d{1,2}):(\d{2}) ?([ap])m on (\d{1,2}) ([A-Za-z]+),? (\d{4})\s*", re.ASCII)
_SESSION = re.compile(r"session_([1-9][0-9]*)", re.ASCII)


def read(path: Path, *, family: Family | None, options: ImportOptions) -> ImportBatch:
    """Every conversation, or the one `options.sample`, under its own name or under `options.family`.

    Raises MalformedTranscript for a file of another kind, UnknownReference for a sample that is not in it,
    InvalidFamilyKey for a name that is none.
    """
    file = str(path)
    samples = _chosen(_samples(read_json(path), file), options, file)
    name = options.family or (family.key if family else None)
    if name is not None:
        family_prefix(name)
        if len(samples) > 1:
            problem = f"{len(samples)} conversations cannot be one family; choose one with --sample"
            raise MalformedTranscript(f"{problem}: {', '.join(samples)[:300]}", file=file)
    batches = [_conversation(sample, key, name, file) for key, sample in samples.items()]
    families = tuple(imported for batch in batches for imported in batch.families)
    keys = [imported.family.key for imported in families]
    if twice := next((key for key in keys if keys.count(key) > 1), None):
        raise MalformedTranscript(f"two conversations would both be the family {twice}; choose one", file=file)
    return ImportBatch(families, tuple(error for batch in batches for error in batch.rejected))


def family_key_of(sample: str) -> str:
    """The sample's id in lower case, other characters as `-`. Raises InvalidFamilyKey where nothing is left."""
    key = re.sub(r"[^a-z0-9_-]+", "-", sample.lower()).strip("-")[:64]
    family_prefix(key)
    return key


def session_date(text: str) -> datetime | None:
    """A clock such as `1:56 pm on 8 May, 2023`, as UTC; None for anything else."""
    match = _DATE.fullmatch(text)
    if match is None or match[5].lower() not in _MONTHS or not 1 <= int(match[1]) <= 12:
        return None
    hour = int(match[1]) % 12 + (12 if match[3] == "p" else 0)
    month = _MONTHS.index(match[5].lower()) + 1
    try:
        return datetime(int(match[6]), month, int(match[4]), hour, int(match[2]), tzinfo=UTC)
    except ValueError:
        return None


def _samples(document: Any, file: str) -> dict[str, Mapping[str, Any]]:
    samples: dict[str, Mapping[str, Any]] = {}
    for place, sample in enumerate(document if isinstance(document, list) else [document], start=1):
        name = sample.get("sample_id") if isinstance(sample, dict) else None
        if not isinstance(name, str) or not isinstance(sample.get("conversation"), dict):
            problem = f"item {place} is no LoCoMo sample with `sample_id` and `conversation`"
            raise MalformedTranscript(problem, file=file)
        if name in samples:
            raise MalformedTranscript(f"the sample {name[:60]!r} stands in the file twice", file=file)
        samples[name] = sample["conversation"]
    if not samples:
        raise MalformedTranscript("the file holds no conversation", file=file)
    return samples


def _chosen(samples: dict[str, Mapping[str, Any]], options: ImportOptions, file: str) -> dict[str, Mapping[str, Any]]:
    if options.sample is None:
        return samples
    if options.sample not in samples:
        known = ", ".join(samples)
        raise UnknownReference(f"no sample {options.sample[:60]!r}; the file has {known[:300]}", file=file)
    return {options.sample: samples[options.sample]}


def _conversation(conversation: Mapping[str, Any], sample: str, name: str | None, file: str) -> ImportBatch:
    try:
        key = name or family_key_of(sample)
        members = tuple(Member(name=_speaker(conversation, role)) for role in ("speaker_a", "speaker_b"))
    except InputError as error:
        return ImportBatch((), (_placed(error, sample, file),))
    family = Family(key=key, timezone="UTC", members=members)
    batch = batch_of(family, _sessions(conversation, file))
    rejected = tuple(_placed(error, sample, file) for error in batch.rejected)
    sessions = batch.families[0].sessions
    if not sessions:
        return ImportBatch((), rejected)
    clock = max(session.ended_at for session in sessions if session.ended_at)
    return ImportBatch((ImportedFamily(replace(family, clock=clock), sessions),), rejected)


def _placed(error: InputError, sample: str, file: str) -> InputError:
    kind = type(error) if isinstance(error, EmptySession) else MalformedTranscript
    return kind(f"{sample[:60]}: {error.message}", file=file)


def _speaker(conversation: Mapping[str, Any], role: str) -> str:
    name = conversation.get(role)
    if not isinstance(name, str) or not name.strip():
        raise MalformedTranscript(f"`{role}` is missing")
    return name


def _sessions(conversation: Mapping[str, Any], file: str) -> Iterator[Record | InputError]:
    for number in sorted(int(match[1]) for key in conversation if (match := _SESSION.fullmatch(key))):
        try:
            yield Record(_document(conversation, number), file)
        except MalformedTranscript as error:
            yield error


def _document(conversation: Mapping[str, Any], number: int) -> dict[str, Any]:
    turns = conversation[f"session_{number}"]
    clock = conversation.get(f"session_{number}_date_time")
    started_at = session_date(clock) if isinstance(clock, str) else None
    if started_at is None:
        problem = f"the date is {str(clock)[:60]!r}; expected such as '1:56 pm on 8 May, 2023'"
        raise MalformedTranscript(f"session {number}: {problem}")
    if not isinstance(turns, list):
        raise MalformedTranscript(f"session {number} is no list of turns")
    return {
        "session": f"session-{number:02}",
        "surface": "import",
        "started_at": format_instant(started_at),
        "ended_at": format_instant(started_at + TURN_SPACING * max(0, len(turns) - 1)),
        "off_record": False,
        "turns": [
            _turn(turn, f"D{number}:{place}", started_at + TURN_SPACING * (place - 1), place)
            for place, turn in enumerate(turns, start=1)
        ],
    }


def _turn(turn: object, dia_id: str, at: datetime, place: int) -> dict[str, Any]:
    if not isinstance(turn, dict) or turn.get("dia_id") != dia_id:
        raise MalformedTranscript(f"where the turn {dia_id} is due stands another")
    return {
        "turn": place,
        "role": "user",
        "speaker": turn.get("speaker"),
        "at": format_instant(at),
        "text": turn.get("text"),
    }
