"""Reconciliation and forgetting: the steps of a history are carried out, then the state is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memory_pipeline.evaluation.cases.stories import Act, Dream, Rebuild, Say, Step, Story, Write
from memory_pipeline.evaluation.observing.scratch import FAMILY, Bench, ScratchFamily, Shown
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.memory import Memory
from memory_pipeline.workflows.card_action import (
    edit_on_card,
    forget_on_card,
    lift_on_card,
    remember_on_card,
    undo_on_card,
)
from memory_pipeline.workflows.process_session import reconcile_sessions
from memory_pipeline.workflows.reindex import rebuild_index


@dataclass(frozen=True, slots=True, kw_only=True)
class StorySeen:
    """The memories on file with their ledgers, what each question is shown, and retracted ones that can be read.

    `sessions`: under which id the words of a step are on file; a card session has another name than its step.
    """

    sessions: Mapping[str, str]
    memories: tuple[tuple[Memory, tuple[Evidence, ...]], ...]
    shown: tuple[Shown, ...]
    leaked: tuple[Memory, ...]


def observe_story(story: Story, bench: Bench) -> StorySeen:
    """Carry out the steps in the order in which they arrive."""
    family = ScratchFamily(bench, story.household)
    sessions: dict[str, str] = {}
    for step in _in_order(story):
        sessions[step.id] = _carry_out(family, step, sessions.get(getattr(step, "of", None) or "", ""))
    return StorySeen(
        sessions=sessions,
        memories=tuple((memory, family.ledger(memory)) for memory in family.memories()),
        shown=tuple(family.shown(question.query, story.asked_at) for question in story.expect.questions),
        leaked=tuple(family.readable_though_retracted(story.asked_at)),
    )


def _in_order(story: Story) -> Iterator[Step]:
    if not story.arrival:
        yield from story.steps
        return
    steps = {step.id: step for step in story.steps}
    yield from (steps[name] for name in story.arrival)
    yield from (step for step in story.steps if step.id not in story.arrival)


def _carry_out(family: ScratchFamily, step: Step, of: str) -> str:
    """Do it; the id of the session that holds the step's words, the step's own where it has none.

    `of`: the session that holds the words of the step that this one acts on.
    """
    match step:
        case Say():
            family.tell(step.id, step.at, step.speaker, step.text, step.claims)
        case Dream():
            family.dream(step.at)
        case Rebuild(do="reindex"):
            rebuild_index(family.at(step.at), FAMILY)
        case Rebuild():
            _replay(family, step)
        case Act(do="forget"):
            for memory in _told_by(family, of):
                forget_on_card(family.at(step.at), FAMILY, memory)
        case Act(do="lift"):
            for rule in _rules_on(family, of):
                lift_on_card(family.at(step.at), FAMILY, rule)
        case Act(do="undo"):
            undo_on_card(family.at(step.at), FAMILY)
        case Write(do="edit"):
            return _edit(family, step, of)
        case Write(do="remember"):
            remembered = remember_on_card(family.at(step.at), FAMILY, step.text, member=step.speaker)
            return remembered.decisions.session if remembered.decisions else step.id
    return step.id


def _edit(family: ScratchFamily, step: Write, of: str) -> str:
    """New words for what a step said; the id of the card's session, the step's own where nothing was written."""
    session = step.id
    for memory in _told_by(family, of):
        edited = edit_on_card(family.at(step.at), FAMILY, memory, step.text, member=step.speaker)
        session = edited.decisions.session if edited.decisions else session
    return session


def _told_by(family: ScratchFamily, session: str) -> tuple[str, ...]:
    """The current memories that cite a session."""
    return tuple(
        memory.id
        for memory in family.memories()
        if memory.status in ("active", "dormant", "expired")
        and any(line.ref.session == session and line.supports for line in family.ledger(memory))
    )


def _rules_on(family: ScratchFamily, session: str) -> tuple[str, ...]:
    """The rules in force that keep what was said there forgotten."""
    said = {memory.id for memory in family.memories() if _cites(family, memory, session)}
    return tuple(rule.id for rule in family.rules() if rule.in_force and said & set(rule.memories))


def _cites(family: ScratchFamily, memory: Memory, session: str) -> bool:
    return any(line.ref.session == session for line in family.ledger(memory))


def _replay(family: ScratchFamily, step: Rebuild) -> None:
    """Every session that was decided is reconciled again; the decisions on file must make that a pass of no effect."""
    pipeline = family.at(step.at)
    view = pipeline.view(FAMILY)
    history = sorted(view.session(name).chronology for name in view.decided_sessions())
    for _ in reconcile_sessions(pipeline, FAMILY, [name for _, name in history]):
        pass
    family.dream(step.at)
