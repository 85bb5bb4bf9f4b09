"""Each promise turns red for exactly its own fault."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_pipeline.workflows.families import take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.run_family import run_family
from memory_pipeline.workflows.verify import CHECKS, verify_family
from memory_pipeline_tests.workflows.conftest import said

TEXTS = ("Always ask me before you book anything.", "We have swim practice on Mondays at 4:30.")


def memory_file(root: Path) -> Path:
    return sorted((root / "families/fam_a/memories").glob("*.md"))[0]


def substitute(pattern: str, replacement: str, name: Callable[[Path], Path] = memory_file) -> Callable[[Path], None]:
    def plant(root: Path) -> None:
        file = name(root)
        text = file.read_text(encoding="utf-8")
        changed = re.sub(pattern, replacement, text, count=1)
        assert changed != text
        file.write_text(changed, encoding="utf-8")

    return plant


def ledger_file(root: Path) -> Path:
    return sorted((root / "families/fam_a/memories").glob("*.jsonl"))[0]


def family_file(name: str) -> Callable[[Path], Path]:
    return lambda root: root / "families/fam_a" / name


def remove(name: Callable[[Path], Path]) -> Callable[[Path], None]:
    return lambda root: name(root).unlink()


FAULTS = {
    "a-memory-without-front-matter": (substitute(r"^---\n", ""), "files_readable"),
    "a-quote-nobody-said": (substitute(r'"quote": ?"', '"quote":"never said ', ledger_file), "quotes_stand"),
    "a-counter-that-lies": (substitute(r"reinforcement_count: 0", "reinforcement_count: 7"), "reinforcements_counted"),
    "superseded-by-nothing": (substitute(r"status: active", "status: superseded"), "lineage_closed"),
    "a-hand-edit": (substitute(r"summary: .*", "summary: By hand."), "journal_matches_files"),
    "a-lost-ledger": (remove(ledger_file), "quotes_stand"),
    "a-stale-catalog": (
        substitute(r'"summary":"', '"summary":"x', family_file("catalog.jsonl")),
        "projections_match_files",
    ),
    "a-stale-log": (remove(family_file("log.md")), "projections_match_files"),
    "a-brief-nobody-compiled": (
        substitute(r'"text": "', '"text": "x', family_file("brief.json")),
        "brief_matches_files",
    ),
    "an-expired-claim-served": (substitute(r"valid_until: null", "valid_until: 2026-08-20"), "safe_to_serve"),
}


@pytest.fixture
def sound(pipeline: Pipeline, root: Path) -> Pipeline:
    take_in(pipeline, "fam_a", [said("s1", *TEXTS)])
    run_family(pipeline, "fam_a")
    return pipeline


def red(pipeline: Pipeline) -> set[str]:
    return {check.name for check in verify_family(pipeline, "fam_a").checks if not check.ok}


def test_a_sound_family_passes_every_check(sound: Pipeline) -> None:
    report = verify_family(sound, "fam_a")
    assert report.ok
    assert [check.name for check in report.checks] == list(CHECKS)


@pytest.mark.parametrize(("plant", "check"), FAULTS.values(), ids=FAULTS)
def test_a_planted_fault_turns_its_check_red(
    sound: Pipeline, root: Path, plant: Callable[[Path], None], check: str
) -> None:
    plant(root)
    assert check in red(sound)


def test_verify_reads_only(sound: Pipeline, root: Path) -> None:
    from memory_pipeline_tests.workflows.conftest import folder_bytes

    substitute(r"summary: .*", "summary: By hand.")(root)
    before = folder_bytes(root)
    verify_family(sound, "fam_a")
    assert folder_bytes(root) == before
