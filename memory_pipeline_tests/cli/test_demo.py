from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memory_pipeline.importers.demo import demo_families
from memory_pipeline_tests.cli.conftest import CommandLine

Contents = Callable[[], dict[str, bytes]]


def test_the_demo_a_second_time_prints_the_same_and_changes_no_byte(cli: CommandLine, contents: Contents) -> None:
    first = cli("demo")
    before = contents()
    second = cli("demo")
    assert (first.code, second.code) == (0, 0), first.stderr
    assert second.stdout == first.stdout
    assert contents() == before
    told = cli.json("demo")
    assert contents() == before
    assert [story["family"] for story in told["families"]] == [family.key for family, _ in demo_families().families]
    assert all(story["memories"] for story in told["families"])
    assert told["lookup"]["quotes"]
    assert cli.json("family", "list")["items"][0]["clock"] is None
    assert cli.json("family", "show", "fam_cedar")["now"] == told["now"]


def test_a_store_with_other_families_keeps_its_own_clock(cli: CommandLine, store: Path) -> None:
    cli.json("family", "add", "ours")
    told = cli.json("demo")
    assert not (store / "store.yaml").exists()
    clocks = {item["family"]: item["clock"] for item in cli.json("family", "list")["items"]}
    assert clocks.pop("ours") is None
    assert set(clocks.values()) == {told["now"]}


@pytest.mark.slow
def test_the_doctor_finds_every_part_in_order_and_leaves_the_store_alone(cli: CommandLine, store: Path) -> None:
    steps = cli.json("doctor")["steps"]
    assert [step["name"] for step in steps] == ["form", "dream", "brief", "forget", "reindex", "verify"]
    assert all(step["ok"] for step in steps)
    assert not store.exists()
