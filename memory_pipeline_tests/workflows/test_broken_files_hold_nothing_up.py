"""A file that cannot be read is reported by name and holds up nothing else (contract section 2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.workflows.families import take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.run_family import run_family
from memory_pipeline.workflows.waiting import waiting_families
from memory_pipeline_tests.faults.whole_history import CHANGED, FIRST, KEY, chapters, pipeline_over

FOLDER = f"families/{KEY}/"


@pytest.fixture
def begun() -> tuple[Pipeline, InMemoryObjects]:
    objects = InMemoryObjects(dict(chapters()["a family is added"].end))
    pipeline = pipeline_over(objects)
    take_in(pipeline, KEY, [FIRST])
    run_family(pipeline, KEY)
    take_in(pipeline, KEY, [CHANGED])
    return pipeline, objects


def test_a_transcript_that_cannot_be_read_fails_by_name_and_the_others_are_formed(
    begun: tuple[Pipeline, InMemoryObjects], tmp_path: Path
) -> None:
    pipeline, objects = begun
    objects.put(f"{FOLDER}sessions/s2.json", b"{[")
    objects.put(f"{FOLDER}sessions/no session.json", b"{[")
    assert [family.sessions for family in waiting_families(pipeline, tmp_path)] == [("s3", "s2")]
    run = run_family(pipeline, KEY)
    assert run.failed_sessions == ("s2",)
    assert [outcome.record is not None for outcome in run.sessions] == [True, False]
    formation = pipeline.view(KEY).formation("s2")
    assert formation is not None and "sessions/s2.json:1" in formation.reason


@pytest.mark.parametrize("name", ["memories/*.md", "memories/*.jsonl", "entities/*.md", "candidates/s1.json"])
def test_a_broken_file_stays_as_it_is_while_the_run_goes_on(begun: tuple[Pipeline, InMemoryObjects], name: str) -> None:
    pipeline, objects = begun
    folder, _, pattern = name.partition("/")
    key = next(key for key in objects.keys(f"{FOLDER}{folder}/") if key.endswith(pattern.lstrip("*")))
    objects.put(key, b"\xff broken")
    run = run_family(pipeline, KEY)
    found = objects.get(key)
    assert run.sessions[0].record is not None and found is not None and found.data == b"\xff broken"
