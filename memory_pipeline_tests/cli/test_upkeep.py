from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memory_pipeline_tests.cli.conftest import CommandLine

Contents = Callable[[], dict[str, bytes]]


def test_a_dry_dream_prints_the_plan_and_writes_nothing(cli: CommandLine, formed: str, contents: Contents) -> None:
    before = contents()
    plan = cli.json("dream", formed, "--dry-run", "--now", "2026-08-19T08:00:00Z")
    assert [step["kind"] for step in plan["transitions"]] == ["expire"]
    assert (plan["today"], plan["writes"], plan["seq"]) == ("2026-08-19", True, None)
    assert contents() == before


def test_a_memory_expires_when_its_day_begins_on_the_familys_wall(cli: CommandLine, formed: str) -> None:
    late_on_the_18th = "2026-08-19T06:59:00Z"
    assert cli.json("dream", formed, "--now", late_on_the_18th)["transitions"] == []
    assert len(cli.json("dream", formed, "--now", "2026-08-19T07:00:00Z")["transitions"]) == 1


def test_a_second_dream_on_the_same_day_writes_nothing(cli: CommandLine, formed: str, contents: Contents) -> None:
    now = ("--now", "2026-08-19T08:00:00Z")
    assert cli.json("dream", formed, *now)["seq"] is not None
    before = contents()
    again = cli.json("dream", formed, *now)
    assert (again["writes"], again["seq"], again["transitions"]) == (False, None, [])
    assert contents() == before


def test_verify_names_every_promise_and_passes_on_a_sound_store(cli: CommandLine, formed: str) -> None:
    result = cli.json("verify", formed, "--now", "2026-08-18T21:00:00Z")
    assert result["family"] == formed
    assert all(check["ok"] and check["failing"] == [] for check in result["checks"])
    assert cli.json("verify", "--all", "--now", "2026-08-18T21:00:00Z") == [result]


def test_verify_fails_on_a_quote_that_does_not_stand(cli: CommandLine, formed: str, store: Path) -> None:
    ledger = next((store / f"families/{formed}/memories").glob("*.evidence.jsonl"))
    ledger.write_text(ledger.read_text(encoding="utf-8").replace('"quote":"', '"quote":"never said '), encoding="utf-8")
    failed = cli("verify", formed, "--json", "--now", "2026-08-18T21:00:00Z")
    assert failed.code == 1
    broken = {check["name"] for check in failed.json["checks"] if not check["ok"]}
    assert "quotes_stand" in broken


def test_reindex_rebuilds_the_index_from_the_files(cli: CommandLine, formed: str) -> None:
    rebuilt = cli.json("reindex", formed)
    assert (rebuilt["family"], rebuilt["engine"], rebuilt["unavailable"]) == (formed, "exact", "")
    assert cli.json("reindex", "--all") == [rebuilt]


@pytest.mark.parametrize("command", ["verify", "reindex"])
@pytest.mark.parametrize("arguments", [[], ["cedar", "--all"]], ids=["neither", "both"])
def test_one_family_or_all_must_be_said(cli: CommandLine, cedar: str, command: str, arguments: list[str]) -> None:
    refused = cli(command, *arguments, "--json")
    assert (refused.code, refused.error["type"]) == (2, "InvalidArgument")


@pytest.mark.parametrize("command", ["verify", "reindex", "dream"])
def test_an_unknown_family_is_refused(cli: CommandLine, command: str) -> None:
    refused = cli(command, "nobody", "--json")
    assert (refused.code, refused.error["type"]) == (2, "UnknownFamily")
