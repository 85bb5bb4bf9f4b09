"""The background pass over one family: expire, promote, decay, recompile (seed section 5)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from memory_pipeline.dreaming.plan import DreamPlan, plan_dream
from memory_pipeline.model.change import Change, ChangeRecord
from memory_pipeline.model.instants import local_date
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.projections import refresh_projections
from memory_pipeline.workflows.pipeline import Pipeline


@dataclass(frozen=True, slots=True, kw_only=True)
class DreamReport:
    """What one pass planned (`plan`) and, unless it was a dry run, wrote (`record`, None for nothing)."""

    family: str
    plan: DreamPlan
    record: ChangeRecord | None


def dream_family(pipeline: Pipeline, family: str, *, dry_run: bool = False) -> DreamReport:
    """Sweep one family and recompile its brief; a second pass on the same day writes nothing."""
    store = pipeline.store(family)
    if dry_run:
        return DreamReport(family=family, plan=_plan(pipeline, store), record=None)
    planned: list[DreamPlan] = []

    def plan(view: FamilyView) -> Change | None:
        planned.append(_plan(pipeline, view))
        return planned[-1].change

    record = store.commit(plan)
    refresh_projections(pipeline.objects, family)
    return DreamReport(family=family, plan=planned[-1], record=record)


def is_due(pipeline: Pipeline, family: str, host_now: datetime | None = None) -> bool:
    """Whether tonight has anything to do for this family; `host_now` where the caller has looked it up already.

    A quiet family costs one read, of head.json: while its day has not begun in the earliest zone on Earth
    (UTC+14) it cannot be due in its own. Only on that last day are zone and clock looked up.
    """
    view = pipeline.view(family)
    head = view.head()
    if head.pending is not None:
        return True
    if head.next_due is None or head.next_due > latest_date_on_earth(host_now or pipeline.host_now()):
        return False
    stored = view.family()
    return head.next_due <= local_date(pipeline.now(stored), stored.timezone)


def latest_date_on_earth(now: datetime) -> date:
    """The calendar date in UTC+14, where a day begins first."""
    return (now + timedelta(hours=14)).date()


def _plan(pipeline: Pipeline, view: FamilyView) -> DreamPlan:
    return plan_dream(
        view, pipeline.now(view.family()), pipeline.policies.dream, pipeline.policies.brief, pipeline.count_tokens
    )
