"""Verdicts become labelled cases that the loader takes and the scorers tell right from wrong by."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.control.card_session import card_session
from memory_pipeline.control.review import Judged, plan_verdict
from memory_pipeline.evaluation.cases.formation import FormationFile
from memory_pipeline.evaluation.cases.load import load_case_file
from memory_pipeline.evaluation.reviewed_cases import as_yaml, reviewed_cases
from memory_pipeline.evaluation.scorers.formation import score_formation
from memory_pipeline.evaluation.scorers.matching import Kept, kept_memory
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.review import VerdictKind
from memory_pipeline_tests.reconciliation.world import MAY, World, said, talk

NOW = MAY + timedelta(days=30)


@pytest.fixture
def world() -> World:
    made = World()
    made.tell(talk("S_1", 0, said("Nora plays piano."), said("We own a boat."), said("Ada is seven.")))
    return made


def judged(world: World, text: str, kind: VerdictKind, summary: str = "") -> Memory:
    memory = next(memory for memory in world.memories().values() if memory.claim == text)
    session = card_session(summary, NOW, "Ada") if summary else None
    verdict = Judged(memory=memory.id, kind=kind, reviewer="Ada", at=NOW, session=session)
    world.store.commit(lambda view: plan_verdict(view, verdict, BriefBudget(), len))
    return world.memories()[memory.id]


def written(world: World, folder: Path) -> FormationFile:
    cases = reviewed_cases(world.store.view(), "dev")
    assert cases is not None
    file = folder / "formation/dev/reviewed.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(as_yaml(cases), encoding="utf-8")
    loaded = load_case_file(file)
    assert loaded == cases
    assert isinstance(loaded, FormationFile)
    return loaded


def test_without_a_verdict_there_are_no_labels(world: World) -> None:
    assert reviewed_cases(world.store.view(), "dev") is None


def test_accepted_and_rewritten_are_facts_and_rejected_is_a_silent_place(world: World, tmp_path: Path) -> None:
    judged(world, "Nora plays piano.", "accepted")
    judged(world, "We own a boat.", "rejected")
    (conversation,) = written(world, tmp_path).sessions
    assert [fact.claim for fact in conversation.facts] == ["Nora plays piano."]
    assert [place.kind for place in conversation.silent] == ["rejected"]
    assert conversation.judged == "formed"


def test_a_rewrite_is_labelled_in_the_conversation_it_came_from(world: World, tmp_path: Path) -> None:
    judged(world, "Nora plays piano.", "rewritten", "Nora takes piano lessons.")
    (conversation,) = written(world, tmp_path).sessions
    assert [fact.claim for fact in conversation.facts] == ["Nora takes piano lessons."]


def test_the_labels_tell_the_right_memory_from_the_rejected_and_say_nothing_of_the_rest(
    world: World, tmp_path: Path
) -> None:
    right = judged(world, "Nora plays piano.", "accepted")
    wrong = judged(world, "We own a boat.", "rejected")
    other = next(memory for memory in world.memories().values() if memory.claim == "Ada is seven.")
    (conversation,) = written(world, tmp_path).sessions
    view = world.store.view()

    def kept(memory: Memory) -> Kept:
        return kept_memory(memory, view.ledger(memory.id), "S_1")

    scores = score_formation(conversation, [kept(right), kept(wrong), kept(other)])
    precision = [score.hit for score in scores if score.metric == "correct_and_cited"]
    assert precision == [True, False]
    assert [score.hit for score in scores if score.metric == "silent_places_kept"] == [False]
