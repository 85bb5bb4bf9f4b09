from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline_tests.cli.conftest import CommandLine

NARROW = ("--after", "MEMORY_CANDIDATES_PER_SESSION=1")


def test_one_version_is_itself_and_the_store_is_only_read(
    cli: CommandLine, formed: str, contents: Callable[[], dict[str, bytes]]
) -> None:
    before = contents()
    found = cli.json("release-diff", formed)
    assert found["before"] == found["after"]
    assert {name: number for name, number in found["counts"].items() if number} == {"same": 5}
    assert contents() == before


def test_a_setting_of_one_version_shows_in_the_counts_and_the_examples(cli: CommandLine, formed: str) -> None:
    environment = dict(os.environ)
    found = cli.json("release-diff", "--all", *NARROW)
    assert found["counts"]["lost"] > 0
    lost = [each for each in found["families"][0]["memories"] if each["state"] == "lost"]
    assert all(each["after"] is None and each["before"]["cites"] for each in lost)
    assert dict(os.environ) == environment
    spoken = cli("release-diff", formed, *NARROW)
    assert (spoken.code, "Lost: " in spoken.stdout) == (0, True)


def test_a_kept_version_is_compared_another_day(cli: CommandLine, formed: str, tmp_path: Path) -> None:
    file = str(tmp_path / "kept.json")
    assert cli.json("release-diff", formed, "--save", file)["memories"] == 5
    assert cli.json("release-diff", formed, "--against", file)["counts"]["same"] == 5
    assert cli.json("release-diff", formed, "--against", file, *NARROW)["counts"]["lost"] > 0


REFUSED: list[tuple[list[str], str]] = [
    ([], "InvalidArgument"),
    (["nobody"], "UnknownFamily"),
    (["cedar", "--before", "PATH=/tmp"], "InvalidArgument"),
    (["cedar", "--after", "MEMORY_STORE=/tmp"], "InvalidArgument"),
    (["cedar", "--after", "MEMORY_DECAY_DAYS=never"], "InvalidSetting"),
    (["cedar", "--save", "a.json", "--against", "b.json"], "InvalidArgument"),
    (["cedar", "--before", "MEMORY_DECAY_DAYS=9", "--against", "b.json"], "InvalidArgument"),
]


@pytest.mark.parametrize(("arguments", "error"), REFUSED, ids=[" ".join(arguments) for arguments, _ in REFUSED])
def test_bad_arguments_are_refused(arguments: list[str], error: str, cli: CommandLine, formed: str) -> None:
    refused = cli("release-diff", *arguments, "--json")
    assert (refused.code, refused.error["type"]) == (2, error)


@pytest.mark.parametrize("data", [b"", b"[]", b'{"version": {}, "families": [{}]}', b'{"version": {}, "families": []}'])
def test_a_kept_file_that_is_none_is_refused_by_name(
    data: bytes, cli: CommandLine, formed: str, tmp_path: Path
) -> None:
    file = tmp_path / "kept.json"
    file.write_bytes(data)
    error: Any = cli("release-diff", formed, "--against", str(file), "--json").error
    assert error["file"] == str(file)
