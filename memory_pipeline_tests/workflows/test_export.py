"""The exported bundle is what may be told of a family, and nothing beside it is touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_pipeline.model.errors import InvalidArgument, UnknownFamily
from memory_pipeline.workflows.card_action import forget_on_card, remember_on_card
from memory_pipeline.workflows.export import export_okf
from memory_pipeline.workflows.families import take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.review import review_memory
from memory_pipeline.workflows.run_family import run_family
from memory_pipeline_tests.store.okf_rules import front_matter, violations
from memory_pipeline_tests.workflows.conftest import folder_bytes, said

TEXTS = ("Always ask me before you book anything.", "Theo is allergic to peanuts.")


@pytest.fixture
def sound(pipeline: Pipeline) -> Pipeline:
    take_in(pipeline, "fam_a", [said("s1", *TEXTS)])
    run_family(pipeline, "fam_a")
    remember_on_card(pipeline, "fam_a", "We take our shoes off at the door.", member="Dana")
    return pipeline


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "bundle"


def test_the_bundle_keeps_every_rule_of_the_format(sound: Pipeline, folder: Path) -> None:
    done = export_okf(sound, "fam_a", folder)
    files = folder_bytes(folder)
    assert violations(files) == []
    claims = {memory.claim for memory in sound.view("fam_a").memories().values()}
    assert done.memories == len(claims) and all(
        any(claim.encode() in data for data in files.values()) for claim in claims
    )
    assert done.entities == len([name for name in files if name.startswith("entities/0")]) > 0
    assert b"# Change log" in files["log.md"]


def test_a_second_export_changes_no_byte(sound: Pipeline, folder: Path) -> None:
    export_okf(sound, "fam_a", folder)
    before = folder_bytes(folder)
    assert export_okf(sound, "fam_a", folder).removed == 0
    assert folder_bytes(folder) == before


def test_what_was_forgotten_leaves_an_earlier_export(sound: Pipeline, folder: Path) -> None:
    export_okf(sound, "fam_a", folder)
    (folder / "memories/notes.md").write_text("mine", encoding="utf-8")
    allergy = next(memory for memory in sound.view("fam_a").memories().values() if "peanuts" in memory.summary)
    forget_on_card(sound, "fam_a", allergy.id)
    assert export_okf(sound, "fam_a", folder).removed >= 1
    assert not [name for name, data in folder_bytes(folder).items() if b"peanut" in data]
    assert (folder / "memories/notes.md").exists()


def test_what_a_member_wrote_on_the_card_is_verified_by_them(sound: Pipeline, folder: Path) -> None:
    export_okf(sound, "fam_a", folder)
    verified = {
        "shoes" in data.decode(): {check["by"] for check in front_matter(data.decode())["verified"]}
        for name, data in folder_bytes(folder).items()
        if name.startswith("memories/0")
    }
    assert verified == {True: {"process:quote-check", "human:Dana"}, False: {"process:quote-check"}}


@pytest.mark.parametrize("name", ["notes.txt", "index.md", "sub/x"])
def test_a_folder_with_other_files_is_refused(sound: Pipeline, folder: Path, name: str) -> None:
    (folder / name).parent.mkdir(parents=True)
    (folder / name).write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidArgument, match="empty folder"):
        export_okf(sound, "fam_a", folder)
    assert folder_bytes(folder) == {name: b"mine"}


def test_a_file_is_no_folder(sound: Pipeline, folder: Path) -> None:
    folder.write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidArgument, match="another folder"):
        export_okf(sound, "fam_a", folder)


def test_an_unknown_family_leaves_no_folder(pipeline: Pipeline, folder: Path) -> None:
    with pytest.raises(UnknownFamily):
        export_okf(pipeline, "nobody", folder)
    assert not folder.exists()


def test_whoever_reviewed_a_claim_has_verified_it_as_it_stands(sound: Pipeline, folder: Path) -> None:
    allergy = next(memory for memory in sound.view("fam_a").memories().values() if "peanuts" in memory.summary)
    review_memory(sound, "fam_a", allergy.id, "accepted", "Ada")
    export_okf(sound, "fam_a", folder)
    assert "human:Ada" in str(
        front_matter((folder / f"memories/{allergy.id}.md").read_text(encoding="utf-8"))["verified"]
    )
    review_memory(sound, "fam_a", allergy.id, "rewritten", "Ben", summary="Theo must not have peanuts.", again=True)
    export_okf(sound, "fam_a", folder)
    verified = str(front_matter((folder / f"memories/{allergy.id}.md").read_text(encoding="utf-8"))["verified"])
    assert ("human:Ada" in verified, "human:Ben" in verified) == (False, True)
