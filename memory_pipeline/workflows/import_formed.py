"""Sessions whose claims are known become memories at once, with the lineage of their file (contract section 15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memory_pipeline.model.candidate import Formation
from memory_pipeline.model.change import Change
from memory_pipeline.reconciliation.succession import plan_succession
from memory_pipeline.store.family_store import FamilyStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.suppression_rules import SuppressionRules
from memory_pipeline.workflows.dream_family import dream_family
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_session import reconcile_sessions
from memory_pipeline.workflows.progress import Progress, silent
from memory_pipeline.workflows.reindex import synchronise_index


def settle_formed(
    pipeline: Pipeline,
    family: str,
    formations: Sequence[Formation],
    succeeds: Mapping[str, str],
    progress: Progress = silent,
) -> None:
    """Reconcile stored sessions with the formations given, in order; decided ones are left as they are.

    `succeeds`: a session to the one whose claim its own took the place of. A dream and the index follow.
    """
    store = pipeline.store(family)
    waiting = [formation for formation in formations if formation.session not in store.decided_sessions()]
    for done, formation in enumerate(waiting, start=1):
        store.put_formation(formation)
        if not _succeeded(store, formation, succeeds.get(formation.session)):
            for _ in reconcile_sessions(pipeline, family, [formation.session]):
                pass
        progress("reconcile", done, len(waiting))
    if waiting:
        dream_family(pipeline, family)
        synchronise_index(pipeline, family)


def _succeeded(store: FamilyStore, formation: Formation, before: str | None) -> bool:
    """Whether the claim took its predecessor's place: that one is on file, stands, and no rule forbids the new one."""
    made: list[bool] = []

    def plan(view: FamilyView) -> Change | None:
        predecessor = _standing(view, before)
        candidate = formation.survivors[0]
        forbidden = SuppressionRules(view.suppressions(), view.entities()).match(candidate)
        made.append(predecessor is not None and forbidden is None)
        if predecessor is None or forbidden is not None:
            return None
        return plan_succession(view, view.session(formation.session), candidate, predecessor).change

    if before is not None:
        store.commit(plan)
    return bool(made) and made[-1]


def _standing(view: FamilyView, session: str | None) -> str | None:
    """The memory that a session formed or confirmed, where it still stands."""
    decisions = view.decisions(session) if session is not None else None
    memories = [each.memory for each in decisions.decisions if each.memory is not None] if decisions else []
    found = view.memories().get(memories[0]) if memories else None
    return found.id if found is not None and found.status in ("active", "dormant") else None
