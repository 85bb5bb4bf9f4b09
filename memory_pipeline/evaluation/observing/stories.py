"""Reconciliation and forgetting: the steps of a history are carried out, then the state is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memory_pipeline.evaluation.cases.stories import Act, Dream, Rebuild, Say, Step, Story, Write
from memory_pipeline.evaluation.observing.scratch import FAMILY, Bench, ScratchFamily, Shown
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.memory import Memory
from memory_pipeline.store.undo import undo
from memory_pipeline.workflows.card_action import forget_on_card, remember_on_card
from memory_pipeline.workflows.process_session import reconcile_sessions
from memory_pipeline.workflows.reindex import rebuild_index


class NotBuiltYet(Exception):
    """A step that no part of the pipeline can carry out yet; the case is not measured."""


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
    """Carry out the steps in the order in which they arrive. Raises NotBuiltYet."""
    family = ScratchFamily(bench, story.household)
    sessions = {step.id: _carry_out(family, step) for step in _in_order(story)}
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


def _carry_out(family: ScratchFamily, step: Step) -> str:
    """Do it; the id of the session that holds the step's words, the step's own where it has none."""
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
            for memory in _told_by(family, step.of):
                forget_on_card(family.at(step.at), FAMILY, memory)
        case Act(do="undo"):
            _undo(family, step)
        case Write(do="remember"):
            remembered = remember_on_card(family.at(step.at), FAMILY, step.text, member=step.speaker)
            return remembered.decisions.session if remembered.decisions else step.id
        case Act() | Write():
            raise NotBuiltYet(f"`card {step.do}` is not built yet")
    return step.id


def _told_by(family: ScratchFamily, step: str | None) -> tuple[str, ...]:
    """The current memories that cite a step."""
    return tuple(
        memory.id
        for memory in family.memories()
        if memory.status in ("active", "dormant", "expired")
        and any(line.ref.session == step and line.supports for line in family.ledger(memory))
    )


def _undo(family: ScratchFamily, step: Act) -> None:
    """Take back the family's last action on the card, as the journal has it."""
    pipeline = family.at(step.at)
    actions = [record.seq for record in pipeline.view(FAMILY).records() if record.kind == "card"]
    pipeline.store(FAMILY).commit(lambda view: undo(view, actions[-1], step.at))
    family.dream(step.at)


def _replay(family: ScratchFamily, step: Rebuild) -> None:
    """Every session that was decided is reconciled again; the decisions on file must make that a pass of no effect."""
    pipeline = family.at(step.at)
    view = pipeline.view(FAMILY)
    history = sorted(view.session(name).chronology for name in view.decided_sessions())
    for _ in reconcile_sessions(pipeline, FAMILY, [name for _, name in history]):
        pass
    family.dream(step.at)
