"""The main job for one family: form, reconcile, enrich, dream, index (contract section 13, `run`)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from memory_pipeline.workflows.dream_family import DreamReport
from memory_pipeline.workflows.families import open_family
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_session import (
    SessionOutcome,
    empty_sessions,
    form_sessions,
    reconcile_sessions,
    waiting_sessions,
)
from memory_pipeline.workflows.progress import Progress, silent
from memory_pipeline.workflows.reindex import IndexReport
from memory_pipeline.workflows.settle import settle


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyRun:
    """What one run did. `dream` is None where nothing had changed and nothing was due."""

    family: str
    sessions: tuple[SessionOutcome, ...]
    dream: DreamReport | None
    index: IndexReport

    @property
    def failed_sessions(self) -> tuple[str, ...]:
        """Sessions whose extraction failed; the next run tries them again."""
        return tuple(outcome.formation.session for outcome in self.sessions if outcome.failed)

    def as_json(self) -> dict[str, Any]:
        """The family's part of `run --json` (contract section 13)."""
        return {
            "family": self.family,
            "sessions": [session_json(outcome) for outcome in self.sessions],
            "failed": list(self.failed_sessions),
            "transitions": _transitions(self.dream),
            "index": self.index.as_json(),
        }


def run_family(pipeline: Pipeline, family: str, progress: Progress = silent, *, retry_empty: bool = False) -> FamilyRun:
    """Work through everything that waits in one family. A run with nothing to do changes no byte."""
    view = pipeline.view(family)
    open_family(view.family())
    sessions = waiting_sessions(view)
    if retry_empty:
        sessions = (*empty_sessions(view), *sessions)
    for _ in form_sessions(pipeline, family, sessions, progress):
        pass
    outcomes = tuple(reconcile_sessions(pipeline, family, sessions, progress))
    followed = settle(pipeline, family)
    return FamilyRun(family=family, sessions=outcomes, dream=followed.dream, index=followed.index)


def session_json(outcome: SessionOutcome) -> dict[str, Any]:
    """One session's counts: candidates, rejections by reason, decisions by kind, model faults by kind, tokens, cost."""
    formation = outcome.formation
    decisions = outcome.decisions.decisions if outcome.decisions else ()
    return {
        "session": formation.session,
        "status": formation.status,
        "reason": formation.reason,
        "candidates": len(formation.survivors) + len(formation.rejections) + len(formation.refused),
        "survivors": len(formation.survivors),
        "rejections": dict(sorted(Counter(rejection.gate for rejection in formation.rejections).items())),
        "refused": len(formation.refused),
        "decisions": dict(sorted(Counter(decision.kind for decision in decisions).items())),
        "seq": outcome.record.seq if outcome.record else None,
        "input_tokens": formation.usage.input_tokens,
        "output_tokens": formation.usage.output_tokens,
        "cost_usd": formation.usage.cost_usd,
        "faults": dict(formation.usage.faults),
    }


def _transitions(dream: DreamReport | None) -> dict[str, int]:
    if dream is None:
        return {}
    return dict(sorted(Counter(transition.kind for transition in dream.plan.transitions).items()))
