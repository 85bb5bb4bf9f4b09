from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline_tests.cli.conftest import CommandLine, Transcript

Write = Callable[[str, Any], str]
Build = Callable[..., Transcript]


@pytest.fixture
def moving(cli: CommandLine, store: Path, write: Write, transcript: Build) -> Callable[..., None]:
    """Adds a family with one conversation and an explicit memory."""

    def add(key: str, explicit: str = "- Address me by first name.\n") -> None:
        cli.json("family", "add", key, "--timezone", "UTC", "--member", "Dana")
        path = write(f"{key}.json", transcript("s-1", "Soccer practice is on Tuesdays at 5 pm."))
        cli.json("import", "native", path, "--family", key)
        legacy = store / f"families/{key}/legacy"
        legacy.mkdir()
        (legacy / "explicit_memories.md").write_text(explicit, encoding="utf-8")

    return add


def test_one_family_moves_and_says_what_came_of_it(cli: CommandLine, moving: Callable[..., None], store: Path) -> None:
    moving("oak")
    moved = cli.json("migrate", "oak")
    assert (moved["family"], moved["state"], moved["passes"], moved["error"]) == ("oak", "done", True, None)
    assert moved["steps"]["explicit"]["decisions"] == {"add": 1}
    assert (store / "families/oak/migration/report.md").is_file()
    spoken = cli("migrate", "oak")
    assert (spoken.code, "covered 1" in spoken.stdout) == (0, True)


def test_what_the_family_asked_for_and_is_missing_is_exit_one(cli: CommandLine, moving: Callable[..., None]) -> None:
    moving("oak", "- Call me tomorrow.\n")
    outcome = cli("migrate", "oak", "--json")
    assert (outcome.code, outcome.json["state"], outcome.json["passes"]) == (1, "done", False)
    assert "report.md" in cli("migrate", "oak").stdout


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_all_families_move_and_a_broken_one_is_named(
    jobs: str, cli: CommandLine, moving: Callable[..., None], store: Path
) -> None:
    for key in ("ash", "birch", "cedar", "dune"):
        moving(key)
    (store / "families/birch/legacy/knowledge.md").write_bytes(b"\xff")
    (store / "families/dune/sessions/s-2.json").write_bytes(b"{")
    cli.json("family", "close", "cedar")
    outcome = cli("migrate", "--all", "--jobs", jobs, "--json")
    assert outcome.code == 1
    assert {each["family"]: each["state"] for each in outcome.json} == {
        "ash": "done",
        "birch": "failed",
        "cedar": "closed",
        "dune": "stopped",
    }
    broken, stopped = outcome.json[1], outcome.json[3]
    assert broken["error"]["file"] == "families/birch/legacy/knowledge.md"
    assert (stopped["stopped"]["step"], "s-2" in stopped["stopped"]["reason"]) == ("reduce", True)
    assert "4 of 4 families" in outcome.stderr
    (store / "families/birch/legacy/knowledge.md").unlink()
    (store / "families/dune/sessions/s-2.json").unlink()
    again = cli("migrate", "--all", "--jobs", jobs, "--json")
    assert (again.code, {each["state"] for each in again.json}) == (0, {"done", "closed"})


def test_a_broken_family_alone_is_an_error_with_its_file(
    cli: CommandLine, moving: Callable[..., None], store: Path
) -> None:
    moving("oak")
    (store / "families/oak/legacy/knowledge.md").write_bytes(b"\xff")
    outcome = cli("migrate", "oak", "--json")
    assert outcome.error["type"] == "MalformedDocument"
    assert outcome.error["file"] == "families/oak/legacy/knowledge.md"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ([], "InvalidArgument"),
        (["oak", "--all"], "InvalidArgument"),
        (["nobody"], "UnknownFamily"),
        (["oak", "--jobs", "0"], "InvalidArgument"),
    ],
)
def test_bad_arguments_are_refused(
    arguments: list[str], error: str, cli: CommandLine, moving: Callable[..., None]
) -> None:
    moving("oak")
    refused = cli("migrate", *arguments, "--json")
    assert (refused.code, refused.error["type"]) == (2, error)
