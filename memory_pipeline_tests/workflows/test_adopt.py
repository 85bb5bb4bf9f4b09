"""After `adopt` a hand edit is part of the history, and everything that is derived follows it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memory_pipeline.model.errors import UnknownFamily
from memory_pipeline.workflows.adopt import adopt_family
from memory_pipeline.workflows.families import take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.run_family import run_family
from memory_pipeline.workflows.verify import verify_family
from memory_pipeline_tests.workflows.conftest import folder_bytes, said

TEXTS = ("Always ask me before you book anything.", "We have swim practice on Mondays at 4:30.")


@pytest.fixture
def sound(pipeline: Pipeline) -> Pipeline:
    take_in(pipeline, "fam_a", [said("s1", *TEXTS)])
    run_family(pipeline, "fam_a")
    return pipeline


def file_with(root: Path, text: str) -> Path:
    files = sorted((root / "families/fam_a/memories").glob("*.md"))
    return next(file for file in files if text in file.read_text(encoding="utf-8"))


def replace_in(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def say_thursdays(root: Path) -> None:
    replace_in(file_with(root, "swim practice"), "Mondays", "Thursdays")


def remove_swimming(root: Path) -> None:
    file_with(root, "swim practice").unlink()


def expire_swimming(root: Path) -> None:
    replace_in(file_with(root, "swim practice"), "valid_until: null", "valid_until: 2026-08-20")


def remove_all_of_it(root: Path) -> None:
    file = file_with(root, "swim practice")
    file.with_name(f"{file.stem}.evidence.jsonl").unlink()
    file.unlink()


def write_in_the_brief(root: Path) -> None:
    replace_in(root / "families/fam_a/brief.json", '"text": "', '"text": "x')


EDITS = [say_thursdays, remove_swimming, expire_swimming, remove_all_of_it, write_in_the_brief]


@pytest.mark.parametrize("edit", EDITS)
def test_every_promise_holds_again_after_an_adoption(sound: Pipeline, root: Path, edit: Callable[[Path], None]) -> None:
    edit(root)
    assert not verify_family(sound, "fam_a").ok
    assert adopt_family(sound, "fam_a").left == ()
    report = verify_family(sound, "fam_a")
    assert [check for check in report.checks if not check.ok] == []


@pytest.mark.parametrize("edit", [None, *EDITS])
def test_a_second_adoption_changes_no_byte(sound: Pipeline, root: Path, edit: Callable[[Path], None] | None) -> None:
    if edit is not None:
        edit(root)
        adopt_family(sound, "fam_a")
    before = folder_bytes(root)
    assert adopt_family(sound, "fam_a").record is None
    assert folder_bytes(root) == before


def test_the_brief_tells_what_the_person_wrote(sound: Pipeline, root: Path) -> None:
    file = file_with(root, "book anything")
    replace_in(file, "before you book", "twice before you book")
    replace_in(file, "before booking", "twice before booking")
    adopt_family(sound, "fam_a")
    brief = sound.view("fam_a").brief()
    assert brief is not None
    assert "twice before" in " ".join(line.text for line in brief.section("directives").lines)
    assert "\nAlways ask me twice before you book anything" in file.read_text(encoding="utf-8")


def test_one_malformed_file_holds_up_nothing_and_stays_reported(sound: Pipeline, root: Path) -> None:
    say_thursdays(root)
    broken = file_with(root, "book anything")
    broken.write_bytes(b"---\nid: [\n")
    report = adopt_family(sound, "fam_a")
    assert report.record is not None and [edit.file for edit in report.left] == [broken.relative_to(root).as_posix()]
    assert broken.read_bytes() == b"---\nid: [\n"
    assert "Thursdays" in file_with(root, "swim practice").read_text(encoding="utf-8")


def test_a_dry_run_tells_the_change_and_writes_nothing(sound: Pipeline, root: Path) -> None:
    say_thursdays(root)
    before = folder_bytes(root)
    planned = adopt_family(sound, "fam_a", dry_run=True)
    assert folder_bytes(root) == before
    assert planned == adopt_family(sound, "fam_a")


def test_nobody_has_nothing_to_adopt(pipeline: Pipeline) -> None:
    with pytest.raises(UnknownFamily):
        adopt_family(pipeline, "nobody")
