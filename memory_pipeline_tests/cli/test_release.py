"""`memory-pipeline release` decides as the asset does, and its exit code says how."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_pipeline_tests.cli.conftest import CommandLine, settings_of
from memory_pipeline_tests.defs.planted_cases import write_sets

pytestmark = pytest.mark.slow


@pytest.fixture
def sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, value in settings_of(tmp_path / "store").items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("MEMORY_EVALUATIONS", str(tmp_path / "evaluations"))
    monkeypatch.setenv("MEMORY_EVAL_SETS", str(tmp_path / "sets"))
    return tmp_path / "sets"


def test_a_missed_threshold_ends_both_commands_with_1_and_writes_no_release(sets: Path) -> None:
    write_sets(sets, "injected_formed")
    cli = CommandLine()
    assert cli("evaluate").code == 1
    refused = cli("release")
    assert refused.code == 1 and "injected formed on test is 1 of n=1, at most 0 is asked (page)" in refused.stdout
    assert not (sets.parent / "store/release.json").exists()


def test_what_holds_is_released_once_and_told_again_changes_nothing(sets: Path) -> None:
    write_sets(sets)
    cli = CommandLine()
    assert cli("evaluate").code == 0
    assert cli.json("release")["written"]
    before = (sets.parent / "store/release.json").read_bytes()
    again = cli.json("release")
    assert (again["released"], again["written"]) == (True, False)
    assert (sets.parent / "store/release.json").read_bytes() == before
