"""The night is quiet where nothing is due, and one bad family never keeps the others awake."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from memory_pipeline.model.family import Family
from memory_pipeline.model.instants import parse_instant
from memory_pipeline.workflows.families import add_family, close_family, family_folders, list_families, take_in
from memory_pipeline.workflows.nightly import dream_families, families_due_tonight
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.run_family import run_family
from memory_pipeline_tests.faults.stores import Interrupting
from memory_pipeline_tests.workflows.conftest import said

THREE_IN_BERLIN = parse_instant("2026-09-02T01:05:00Z")
VISIT = "My brother is staying with us until September 20."


def at(pipeline: Pipeline, now: datetime) -> Pipeline:
    return replace(pipeline, now_given=now)


@pytest.fixture
def families(pipeline: Pipeline) -> Pipeline:
    """fam_a in Berlin and fam_b in New York, each with a visit that ends on 20 September."""
    add_family(pipeline, Family(key="fam_b", timezone="America/New_York"))
    for key in ("fam_a", "fam_b"):
        take_in(pipeline, key, [said("s1", VISIT)])
        run_family(pipeline, key)
    return pipeline


def test_a_quiet_family_costs_one_read_a_night(families: Pipeline) -> None:
    counting = Interrupting(families.objects)
    assert families_due_tonight(replace(families, objects=counting), THREE_IN_BERLIN, 3) == ()
    one_listing, heads = 1, 2
    assert counting.operations == one_listing + heads


@pytest.mark.parametrize(
    ("tick", "due"),
    [
        pytest.param("2026-09-20T01:05:00Z", ("fam_a",), id="three in Berlin"),
        pytest.param("2026-09-20T07:14:00Z", ("fam_b",), id="three in New York"),
        pytest.param("2026-09-20T01:15:00Z", (), id="a quarter past"),
        pytest.param("2026-09-19T01:05:00Z", (), id="the night before"),
    ],
)
def test_each_family_is_due_in_its_own_night(families: Pipeline, tick: str, due: tuple[str, ...]) -> None:
    now = parse_instant(tick)
    assert families_due_tonight(at(families, now), now, 3) == due


def test_a_closed_family_sleeps(families: Pipeline) -> None:
    close_family(families, "fam_a")
    now = parse_instant("2026-09-20T01:05:00Z")
    assert families_due_tonight(at(families, now), now, 3) == ()


def test_a_family_that_cannot_be_read_is_called_and_fails_alone(families: Pipeline, root: Path) -> None:
    (root / "families/fam_a/head.json").write_bytes(b"{")
    now = parse_instant("2026-09-20T07:05:00Z")
    assert families_due_tonight(at(families, now), now, 3) == ("fam_a", "fam_b")
    bad, good = dream_families(at(families, now), ("fam_a", "fam_b"))
    assert bad.error is not None and "head.json" in str(bad.error)
    assert good.report is not None and good.report.record is not None


def test_a_folder_of_another_name_is_no_family(families: Pipeline, root: Path) -> None:
    for name in ("Backup of fam_a", ".trash", "fam_c"):
        (root / "families" / name).mkdir()
        (root / "families" / name / "notes.txt").write_text("x", encoding="utf-8")
    assert list_families(families) == ("fam_a", "fam_b")
    assert family_folders(families) == ("fam_a", "fam_b", "fam_c")
    assert families_due_tonight(families, THREE_IN_BERLIN, 3) == ()
