"""The main job: what a run changes, and that a second one changes nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from memory_pipeline.model.candidate import Extraction
from memory_pipeline.model.errors import ExtractionFailed, FamilyClosed, UnknownFamily
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session
from memory_pipeline.workflows.families import close_family, take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.run_family import run_family
from memory_pipeline.workflows.verify import verify_family
from memory_pipeline_tests.workflows.conftest import folder_bytes, said

ALLERGY = "Theo is allergic to peanuts, can you find a snack for him?"
RULE = "Always ask me before you book anything."


class Unreadable:
    """An extractor whose endpoint gives nothing readable for the sessions in `failing`."""

    version = "unreadable-1"

    def __init__(self, failing: set[str]) -> None:
        self.failing = failing

    def extract(self, session: Session, family: Family) -> Extraction:
        if session.id in self.failing:
            raise ExtractionFailed("the endpoint answered with an empty page")
        return Extraction(candidates=())


def test_a_session_becomes_memories_and_every_promise_holds(pipeline: Pipeline) -> None:
    take_in(pipeline, "fam_a", [said("s1", ALLERGY, RULE)])
    report = run_family(pipeline, "fam_a")
    memories = pipeline.view("fam_a").memories()
    assert any(each.type == "constraint" and each.strength == "hard" for each in memories.values())
    assert any(each.type == "directive" for each in memories.values())
    assert report.dream is not None
    assert [check for check in verify_family(pipeline, "fam_a").checks if not check.ok] == []


def test_a_second_run_changes_no_byte(pipeline: Pipeline, root: Path) -> None:
    take_in(pipeline, "fam_a", [said("s1", ALLERGY, RULE)])
    run_family(pipeline, "fam_a")
    before = folder_bytes(root)
    again = run_family(pipeline, "fam_a")
    assert again.sessions == () and again.dream is None
    assert folder_bytes(root) == before


def test_the_same_history_from_nothing_gives_the_same_bytes(pipeline: Pipeline, root: Path, tmp_path: Path) -> None:
    sessions = [said("s1", ALLERGY), said("s2", RULE, at="2026-08-15T19:00:00Z")]
    take_in(pipeline, "fam_a", sessions)
    run_family(pipeline, "fam_a")
    elsewhere = tmp_path / "elsewhere"
    from memory_pipeline.adapters.local_files import LocalFiles
    from memory_pipeline.workflows.families import add_family

    other = replace(pipeline, objects=LocalFiles(elsewhere, fsync=False))
    add_family(other, pipeline.view("fam_a").family())
    take_in(other, "fam_a", reversed(sessions))
    run_family(other, "fam_a")
    assert folder_bytes(elsewhere) == folder_bytes(root)


def test_the_same_fact_in_two_sessions_reinforces_one_memory(pipeline: Pipeline) -> None:
    take_in(pipeline, "fam_a", [said("s1", ALLERGY), said("s2", ALLERGY, at="2026-08-20T19:00:00Z")])
    run_family(pipeline, "fam_a")
    (memory,) = (each for each in pipeline.view("fam_a").memories().values() if each.type == "constraint")
    assert memory.reinforcement_count == 1


def test_a_session_that_failed_is_named_and_tried_again_while_later_ones_proceed(pipeline: Pipeline) -> None:
    take_in(pipeline, "fam_a", [said("s1", "hi"), said("s2", "hello", at="2026-08-15T19:00:00Z")])
    broken = replace(pipeline, extractor=Unreadable({"s1"}))
    first = run_family(broken, "fam_a")
    assert first.failed_sessions == ("s1",)
    assert pipeline.view("fam_a").decided_sessions() == {"s2"}
    mended = run_family(replace(pipeline, extractor=Unreadable(set())), "fam_a")
    assert mended.failed_sessions == ()
    assert pipeline.view("fam_a").decided_sessions() == {"s1", "s2"}


def test_an_empty_session_is_recorded_and_final_until_it_is_asked_for(pipeline: Pipeline) -> None:
    take_in(pipeline, "fam_a", [said("s1", ALLERGY)])
    run_family(replace(pipeline, extractor=Unreadable(set())), "fam_a")
    assert run_family(pipeline, "fam_a").sessions == ()
    (again,) = run_family(pipeline, "fam_a", retry_empty=True).sessions
    assert again.record is not None
    assert pipeline.view("fam_a").memories()


def test_a_session_that_may_still_grow_forms_nothing(pipeline: Pipeline) -> None:
    take_in(pipeline, "fam_a", [replace(said("s1", ALLERGY), ended_at=None)])
    assert run_family(pipeline, "fam_a").sessions == ()
    take_in(pipeline, "fam_a", [said("s1", ALLERGY)])
    assert len(run_family(pipeline, "fam_a").sessions) == 1


def test_an_off_record_session_forms_nothing(pipeline: Pipeline) -> None:
    take_in(pipeline, "fam_a", [replace(said("s1", ALLERGY), off_record=True)])
    run_family(pipeline, "fam_a")
    assert pipeline.view("fam_a").memories() == {}


def test_a_closed_family_forms_nothing_and_says_so(pipeline: Pipeline) -> None:
    close_family(pipeline, "fam_a")
    with pytest.raises(FamilyClosed):
        run_family(pipeline, "fam_a")


def test_an_unknown_family_is_named(pipeline: Pipeline) -> None:
    with pytest.raises(UnknownFamily, match="fam_x"):
        run_family(pipeline, "fam_x")
