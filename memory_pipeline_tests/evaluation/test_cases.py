"""The schema takes what the labelling rules ask for and names each fault."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from memory_pipeline.evaluation.cases.check import count_cases, main
from memory_pipeline.evaluation.cases.load import CASE_FILE, SETS, load_case_file, load_cases
from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline_tests.evaluation.conftest import SMALL_SETS

ROOT = Path(__file__).parents[2]
IVY = SMALL_SETS / "formation/dev/ivy.yaml"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("split: dev", "split: dve", "split"),
        ("    facts:", "    fcats:", "fcats"),
        ("turns: [3]}", "turns: [1]}", "user turns without a label: [3]"),
        ("turns: [3]}", "turns: [3, 9]}", "turns that do not exist: [9]"),
        ("must_say: [[Theo], [allerg], [peanut]]", "must_say: [[Theo], [walnut]]", "does not say must_say"),
        ("{turn: 2,", "{turn: 5,", "turns must count"),
        ("timezone: America/Los_Angeles", "timezone: Pacific", "no IANA time zone"),
        ("2026-08-14T12:00:00-07:00", "2026-08-14T12:00:00", "timezone"),
        ('speaker: Dana, text: "What', 'text: "What', "names its speaker"),
        ("split: dev\n", "split: dev\nsplit: dev\n", "stands twice"),
        ("type: [constraint]", "type: [limit]", "type"),
        ("about: [Theo]", "about: Theo", "about"),
        ("split: dev", "split: test", "belongs into formation/test/"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, old: str, new: str, fault: str) -> None:
    text = IVY.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "formation/dev/ivy.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(MalformedDocument, match=fault.replace("[", r"\[")) as raised:
        load_case_file(path)
    assert str(path) in str(raised.value)


def test_text_stays_text(tmp_path: Path) -> None:
    path = tmp_path / "formation/dev/ivy.yaml"
    path.parent.mkdir(parents=True)
    text = IVY.read_text(encoding="utf-8")
    path.write_text(text.replace('text: "What is the capital of Peru?"', "text: no"), encoding="utf-8")
    (cases,) = load_cases(tmp_path, "formation", "dev")
    assert cases.set == "formation"
    assert cases.sessions[0].turns[2].text == "no"


def test_the_check_lists_counts_and_fails_for_a_faulty_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(SMALL_SETS / "formation")]) == 0
    assert "1 sessions, 1 facts, 0 optional_facts, 1 silent_places" in capsys.readouterr().out
    broken = tmp_path / "formation/dev/ivy.yaml"
    broken.parent.mkdir(parents=True)
    broken.write_text("set: formation\n", encoding="utf-8")
    assert main([str(broken)]) == 1
    assert "FAULTY" in capsys.readouterr().out


@pytest.mark.parametrize("path", sorted((ROOT / "eval_sets").rglob("*/*/*.yaml")), ids=lambda path: path.stem)
def test_every_labelled_file_keeps_the_schema(path: Path) -> None:
    assert sum(count_cases(load_case_file(path)).values()) > 0


def test_the_editor_schema_is_that_of_the_code() -> None:
    file = ROOT / "eval_sets/schema/cases.json"
    if os.environ.get("MEMORY_UPDATE_GOLDEN"):
        file.write_text(json.dumps(CASE_FILE.json_schema(), indent=2, sort_keys=True) + "\n", encoding="utf-8")
    assert json.loads(file.read_bytes()) == CASE_FILE.json_schema()


@pytest.mark.parametrize("name", SETS)
def test_no_household_stands_in_both_splits(name: str) -> None:
    names = {
        split: {path.stem for path in (ROOT / "eval_sets" / name / split).glob("*.yaml")} for split in ("dev", "test")
    }
    if name in ("formation", "retrieval"):
        assert names["dev"] & names["test"] == set()
