"""What a family does on the card: each action is one change, and the next read sees it (seed section 10).

A dream follows, so that the brief is compiled anew; the change itself has taken out what must no longer be told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import chain, count

from memory_pipeline.control.card_session import card_session
from memory_pipeline.control.edit import plan_edit
from memory_pipeline.control.forget import plan_forget
from memory_pipeline.control.forget_group import Group, plan_forget_group
from memory_pipeline.control.pin import plan_pin
from memory_pipeline.control.remember import Remembered, as_card, lifting, remember
from memory_pipeline.control.rules import plan_lift
from memory_pipeline.control.settle import newest_dispute, plan_keep, plan_replace, was_replaced
from memory_pipeline.control.shown import require_shown
from memory_pipeline.control.undoing import plan_undo
from memory_pipeline.formation.extract import form
from memory_pipeline.model.change import Change, ChangeRecord
from memory_pipeline.model.decision import SessionDecisions
from memory_pipeline.model.errors import ForgottenReference
from memory_pipeline.model.transcript import Session
from memory_pipeline.reconciliation.plan import SessionPlan, plan_session
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.vectors import FamilyVectors
from memory_pipeline.workflows.dream_family import dream_family
from memory_pipeline.workflows.families import open_family
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.reindex import synchronise_index


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOutcome:
    """What an action came to. `record` is None where all of it was so already; `decisions` where words were written."""

    family: str
    record: ChangeRecord | None
    decisions: SessionDecisions | None = None


def remember_on_card(pipeline: Pipeline, family: str, text: str, *, member: str | None = None) -> CardOutcome:
    """Remember a statement as explicitly said, lifting a rule that would keep it forgotten.

    Said twice it changes nothing. Raises UnknownFamily, FamilyClosed, EmptySession.
    """
    store = pipeline.store(family)
    known = open_family(store.family())
    session = with_free_id(card_session(text, pipeline.now(known), member), store)
    survivors = form(session, known, pipeline.extractor, pipeline.policies.formation).survivors
    vectors = pipeline.vectors(family)
    decided: list[SessionDecisions] = []

    def plan(view: FamilyView) -> Change | None:
        wanted = remember(view, session, survivors)
        planned = _reconciled(pipeline, view, wanted, vectors)
        wanted = lifting(view, wanted, planned.held_back)
        if planned.held_back:
            planned = _reconciled(pipeline, view, wanted, vectors)
        decided.append(planned.decisions)
        return as_card(wanted, planned.decisions, planned.change)

    record = store.commit(plan)
    _follow(pipeline, family, record)
    return CardOutcome(family=family, record=record, decisions=decided[-1])


def _reconciled(pipeline: Pipeline, view: FamilyView, wanted: Remembered, vectors: FamilyVectors) -> SessionPlan:
    return plan_session(
        view,
        wanted.session,
        wanted.candidates,
        pipeline.judge,
        vectors,
        pipeline.policies.reconciliation,
        lifted=[rule.id for rule in wanted.lifted],
    )


def forget_on_card(
    pipeline: Pipeline, family: str, memory: str, *, by: str = "", revision: int | None = None
) -> CardOutcome:
    """Forget one claim for good. Forgotten twice it changes nothing. Raises UnknownFamily, UnknownReference.

    `revision` is the one that was shown; raises ChangedMeanwhile where another stands now.
    """
    now = pipeline.now(pipeline.view(family).family())

    def plan(view: FamilyView) -> Change | None:
        change = plan_forget(view, memory, now, by)
        if change is not None:
            require_shown(view, memory, revision)
        return change

    return committed(pipeline, family, plan)


def edit_on_card(
    pipeline: Pipeline,
    family: str,
    memory: str,
    text: str,
    *,
    member: str | None = None,
    revision: int | None = None,
) -> CardOutcome:
    """Give a memory new words: a new explicit memory in the place of its newest version.

    The same words twice change nothing. Raises UnknownFamily, FamilyClosed, EmptySession, UnknownReference,
    ForgottenReference, InvalidArgument for words that a rule keeps forgotten, ChangedMeanwhile where `revision`,
    which was shown, stands no more.
    """
    store = pipeline.store(family)
    known = open_family(store.family())
    session = with_free_id(card_session(text, pipeline.now(known), member), store)
    budget, count_tokens = pipeline.policies.brief, pipeline.count_tokens

    def plan(view: FamilyView) -> Change | None:
        try:
            change = plan_edit(view, memory, session, budget, count_tokens)
        except ForgottenReference:
            require_shown(view, memory, revision)
            raise
        if change is not None:
            require_shown(view, memory, revision)
        return change

    return committed(pipeline, family, plan)


def pin_on_card(pipeline: Pipeline, family: str, memory: str, *, pinned: bool) -> CardOutcome:
    """Pin a memory, or take its pin away; twice changes nothing. Raises UnknownReference, ForgottenReference."""
    now = pipeline.now(pipeline.view(family).family())
    return committed(pipeline, family, lambda view: plan_pin(view, memory, now, pinned=pinned))


def lift_on_card(pipeline: Pipeline, family: str, rule: str) -> CardOutcome:
    """Lift a rule; twice changes nothing, and nothing comes back by itself. Raises UnknownReference."""
    now = pipeline.now(pipeline.view(family).family())
    return committed(pipeline, family, lambda view: plan_lift(view, rule, now))


def undo_on_card(pipeline: Pipeline, family: str, seq: int | None = None) -> CardOutcome:
    """Take back the last card action that stands, or change `seq`. Raises as `plan_undo` does."""
    now = pipeline.now(pipeline.view(family).family())
    return committed(pipeline, family, lambda view: plan_undo(view, now, pipeline.policies.undo, seq))


def settle_on_card(
    pipeline: Pipeline, family: str, memory: str, *, replace_it: bool, member: str | None = None
) -> CardOutcome:
    """Settle what was said against a memory: it stays, or what was said last takes its place.

    Settled twice changes nothing. Raises UnknownReference, ForgottenReference, InvalidArgument where nothing is open.
    """
    store = pipeline.store(family)
    now = pipeline.now(store.family())
    if not replace_it:
        return committed(pipeline, family, lambda view: plan_keep(view, memory, now))
    open_family(store.family())
    view = store.view()
    if was_replaced(view, memory):
        return CardOutcome(family=family, record=None)
    standing, dispute = newest_dispute(view, memory)
    session = with_free_id(card_session(dispute.summary, now, member), store)
    budget, count_tokens = pipeline.policies.brief, pipeline.count_tokens
    return committed(pipeline, family, lambda view: plan_replace(view, standing.id, session, budget, count_tokens))


def forget_group_on_card(pipeline: Pipeline, family: str, group: Group, token: str, *, by: str = "") -> CardOutcome:
    """Forget a group that was shown before; the token is of what was shown. Raises as `plan_forget_group` does."""
    now = pipeline.now(pipeline.view(family).family())
    return committed(pipeline, family, lambda view: plan_forget_group(view, group, token, now, by))


def committed(pipeline: Pipeline, family: str, plan: Callable[[FamilyView], Change | None]) -> CardOutcome:
    """Commit the plan as one change, made anew where another writer came first; then what follows from it."""
    planned: list[Change | None] = []

    def kept(view: FamilyView) -> Change | None:
        planned.append(plan(view))
        return planned[-1]

    record = pipeline.store(family).commit(kept)
    _follow(pipeline, family, record)
    decided = planned[-1].decisions if planned and planned[-1] is not None else ()
    return CardOutcome(family=family, record=record, decisions=decided[0] if decided else None)


def with_free_id(session: Session, view: FamilyView) -> Session:
    """The same words at the same instant, told again after a forget, are another session."""
    taken = frozenset(view.session_ids())
    names = chain([session.id], (f"{session.id}-{ordinal}" for ordinal in count(2)))
    return replace(session, id=next(name for name in names if name not in taken))


def _follow(pipeline: Pipeline, family: str, record: ChangeRecord | None) -> None:
    if record is not None:
        dream_family(pipeline, family)
        synchronise_index(pipeline, family)
