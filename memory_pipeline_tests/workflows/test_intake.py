from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from memory_pipeline.model.errors import FamilyClosed, SessionConflict
from memory_pipeline.model.family import Family
from memory_pipeline.workflows.families import close_family, list_families
from memory_pipeline.workflows.intake import Intake, carry_out, plan_intake
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline_tests.workflows.conftest import FAMILY, folder_bytes, said


def test_a_plan_tells_new_from_known_and_writes_nothing(pipeline: Pipeline, root: Path) -> None:
    first = plan_intake(pipeline, FAMILY, [said("s-1", "We moved.")])
    carry_out(pipeline, first)
    before = folder_bytes(root)
    planned = plan_intake(pipeline, FAMILY, [said("s-1", "We moved."), said("s-2", "Again.")])
    assert ([session.id for session in planned.added], planned.known) == (["s-2"], ("s-1",))
    assert folder_bytes(root) == before


def test_a_new_family_is_made_when_the_plan_is_carried_out(pipeline: Pipeline) -> None:
    other = Family(key="fam_b", timezone="UTC")
    planned = plan_intake(pipeline, other, [said("s-1", "Hello.")])
    assert planned.created
    assert list_families(pipeline) == (FAMILY.key,)
    carry_out(pipeline, planned)
    assert list_families(pipeline) == (FAMILY.key, "fam_b")
    assert not plan_intake(pipeline, other, []).created


def test_other_content_under_the_same_id_is_a_conflict(pipeline: Pipeline) -> None:
    carry_out(pipeline, plan_intake(pipeline, FAMILY, [said("s-1", "At six.")]))
    with pytest.raises(SessionConflict):
        plan_intake(pipeline, FAMILY, [said("s-1", "At seven.")])


def test_an_open_session_may_grow_but_not_change(pipeline: Pipeline) -> None:
    opened = replace(said("s-1", "One."), ended_at=None)
    carry_out(pipeline, plan_intake(pipeline, FAMILY, [opened]))
    grown = said("s-1", "One.", "Two.")
    assert plan_intake(pipeline, FAMILY, [grown]).added == (grown,)
    with pytest.raises(SessionConflict):
        plan_intake(pipeline, FAMILY, [said("s-1", "Other.", "Two.")])


def test_a_race_that_was_lost_between_plan_and_write_is_a_conflict(pipeline: Pipeline) -> None:
    slow = plan_intake(pipeline, FAMILY, [said("s-1", "At six.")])
    carry_out(pipeline, plan_intake(pipeline, FAMILY, [said("s-1", "At seven.")]))
    with pytest.raises(SessionConflict):
        carry_out(pipeline, slow)


def test_a_closed_family_takes_nothing_in(pipeline: Pipeline) -> None:
    close_family(pipeline, FAMILY.key)
    with pytest.raises(FamilyClosed):
        plan_intake(pipeline, FAMILY, [said("s-1", "We moved.")])


class TestForeignExports:
    """A conversation that went on since the last import of an export."""

    def take(self, pipeline: Pipeline, *texts: str, ended: bool = True) -> Intake:
        session = said("s-1", *texts)
        whole = session if ended else replace(session, ended_at=None)
        intake = plan_intake(pipeline, FAMILY, [whole], foreign=True)
        carry_out(pipeline, intake)
        return intake

    def texts(self, pipeline: Pipeline) -> dict[str, list[str]]:
        view = pipeline.view("fam_a")
        return {name: [turn.text for turn in view.session(name).turns] for name in view.session_ids()}

    def test_what_was_said_since_becomes_a_session_of_its_own(self, pipeline: Pipeline) -> None:
        self.take(pipeline, "One.", "Two.")
        assert [session.id for session in self.take(pipeline, "One.", "Two.", "Three.").added] == ["s-1.2"]
        third = self.take(pipeline, "One.", "Two.", "Three.", "Four.")
        assert [session.id for session in third.added] == ["s-1.3"]
        assert self.texts(pipeline) == {"s-1": ["One.", "Two."], "s-1.2": ["Three."], "s-1.3": ["Four."]}
        assert pipeline.view("fam_a").session("s-1.2").turns[0].number == 1

    def test_the_same_export_again_brings_nothing(self, pipeline: Pipeline) -> None:
        for texts in (["One."], ["One.", "Two."]):
            self.take(pipeline, *texts)
        again = self.take(pipeline, "One.", "Two.")
        assert (again.added, again.known, again.refused) == ((), ("s-1",), ())

    def test_an_older_export_after_a_newer_one_brings_nothing(self, pipeline: Pipeline) -> None:
        self.take(pipeline, "One.", "Two.")
        older = self.take(pipeline, "One.")
        assert (older.added, older.known, older.refused) == ((), ("s-1",), ())

    def test_an_open_session_grows_in_place(self, pipeline: Pipeline) -> None:
        self.take(pipeline, "One.", ended=False)
        self.take(pipeline, "One.", "Two.")
        assert self.texts(pipeline) == {"s-1": ["One.", "Two."]}
        self.take(pipeline, "One.", "Two.", "Three.", ended=False)
        self.take(pipeline, "One.", "Two.", "Three.", "Four.")
        assert self.texts(pipeline) == {"s-1": ["One.", "Two."], "s-1.2": ["Three.", "Four."]}

    def test_other_words_are_a_conflict_that_is_listed_and_the_rest_comes_in(self, pipeline: Pipeline) -> None:
        self.take(pipeline, "One.", "Two.")
        sessions = [said("s-1", "One!", "Two.", "Three."), said("s-2", "Other.")]
        intake = plan_intake(pipeline, FAMILY, sessions, foreign=True)
        assert [session.id for session in intake.added] == ["s-2"]
        assert [type(error) for error in intake.refused] == [SessionConflict]
