"""Faults that users of other systems met, where no other test of ours has the whole of one; see docs/FAULTS.md."""

from __future__ import annotations

import ast
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml

import memory_pipeline
from memory_pipeline.bootstrap import build_pipeline, build_reader, refresh_fleet_catalog
from memory_pipeline.evaluation.cases.load import load_cases
from memory_pipeline.evaluation.cases.retrieval import RetrievalFile
from memory_pipeline.model.instants import parse_instant
from memory_pipeline.settings import Settings
from memory_pipeline.store.keys import memory_key
from memory_pipeline.workflows import dream_family as dream
from memory_pipeline.workflows.card_action import edit_on_card, forget_on_card
from memory_pipeline.workflows.families import add_family, take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.run_family import run_family
from memory_pipeline_tests.workflows.conftest import FAMILY, NOW, folder_bytes, said

ROOT = Path(__file__).parents[2]
KEY = FAMILY.key
SMALL_TALK = (
    "What is your name?",
    "Hi there!",
    "Good morning.",
    "Thanks a lot!",
    "Ha, nice one.",
    "How are you today?",
    "Tell me a joke.",
    "Okay, got it.",
    "What time is it?",
    "See you later!",
)


@pytest.fixture
def pipeline(tmp_path: Path) -> Pipeline:
    settings = Settings(store=str(tmp_path / "store"), embedder="hashing", index="exact", fsync=False)
    built = build_pipeline(settings, now=NOW)
    add_family(built, FAMILY)
    return built


def hears(pipeline: Pipeline, family: str, session: str, *texts: str, at: str = "2026-08-14T19:00:00Z") -> None:
    take_in(pipeline, family, [said(session, *texts, at=at)])
    run_family(replace(pipeline, now_given=parse_instant(at)), family)


def active(pipeline: Pipeline, family: str = KEY) -> dict[str, str]:
    """Id and summary of each active memory."""
    memories = pipeline.view(family).memories().values()
    return {memory.id: memory.summary for memory in memories if memory.status == "active"}


def test_forty_turns_of_small_talk_leave_nothing(pipeline: Pipeline) -> None:
    hears(pipeline, KEY, "s-1", *SMALL_TALK * 4)
    assert pipeline.view(KEY).memories() == {}
    formation = pipeline.view(KEY).formation("s-1")
    assert formation is not None and formation.status == "empty"


def test_the_opposite_taste_takes_the_place_of_the_old_one_and_both_know_each_other(pipeline: Pipeline) -> None:
    hears(pipeline, KEY, "s-1", "I love ramen.")
    (old,) = active(pipeline)
    hears(pipeline, KEY, "s-2", "I can't stand ramen.", at="2026-08-16T19:00:00Z")
    ((new, summary),) = active(pipeline).items()
    memories = pipeline.view(KEY).memories()
    assert "stand ramen" in summary
    assert (memories[old].status, memories[old].superseded_by, memories[new].supersedes) == ("superseded", new, old)


def test_an_edit_is_what_a_new_process_reads(pipeline: Pipeline, tmp_path: Path) -> None:
    hears(pipeline, KEY, "s-1", "Soccer practice is on Tuesdays at 5 pm.")
    (memory,) = active(pipeline)
    edit_on_card(pipeline, KEY, memory, "Soccer practice is on Fridays at 6 pm.")
    settings = Settings(store=str(tmp_path / "store"), embedder="hashing", index="exact", fsync=False)
    reader = build_reader(build_pipeline(settings, now=NOW), KEY)
    found = [each.found.memory.summary for each in reader.search("soccer practice").results]
    assert len(active(pipeline)) == 1 and len(found) == 1
    assert "Fridays" in found[0] and "Fridays" in reader.turn("When is soccer practice?").text


def test_an_edit_that_comes_while_a_dream_is_planned_wins(pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch) -> None:
    hears(pipeline, KEY, "s-1", "My brother is staying with us until August 19.", "I love jazz.")
    jazz = next(id for id, summary in active(pipeline).items() if "jazz" in summary)
    plan, edited = dream.plan_dream, []

    def plan_slowly(*parts: Any) -> Any:
        """The dream's plan, during which a person edits a file by hand: the one way in that waits for no lease."""
        planned = plan(*parts)
        if not edited:
            key = memory_key(KEY, jazz)
            found = pipeline.objects.get(key)
            assert found is not None
            edited.append(pipeline.objects.put(key, found.data.replace(b"jazz", b"old jazz")))
        return planned

    monkeypatch.setattr(dream, "plan_dream", plan_slowly)
    dream.dream_family(pipeline, KEY)
    stored = pipeline.objects.get(memory_key(KEY, jazz))
    assert edited and stored is not None and b"old jazz" in stored.data
    view = pipeline.view(KEY)
    view.reread_files()
    assert sorted(memory.status for memory in view.memories().values()) == ["active", "expired"]


def test_a_forget_in_one_family_leaves_every_byte_of_another(pipeline: Pipeline, tmp_path: Path) -> None:
    add_family(pipeline, replace(FAMILY, key="fam_b"))
    for family in (KEY, "fam_b"):
        hears(pipeline, family, "s-1", "I love jazz.", "Our dog is called Biscuit.")
    before = folder_bytes(tmp_path / "store/families/fam_b")
    for memory in active(pipeline):
        forget_on_card(pipeline, KEY, memory)
    assert active(pipeline) == {}
    assert folder_bytes(tmp_path / "store/families/fam_b") == before


def test_a_dataset_that_is_being_read_may_be_written_and_is_whole_at_every_moment(
    pipeline: Pipeline, tmp_path: Path
) -> None:
    hears(pipeline, KEY, "s-1", "I love jazz.")
    refresh_fleet_catalog(pipeline, tmp_path / "out", [KEY])
    stop, faults, counts = threading.Event(), [], set()

    def read() -> None:
        while not stop.is_set():
            try:
                rows = duckdb.sql(f"SELECT count(*) FROM '{tmp_path}/out/families.parquet'").fetchall()[0]
                counts.add(rows)
            except duckdb.Error as error:
                faults.append(error)

    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(20):
        refresh_fleet_catalog(pipeline, tmp_path / "out", [KEY])
    stop.set()
    reader.join()
    assert (faults, counts) == ([], {(1,)})


def test_no_citation_rests_on_a_vendors_fuzzy_match() -> None:
    package = Path(memory_pipeline.__file__).parent
    named = {
        node.name
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.alias)
    }
    assert not {name for name in named if "Citation" in name or name in ("difflib", "regex")}


def test_a_question_of_retrieval_is_asked_of_far_more_memories_than_the_results_it_may_have() -> None:
    files = [file for split in ("dev", "test") for file in load_cases(ROOT / "eval_sets", "retrieval", split)]  # type: ignore[arg-type]
    sizes = [len(file.memories) for file in files if isinstance(file, RetrievalFile)]
    assert sizes and min(sizes) >= 4 * 10


def test_runs_at_the_same_time_are_few_where_the_event_log_is_one_file_and_the_docs_say_so() -> None:
    settings = yaml.safe_load((ROOT / "dagster.yaml").read_text(encoding="utf-8"))
    assert settings["concurrency"]["runs"]["max_concurrent_runs"] <= 2
    assert '"database is locked"' in (ROOT / "docs/OPERATIONS.md").read_text(encoding="utf-8")
