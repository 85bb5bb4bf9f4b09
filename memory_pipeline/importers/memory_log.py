"""MEMORY.md as memories with their lineage: an item a session, its claim known (contract section 15, *Memory log*).

Event, decision, learning and project become facts, an event until the day after; contact becomes a relationship; all
as the user stated them. A superseded item comes in only with the item that took its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta, tzinfo
from pathlib import Path

from memory_pipeline.importers.batch import (
    ImportBatch,
    ImportedFamily,
    ImportOptions,
    Record,
    batch_of,
    given_family,
    read_bytes,
)
from memory_pipeline.importers.turns import Said, document
from memory_pipeline.language.sensitivity import sensitivity
from memory_pipeline.memory_log.categories import STORE_TYPES
from memory_pipeline.memory_log.comparing import subject_of, told_words
from memory_pipeline.memory_log.conversation import instant
from memory_pipeline.memory_log.items import Item
from memory_pipeline.memory_log.memory_file import read_memory_file
from memory_pipeline.memory_log.names import Names, read_names
from memory_pipeline.memory_log.ranking import valid_dates
from memory_pipeline.memory_log.values import same_subject
from memory_pipeline.model.candidate import Candidate, Formation, Quote
from memory_pipeline.model.errors import MalformedTranscript
from memory_pipeline.model.family import Family
from memory_pipeline.model.ids import digest
from memory_pipeline.model.instants import zone

EXTRACTOR = "memory-log items-1"


@dataclass(frozen=True, slots=True)
class _Entry:
    """An item, its session, and the session of the item whose place it took."""

    item: Item
    session: str
    succeeds: str | None


def read(path: Path, *, family: Family | None, options: ImportOptions) -> ImportBatch:
    """Every item as a session with its formation. Raises MalformedTranscript where no item is found, UnknownFamily."""
    owner = given_family(family, options)
    where = zone(options.timezone or owner.timezone)
    items = [item for _, item in read_memory_file(read_bytes(path)).items()]
    if not items:
        raise MalformedTranscript("no item `[YYYY-MM-DD HH:MM:SS] [category] …` stands in it", file=str(path))
    names = read_names([item.text for item in items if not item.superseded], owner, ())
    entries, left_out = _with_lineage(items)
    records = [Record(_document(entry, names, where, options), str(path)) for entry in entries]
    batch = batch_of(owner, records)
    told = tuple(
        ImportedFamily(
            each.family,
            each.sessions,
            tuple(_formation(entry, names, owner) for entry in entries),
            {entry.session: entry.succeeds for entry in entries if entry.succeeds is not None},
        )
        for each in batch.families
    )
    notes = tuple(f"left out: a superseded item without the one that took its place: {item.text}" for item in left_out)
    return replace(batch, families=told, notes=notes)


def _with_lineage(items: Sequence[Item]) -> tuple[list[_Entry], list[Item]]:
    """The items in time order, each with what it succeeds; and superseded ones whose successor nobody can tell."""
    ordered = sorted(dict.fromkeys(items), key=lambda item: item.at)
    taken: dict[int, int] = {}
    for place, item in enumerate(ordered):
        if item.superseded:
            later = [other for other in range(place + 1, len(ordered)) if other not in taken]
            best = max(later, key=lambda other: (_likeness(item, ordered[other]), -other), default=None)
            if best is not None and _likeness(item, ordered[best]) > 0:
                taken[best] = place
    succeeded = set(taken.values())
    left_out = {place for place, item in enumerate(ordered) if item.superseded and place not in succeeded}
    kept = [place for place in range(len(ordered)) if place not in left_out]
    names = {place: _session(ordered[place]) for place in kept}
    entries = [_Entry(ordered[place], names[place], names.get(taken.get(place, -1))) for place in kept]
    return entries, [ordered[place] for place in sorted(left_out)]


def _likeness(old: Item, new: Item) -> float:
    """How many words two items of one subject share; zero for items of different subjects."""
    if not same_subject(old.text, new.text):
        return 0.0
    subject = told_words(subject_of(old.text)) | told_words(subject_of(new.text))
    ours, theirs = told_words(old.text) - subject, told_words(new.text) - subject
    shared = len(ours & theirs) / max(1, min(len(ours), len(theirs)))
    return shared + 0.1 * (old.category == new.category)


def _session(item: Item) -> str:
    return f"memory-log-{item.at:%Y%m%dT%H%M%S}-{digest(item.category, item.text)[:12]}"


def _document(entry: _Entry, names: Names, where: tzinfo, options: ImportOptions) -> dict[str, object]:
    said = Said(role="user", at=instant(entry.item.at, where), text=entry.item.text, speaker=names.user)
    return document(entry.session, [said], replace(options, now=None), "import")


def _formation(entry: _Entry, names: Names, family: Family) -> Formation:
    text, about = entry.item.text, subject_of(entry.item.text)
    candidate = Candidate(
        type=STORE_TYPES[entry.item.category],
        about=about,
        summary=f"{text}.",
        body=f"{text}.",
        when_to_use=f"When {about} comes up",
        evidence=(Quote(first=1, last=1, text=text),),
        applies_to=tuple(dict.fromkeys(name for name in (about, *_people(text, names)) if name)),
        valid_until=_until(entry.item),
        sensitivity=sensitivity(text, about, family),
    )
    return Formation(session=entry.session, extractor=EXTRACTOR, status="formed", survivors=(candidate,))


def _people(text: str, names: Names) -> Iterator[str]:
    return (name for name in sorted(set(names.full.values())) if name in text)


def _until(item: Item) -> date | None:
    """An event is over the day after its last day; everything else lasts."""
    days = valid_dates(item)
    if item.category != "event" or not days:
        return None
    return date.fromisoformat(max(days)) + timedelta(days=1)
