"""The schema takes what the labelling rules ask for and names each fault."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_pipeline.evaluation.cases.check import count_cases, main
from memory_pipeline.evaluation.cases.common import Household
from memory_pipeline.evaluation.cases.formation import FormationFile
from memory_pipeline.evaluation.cases.load import CASE_FILE, SETS, AnyCaseFile, load_case_file, load_cases
from memory_pipeline.evaluation.cases.retrieval import RetrievalFile
from memory_pipeline.evaluation.words_said import says_all
from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline_tests.cli.conftest import CommandLine
from memory_pipeline_tests.evaluation.conftest import SMALL_SETS

ROOT = Path(__file__).parents[2]
EVAL_SETS = ROOT / "eval_sets"
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


def households(file: AnyCaseFile) -> Iterator[Household]:
    match file:
        case FormationFile() | RetrievalFile():
            yield file.household
        case _:
            yield from (case.household for case in file.cases)


@pytest.mark.parametrize("name", SETS)
def test_no_household_stands_in_both_splits(name: str) -> None:
    dev, test = (
        {household.model_dump_json() for file in load_cases(EVAL_SETS, name, split) for household in households(file)}
        for split in ("dev", "test")
    )
    assert dev and test
    assert dev & test == set()


def test_the_sets_are_as_large_as_figures_need() -> None:
    counted: dict[str, Counter[str]] = {name: Counter() for name in SETS}
    for name in SETS:
        for split in ("dev", "test"):
            for file in load_cases(EVAL_SETS, name, split):
                counted[name] += count_cases(file)
    least = {
        "formation": {"sessions": 60, "facts": 350, "silent_places": 80},
        "retrieval": {"questions": 80},
        "reconciliation": {"cases": 60},
        "temporal": {"cases": 40},
        "directives": {"cases": 40},
        "constraints": {"cases": 30},
        "forgetting": {"cases": 20},
        "safety": {"cases": 40},
        "memory_log": {"cases": 30},
    }
    short = [(name, kind) for name, wanted in least.items() for kind, n in wanted.items() if counted[name][kind] < n]
    assert short == []
    assert len([*EVAL_SETS.glob("formation/*/*.yaml")]) == 8


def test_half_of_the_questions_hardly_share_a_word_and_some_are_misspelled() -> None:
    asked = [
        q for split in ("dev", "test") for file in load_cases(EVAL_SETS, "retrieval", split) for q in file.questions
    ]
    assert sum(question.kind == "paraphrase" for question in asked) * 2 == len(asked)
    assert sum(question.misspelled for question in asked) >= len(asked) // 5


def test_no_request_names_the_limit_that_applies_to_it() -> None:
    cases = [
        case for split in ("dev", "test") for file in load_cases(EVAL_SETS, "constraints", split) for case in file.cases
    ]
    named = [(case.id, request) for case in cases for request in case.requests if says_all(request, case.constraint)]
    assert named == []


def test_results_never_lie_among_the_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_EVAL_SETS", str(SMALL_SETS))
    refused = CommandLine()("evaluate", "--set", "safety", "--out", str(SMALL_SETS / "results"), "--json")
    assert (refused.code, refused.error["type"]) == (2, "InvalidArgument")
    assert not (SMALL_SETS / "results").exists()
