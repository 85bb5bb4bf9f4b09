"""The review desk from the command line: the queue, verdicts, labels, and keys on a real terminal."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memory_pipeline.bootstrap import card_signer
from memory_pipeline.settings import load_settings
from memory_pipeline_tests.cli.conftest import CommandLine

PROGRAM = str(Path(sys.executable).with_name("memory-pipeline"))
BY = ("--reviewer", "Ada")


def queue(cli: CommandLine, family: str) -> list[str]:
    return [item["ref"] for item in cli.json("review", family)["items"]]


def test_a_verdict_is_counted_and_the_memory_leaves_the_queue(cli: CommandLine, formed: str) -> None:
    first, second, third = queue(cli, formed)[:3]
    cli.json("review", formed, "--accept", first, *BY)
    cli.json("review", formed, "--rewrite", second, "--summary", "Soccer is on Thursdays at 6 pm.", *BY)
    found = cli.json("review", formed, "--reject", third, *BY)
    counted = {kind: found["progress"][kind] for kind in ("accepted", "rejected", "rewritten")}
    assert counted == {"accepted": 1, "rejected": 1, "rewritten": 1}
    assert not {first, second, third} & set(queue(cli, formed))
    assert cli.json("card", "rules", formed)["items"][0]["memories"] == [third]


def test_the_second_of_two_reviewers_is_told_and_may_insist(cli: CommandLine, formed: str) -> None:
    first = queue(cli, formed)[0]
    cli.json("review", formed, "--accept", first, *BY)
    late = cli("review", formed, "--reject", first, "--reviewer", "Ben", "--json")
    assert (late.code, late.error["type"], "Ada accepted it" in late.error["message"]) == (2, "AlreadyReviewed", True)
    assert cli.json("review", formed, "--reject", first, "--reviewer", "Ben", "--again")["verdict"]["reviewer"] == "Ben"


def test_a_link_to_the_desk_is_of_its_own_kind_and_names_the_reviewer(cli: CommandLine, formed: str) -> None:
    desk = cli.json("review", formed, "--link", "--reviewer", "Ada", "--address", "https://card.example.org/")
    assert desk["family"] == formed and desk["url"].startswith("https://card.example.org/desk/open/")
    token = desk["url"].rpartition("/")[2]
    signer = card_signer(load_settings())
    assert signer.read(token, "link", datetime.now(UTC)) is None
    found = signer.read(token, "desk link", datetime.now(UTC))
    assert found is not None and (found.family, found.member) == (formed, "Ada")
    nameless = cli("review", formed, "--link", "--reviewer", "two\nlines", "--json")
    assert (nameless.code, nameless.error["type"]) == (2, "InvalidArgument")


def test_the_labels_go_into_a_new_file_only(cli: CommandLine, formed: str, tmp_path: Path) -> None:
    file = str(tmp_path / "labels.yaml")
    assert cli("review", formed, "--labels", file, "--json").error["type"] == "InvalidArgument"
    cli.json("review", formed, "--accept", queue(cli, formed)[0], *BY)
    assert cli.json("review", formed, "--labels", file)["facts"] == 1
    assert cli("review", formed, "--labels", file, "--json").error["type"] == "InvalidArgument"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["nobody"], "UnknownFamily"),
        (["cedar", "--accept", "memory://oak/01ARZ3NDEKTSV4RRFFQ69G5FAV"], "ForeignReference"),
        (["cedar", "--accept", "memory://cedar/01ARZ3NDEKTSV4RRFFQ69G5FAV"], "UnknownReference"),
        (["cedar", "--accept", "conv://cedar/s-1#turn=1"], "MalformedReference"),
        (["cedar", "--accept", "memory://cedar/01ARZ3NDEKTSV4RRFFQ69G5FAV", "--summary", "x"], "InvalidArgument"),
        (["cedar", "--rewrite", "memory://cedar/01ARZ3NDEKTSV4RRFFQ69G5FAV"], "InvalidArgument"),
        (["cedar", "--accept", "memory://cedar/A", "--reject", "memory://cedar/A"], "InvalidArgument"),
    ],
)
def test_a_bad_verdict_is_refused(arguments: list[str], error: str, cli: CommandLine, formed: str) -> None:
    refused = cli("review", *arguments, *BY, "--json")
    assert (refused.code, refused.error["type"]) == (2, error)


@pytest.mark.slow
def test_on_a_terminal_each_memory_takes_a_key(cli: CommandLine, formed: str) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [PROGRAM, "review", formed, *BY], stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "dumb"}
    ) as process:
        os.close(theirs)
        _shown(ours, "q quit")
        _pressed(ours, "a", "q quit")
        _pressed(ours, "s", "q quit")
        end = _pressed(ours, "q", "rewritten")
        process.wait(timeout=60)
    assert process.returncode == 0
    assert "1 of 3 accepted, 0 rejected, 0 rewritten" in end
    assert cli.json("review", formed)["progress"]["accepted"] == 1


def _pressed(terminal: int, key: str, words: str) -> str:
    """What the terminal shows after a key; one that comes before the program listens is thrown away, so it is pressed
    again where nothing follows."""
    time.sleep(0.5)
    for _ in range(4):
        os.write(terminal, key.encode())
        if words in (shown := _shown(terminal, words, seconds=15)):
            return shown
    raise AssertionError(f"{words!r} is not shown after {key!r}")


def _shown(terminal: int, words: str, seconds: float = 60) -> str:
    """What the terminal shows until it shows `words`."""
    shown, end = "", time.monotonic() + seconds
    while words not in shown and time.monotonic() < end:
        if select.select([terminal], [], [], 1.0)[0]:
            try:
                shown += os.read(terminal, 4096).decode(errors="replace")
            except OSError:  # the program has ended and nobody holds the other side
                break
    return shown
