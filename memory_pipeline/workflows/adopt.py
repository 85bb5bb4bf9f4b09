"""What people changed in the files by hand becomes part of the history (contract section 2)."""

from __future__ import annotations

from dataclasses import dataclass

from memory_pipeline.model.change import Change, ChangeRecord
from memory_pipeline.store.adoption import Adoption, LeftEdit, adoption
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.projections import refresh_projections
from memory_pipeline.workflows.dream_family import dream_family
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.reindex import synchronise_index


@dataclass(frozen=True, slots=True, kw_only=True)
class AdoptReport:
    """The change that took the edits over (None: there was nothing to take over), and the edits that stay as they are.

    In a dry run `record` is what would be written. `unsummarised`: see Adoption.
    """

    family: str
    record: ChangeRecord | None
    left: tuple[LeftEdit, ...]
    unsummarised: tuple[str, ...] = ()


def adopt_family(pipeline: Pipeline, family: str, *, dry_run: bool = False) -> AdoptReport:
    """Journal every hand edit that can be, then dream, so that brief, catalog and index follow. Raises UnknownFamily.

    A second call changes nothing.
    """
    store = pipeline.store(family)
    now = pipeline.now(store.family())
    found: list[Adoption] = []

    def plan(view: FamilyView) -> Change | None:
        found.append(adoption(view, now))
        return found[-1].change

    record = store.dry_run(plan) if dry_run else store.commit(plan)
    if not dry_run:
        refresh_projections(pipeline.objects, family, from_files=True)
        dream_family(pipeline, family)
        synchronise_index(pipeline, family)
    return AdoptReport(family=family, record=record, left=found[-1].left, unsummarised=found[-1].unsummarised)
