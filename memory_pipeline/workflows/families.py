"""Families and their transcripts enter the store here; nothing is formed yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from memory_pipeline.model.change import Change
from memory_pipeline.model.errors import FamilyClosed, FamilyExists, SessionConflict, UnknownFamily
from memory_pipeline.model.family import Family
from memory_pipeline.model.instants import zone
from memory_pipeline.model.refs import FAMILY_KEY
from memory_pipeline.model.transcript import Session
from memory_pipeline.store.keys import FAMILIES_PREFIX, family_prefix
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.progress import Progress, silent


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenIn:
    """How many sessions were new and how many were there already, byte for byte; `refused` ones differ."""

    family: str
    added: tuple[str, ...]
    known: tuple[str, ...]
    refused: tuple[SessionConflict, ...] = ()


def list_families(pipeline: Pipeline) -> tuple[str, ...]:
    """The keys of all families, ascending."""
    return tuple(folder for folder in family_folders(pipeline) if pipeline.view(folder).exists())


def family_folders(pipeline: Pipeline) -> tuple[str, ...]:
    """The folders that may be a family's, ascending, for one listing and without a look into any of them."""
    return tuple(folder for folder in pipeline.objects.folders(FAMILIES_PREFIX) if FAMILY_KEY.fullmatch(folder))


def add_family(pipeline: Pipeline, family: Family) -> None:
    """Create the family's folder. Raises FamilyExists, InvalidFamilyKey, InvalidTimeZone."""
    family_prefix(family.key)
    zone(family.timezone)
    if pipeline.view(family.key).exists():
        raise FamilyExists(f"family {family.key!r} exists; `family show {family.key}` prints it")
    pipeline.store(family.key).create_family(family)


def ensure_family(pipeline: Pipeline, family: Family) -> None:
    """Create the family's folder unless it is there; what is there stays as it is."""
    if not pipeline.view(family.key).exists():
        add_family(pipeline, family)


def open_family(family: Family) -> Family:
    """The family itself, where something new may be formed in it. Raises FamilyClosed."""
    if family.closed:
        raise FamilyClosed(f"family {family.key!r} is closed; its memories stay readable, nothing new is formed")
    return family


def close_family(pipeline: Pipeline, key: str) -> Family:
    """Close the family: its memories stay readable, nothing new is formed. Closing twice changes nothing."""
    store = pipeline.store(key)
    family = store.family()
    if family.closed:
        return family
    closed = replace(family, closed=True)
    store.commit(lambda _: Change(kind="card", cause="close", at=pipeline.now(family), family=closed))
    return closed


def take_in(pipeline: Pipeline, key: str, sessions: Iterable[Session], progress: Progress = silent) -> TakenIn:
    """Store transcripts. The same session with other bytes is refused and listed; the others come in."""
    store = pipeline.store(key)
    if not store.exists():
        raise UnknownFamily(f"no family {key!r}; add it with `family add {key} --timezone ZONE`")
    sessions = tuple(sessions)
    added: list[str] = []
    known: list[str] = []
    refused: list[SessionConflict] = []
    for done, session in enumerate(sessions, start=1):
        try:
            (added if store.add_session(session) else known).append(session.id)
        except SessionConflict as conflict:
            refused.append(conflict)
        progress("import", done, len(sessions))
    return TakenIn(family=key, added=tuple(added), known=tuple(known), refused=tuple(refused))
