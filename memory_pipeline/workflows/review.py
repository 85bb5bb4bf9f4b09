"""A verdict of the review desk: one change, and what follows from it (contract section 10)."""

from __future__ import annotations

from memory_pipeline.control.card_session import card_session
from memory_pipeline.control.review import Judged, plan_verdict
from memory_pipeline.model.review import VerdictKind
from memory_pipeline.workflows.card_action import CardOutcome, committed, with_free_id
from memory_pipeline.workflows.families import open_family
from memory_pipeline.workflows.pipeline import Pipeline


def review_memory(
    pipeline: Pipeline,
    family: str,
    memory: str,
    kind: VerdictKind,
    reviewer: str,
    *,
    summary: str = "",
    revision: int | None = None,
    again: bool = False,
) -> CardOutcome:
    """Give a verdict on a memory; `summary` are the new words of a rewrite. The same verdict twice changes nothing.

    Raises UnknownFamily, FamilyClosed, EmptySession for a rewrite without words, and as `plan_verdict` does.
    """
    store = pipeline.store(family)
    now = pipeline.now(open_family(store.family()))
    session = with_free_id(card_session(summary, now, reviewer), store) if kind == "rewritten" else None
    judged = Judged(
        memory=memory, kind=kind, reviewer=reviewer, at=now, session=session, revision=revision, again=again
    )
    budget, count_tokens = pipeline.policies.brief, pipeline.count_tokens
    return committed(pipeline, family, lambda view: plan_verdict(view, judged, budget, count_tokens))
