"""The fleet's dataset: what is in it, what never is, and what a pass over quiet families costs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import duckdb
import pandas as pd
import pytest

from memory_pipeline.bootstrap import refresh_fleet_catalog
from memory_pipeline.model.family import Member
from memory_pipeline.model.instants import parse_instant
from memory_pipeline.ports.object_store import ObjectEntry, StoredObject
from memory_pipeline.workflows.card_action import forget_on_card
from memory_pipeline.workflows.families import add_family, list_families, take_in
from memory_pipeline.workflows.fleet_catalog import FamilyCatalog, due
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.run_family import run_family
from memory_pipeline_tests.workflows.conftest import FAMILY, said
from memory_pipeline_tests.workflows.earlier_design import FailingAt

PAGE = Path(__file__).parents[2] / "docs/ANALYSIS.md"
FIRST = ("Theo is allergic to peanuts.", "My brother Wenzel is staying with us until August 19.", "I love jazz.")
BOTH = ("fam_a", "fam_b")
SECOND = "Always ask me before you book anything."
RECIPES = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


class CountingObjects:
    """A store that keeps count of what is read."""

    def __init__(self, inner: object) -> None:
        self._inner = inner
        self.gets: list[str] = []

    def __getattr__(self, name: str) -> object:
        return getattr(self._inner, name)

    def get(self, key: str) -> StoredObject | None:
        self.gets.append(key)
        return self._inner.get(key)  # type: ignore[attr-defined]

    def list(self, prefix: str) -> Iterator[ObjectEntry]:
        return self._inner.list(prefix)  # type: ignore[attr-defined]


@pytest.fixture
def fleet(pipeline: Pipeline) -> Pipeline:
    """Two families with some memories each."""
    add_family(pipeline, replace(FAMILY, key="fam_b", timezone="Pacific/Auckland"))
    for family in BOTH:
        take_in(pipeline, family, [said("s-1", *FIRST)])
        run_family(replace(pipeline, now_given=parse_instant("2026-08-14T21:00:00Z")), family)
    return pipeline


def refreshed(pipeline: Pipeline, folder: Path) -> dict[str, FamilyCatalog]:
    found = refresh_fleet_catalog(pipeline, folder, list_families(pipeline))
    return {each.family: each for each in found}


def memories_in(folder: Path) -> pd.DataFrame:
    return duckdb.sql(f"FROM read_parquet('{folder}/memories/*/*.parquet', hive_partitioning = true)").df()


def test_each_memory_is_one_row_under_its_family(fleet: Pipeline, tmp_path: Path) -> None:
    refreshed(fleet, tmp_path / "out")
    rows = memories_in(tmp_path / "out")
    ids = {(family, id) for family in BOTH for id in fleet.view(family).memories()}
    assert {(row.family, row.id) for row in rows.itertuples()} == ids and len(rows) == len(ids)
    ends = rows[rows.valid_until.notna()].valid_until
    assert {pd.Timestamp(end).date() for end in ends} == {date(2026, 8, 19)}


def test_no_word_of_anybody_is_in_any_file(fleet: Pipeline, tmp_path: Path) -> None:
    refreshed(fleet, tmp_path / "out")
    kept = b"".join(path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file())
    frames = memories_in(tmp_path / "out").to_csv() + pd.read_parquet(tmp_path / "out/families.parquet").to_csv()
    words = {word for text in FIRST for word in re.findall(r"[A-Za-z]{4,}", text)} | {"Dana"}
    assert {word for word in words - {"until"} if word in frames or word.encode() in kept} == set()


def test_a_pass_over_quiet_families_reads_nothing_and_leaves_the_same_bytes(fleet: Pipeline, tmp_path: Path) -> None:
    refreshed(fleet, tmp_path)
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.rglob("part.parquet")}
    counting = CountingObjects(fleet.objects)
    found = refresh_fleet_catalog(replace(fleet, objects=counting), tmp_path, BOTH)  # type: ignore[arg-type]
    assert all(each.memories is None and each.error is None for each in found)
    assert counting.gets == []
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in before} == before


def test_only_the_family_that_changed_is_read_anew(fleet: Pipeline, tmp_path: Path) -> None:
    refreshed(fleet, tmp_path)
    take_in(fleet, "fam_b", [said("s-2", SECOND, at="2026-08-16T19:00:00Z")])
    run_family(fleet, "fam_b")
    counting = CountingObjects(fleet.objects)
    found = refresh_fleet_catalog(replace(fleet, objects=counting), tmp_path, BOTH)  # type: ignore[arg-type]
    assert [each.family for each in found if each.memories is not None] == ["fam_b"]
    assert not any(key.startswith("families/fam_a/") for key in counting.gets)
    assert len(memories_in(tmp_path)) == sum(len(fleet.view(key).memories()) for key in BOTH)


def test_what_is_forgotten_is_a_status_in_the_next_pass(fleet: Pipeline, tmp_path: Path) -> None:
    refreshed(fleet, tmp_path)
    memory = next(each for each in fleet.view("fam_a").memories().values() if "jazz" in each.summary)
    forget_on_card(fleet, "fam_a", memory.id)
    refreshed(fleet, tmp_path)
    rows = memories_in(tmp_path)
    assert rows[(rows.family == "fam_a") & (rows.id == memory.id)].status.tolist() == ["retracted"]


def test_a_hand_edit_shows_as_drift_though_no_change_was_made(fleet: Pipeline, root: Path, tmp_path: Path) -> None:
    assert refreshed(fleet, tmp_path / "out")["fam_a"].known.row.drift == 0  # type: ignore[union-attr]
    file = min((root / "families/fam_a/memories").glob("*.md"))
    file.write_bytes(file.read_bytes().replace(b"pin: false", b"pin: true"))
    assert refreshed(fleet, tmp_path / "out")["fam_a"].known.row.drift == 1  # type: ignore[union-attr]


def test_a_failed_session_is_counted_though_no_change_was_made(fleet: Pipeline, tmp_path: Path) -> None:
    refreshed(fleet, tmp_path)
    take_in(fleet, "fam_a", [said("s-9", SECOND, at="2026-08-18T19:00:00Z")])
    run_family(replace(fleet, extractor=FailingAt("s-9")), "fam_a")
    row = refreshed(fleet, tmp_path)["fam_a"].known
    assert row is not None and (row.row.sessions, row.row.sessions_failed, row.row.sessions_waiting) == (2, 1, 1)


def test_what_is_due_follows_the_familys_own_day_without_reading_it(fleet: Pipeline, tmp_path: Path) -> None:
    refreshed(fleet, tmp_path)
    found = refreshed(fleet, tmp_path)
    counts = {
        family: [due(each.known, parse_instant(at)) for at in ("2026-08-18T11:00:00Z", "2026-08-18T13:00:00Z")]
        for family, each in found.items()
        if each.known is not None
    }
    assert counts == {"fam_a": [0, 0], "fam_b": [0, 1]}


def test_a_family_that_cannot_be_read_keeps_its_rows_is_named_and_holds_up_no_other(
    fleet: Pipeline, root: Path, tmp_path: Path
) -> None:
    refreshed(fleet, tmp_path / "out")
    (root / "families/fam_a/family.yaml").write_text("members: [", encoding="utf-8")
    found = refreshed(fleet, tmp_path / "out")
    assert "family.yaml" in (found["fam_a"].error or "") and found["fam_b"].error is None
    assert set(memories_in(tmp_path / "out").family) == {"fam_a", "fam_b"}


def test_a_family_that_is_gone_leaves_no_row(fleet: Pipeline, tmp_path: Path) -> None:
    refreshed(fleet, tmp_path)
    refresh_fleet_catalog(fleet, tmp_path, ["fam_b"])
    assert set(memories_in(tmp_path).family) == {"fam_b"}
    assert pd.read_parquet(tmp_path / "families.parquet").family.tolist() == ["fam_b"]


def test_the_prefix_that_a_new_brief_keeps_is_a_share(fleet: Pipeline, tmp_path: Path) -> None:
    for number, text in enumerate((SECOND, "I work at the harbour office."), start=2):
        take_in(fleet, "fam_a", [said(f"s-{number}", text, at=f"2026-08-{number + 14}T19:00:00Z")])
        run_family(fleet, "fam_a")
    rows = pd.read_parquet(tmp_path / "families.parquet") if refreshed(fleet, tmp_path) else None
    assert rows is not None
    assert 0.3 < rows.set_index("family").prefix_kept["fam_a"] < 1


@pytest.mark.parametrize("recipe", RECIPES)
def test_every_recipe_of_the_docs_runs(
    fleet: Pipeline, tmp_path: Path, recipe: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    refreshed(fleet, tmp_path)
    monkeypatch.chdir(tmp_path)
    wants_trouble = "sessions_failed" in recipe
    assert duckdb.sql(recipe).fetchall() or wants_trouble


def test_a_family_without_any_session_has_a_row_and_no_memory(pipeline: Pipeline, tmp_path: Path) -> None:
    add_family(pipeline, replace(FAMILY, key="fam_new", members=(Member(name="Ash"),)))
    refreshed(pipeline, tmp_path)
    rows = pd.read_parquet(tmp_path / "families.parquet").set_index("family")
    assert (rows.memories["fam_new"], rows.seq["fam_new"]) == (0, 0)
