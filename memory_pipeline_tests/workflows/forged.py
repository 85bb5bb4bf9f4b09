"""Histories that no writer of ours would write: a fault that the journal itself brought in, and nothing else amiss."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.brief.gather import compile_family
from memory_pipeline.model.change import ChangeRecord, FileWrite
from memory_pipeline.store import keys
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.head_file import committed, sealed, swap
from memory_pipeline.store.preparation import digest_of
from memory_pipeline.store.projections import refresh_projections
from memory_pipeline.store.records import dump_brief, dump_change_record
from memory_pipeline.store.snapshot import read_head
from memory_pipeline.workflows.pipeline import Pipeline

Files = Mapping[str, bytes]


def forged(pipeline: Pipeline, family: str, files: Files, *, next_due: date | None = None) -> None:
    """Journal `files` unchecked as one change, with the brief, catalog, index.md and log.md that follow from them."""
    _journal(pipeline.objects, family, files, next_due)
    brief = dump_brief(compile_family(_fresh(pipeline, family), pipeline.policies.brief, pipeline.count_tokens).brief)
    key = keys.brief_key(family)
    if key not in files and _fresh(pipeline, family).stored([key])[key].data != brief:
        _journal(pipeline.objects, family, {key: brief}, next_due)
    refresh_projections(pipeline.objects, family, from_files=True)


def _fresh(pipeline: Pipeline, family: str) -> FamilyView:
    view = pipeline.view(family)
    view.reread_files(whole=True)
    return view


def _journal(objects: object, family: str, files: Files, next_due: date | None) -> None:
    assert isinstance(objects, InMemoryObjects)
    seen, present = read_head(objects, family), objects.contents()
    newest = next(reversed(list(FamilyView(objects, family).records())))
    before = {key: digest_of(present[key]) if key in present else None for key in files}
    writes = tuple(FileWrite(key=key, before=before[key], content=data.decode()) for key, data in files.items())
    record = ChangeRecord(
        seq=newest.seq + 1, kind="card", cause="forged", at=newest.at, entries=(), writes=writes, next_due=next_due
    )
    objects.put(keys.change_key(family, record.seq), dump_change_record(record))
    for key, data in files.items():
        objects.put(key, data)
    swap(objects, family, seen, replace(sealed(committed(seen.head, record)), next_due=next_due))
