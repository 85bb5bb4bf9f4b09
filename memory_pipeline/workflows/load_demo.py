"""Families with a clock of their own enter a store, so that nothing in them ages (contract section 15, *Doors*)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memory_pipeline.model.errors import PreconditionFailed
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.object_store import ABSENT
from memory_pipeline.store.keys import STORE_KEY
from memory_pipeline.store.records import StoreSettings, dump_store_settings, load_store_settings
from memory_pipeline.workflows.families import ensure_family, list_families, take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.progress import Progress, silent


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """Families with their sessions in time order, and the instant at which they are looked at."""

    now: datetime
    families: Sequence[tuple[Family, Sequence[Session]]]


def load_demo(pipeline: Pipeline, demo: Demo, progress: Progress = silent) -> tuple[str, ...]:
    """Bring the demo's families in and return their keys; a second time changes no byte.

    The clock becomes the store's where the store is new or is a demo store already. In a store that holds other
    families each demo family keeps the clock for itself, so that nobody else's day stands still.
    """
    whole_store = _set_store_clock(pipeline, demo.now)
    for family, sessions in demo.families:
        ensure_family(pipeline, family if whole_store else replace(family, clock=demo.now))
        take_in(pipeline, family.key, sessions, progress)
    return tuple(family.key for family, _ in demo.families)


def _set_store_clock(pipeline: Pipeline, now: datetime) -> bool:
    stored = pipeline.objects.get(STORE_KEY)
    if stored is not None:
        return load_store_settings(stored.data, STORE_KEY).now == now
    if list_families(pipeline):
        return False
    try:
        pipeline.objects.put(STORE_KEY, dump_store_settings(StoreSettings(now=now)), expect=ABSENT)
    except PreconditionFailed:
        return _set_store_clock(pipeline, now)
    return True
