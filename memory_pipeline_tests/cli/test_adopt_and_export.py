from __future__ import annotations

from pathlib import Path

import pytest

from memory_pipeline_tests.cli.conftest import CommandLine

NOW = ("--now", "2026-08-18T21:00:00Z")


def edited(store: Path, family: str, old: bytes, new: bytes) -> Path:
    file = min((store / f"families/{family}/memories").glob("*.md"))
    assert old in file.read_bytes()
    file.write_bytes(file.read_bytes().replace(old, new))
    return file


def test_a_hand_edit_is_found_by_verify_and_journaled_by_adopt(cli: CommandLine, formed: str, store: Path) -> None:
    file = edited(store, formed, b"pin: false", b"pin: true")
    assert cli("verify", formed, "--json", *NOW).code == 1
    adopted = cli.json("adopt", formed, *NOW)
    assert adopted["adopted"] == [{"kind": "adopted", "id": file.stem}] and adopted["seq"] is not None
    assert cli("verify", formed, "--json", *NOW).code == 0
    again = cli.json("adopt", formed, *NOW)
    assert (again["seq"], again["adopted"], again["left"]) == (None, [], [])


def test_what_cannot_be_taken_over_is_named_with_the_mend(cli: CommandLine, formed: str, store: Path) -> None:
    file = edited(store, formed, b"status: active", b"status: superseded")
    failed = cli("adopt", formed, "--json", *NOW)
    assert failed.code == 1
    assert [edit["file"] for edit in failed.json["left"]] == [file.relative_to(store).as_posix()]
    told = cli("adopt", formed, *NOW)
    assert told.code == 1 and "superseded by nothing" in " ".join(told.stdout.split())


def test_a_dry_adoption_writes_nothing(cli: CommandLine, formed: str, store: Path) -> None:
    file = edited(store, formed, b"pin: false", b"pin: true")
    before = file.read_bytes()
    assert cli.json("adopt", formed, "--dry-run", *NOW)["dry_run"] is True
    assert "Would be change" in cli("adopt", formed, "--dry-run", *NOW).stdout
    assert file.read_bytes() == before


def test_a_family_is_exported_and_all_are(cli: CommandLine, formed: str, tmp_path: Path) -> None:
    one = cli.json("export", "okf", formed, str(tmp_path / "one"))
    assert one["memories"] == len(list((tmp_path / "one/memories").glob("0*.md"))) > 0
    assert [each["folder"] for each in cli.json("export", "okf", "--all", str(tmp_path / "all"))] == [
        str(tmp_path / "all" / formed)
    ]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["cedar"], "InvalidArgument"),
        (["cedar", "x", "y"], "InvalidArgument"),
        (["--all", "cedar", "x"], "InvalidArgument"),
        (["nobody", "x"], "UnknownFamily"),
    ],
)
def test_an_export_names_a_family_and_a_folder(
    cli: CommandLine, cedar: str, arguments: list[str], error: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = cli("export", "okf", *arguments, "--json")
    assert (refused.code, refused.error["type"]) == (2, error)
    assert not (tmp_path / "x").exists()
