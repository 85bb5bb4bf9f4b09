from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from memory_pipeline_tests.cli.conftest import CommandLine, Transcript

Contents = Callable[[], dict[str, bytes]]
Write = Callable[[str, Any], str]
Build = Callable[..., Transcript]


@pytest.fixture
def told(cli: CommandLine, cedar: str, transcript: Build, write: Write) -> str:
    """The family after two conversations that nobody has formed."""
    first = transcript("s-1", "Theo is allergic to peanuts.", "Soccer practice is on Tuesdays at 5 pm.")
    second = transcript("s-2", "Hi there!", "Thanks, bye.", day="2026-08-15")
    for session in (first, second):
        cli.json("import", "native", write(f"{session['session']}.json", session), "--family", cedar)
    return cedar


def test_a_run_counts_candidates_rejections_and_decisions_by_session(cli: CommandLine, told: str) -> None:
    (family,) = cli.json("run", "--family", told)["families"]
    assert [session["session"] for session in family["sessions"]] == ["s-1", "s-2"]
    first, second = family["sessions"]
    assert first["status"] == "formed"
    assert first["candidates"] == first["survivors"] + sum(first["rejections"].values()) + first["refused"]
    assert sum(first["decisions"].values()) == first["survivors"] >= 2
    assert (second["status"], second["candidates"], second["seq"]) == ("empty", 0, None)
    assert family["totals"]["decisions"] == first["decisions"]
    assert family["totals"]["sessions"] == 2


def test_a_second_run_changes_no_byte(cli: CommandLine, told: str, contents: Contents) -> None:
    cli.json("run", "--family", told)
    before = contents()
    (family,) = cli.json("run", "--family", told)["families"]
    assert family["sessions"] == []
    assert contents() == before


def test_explain_gives_each_candidate_its_fate(cli: CommandLine, told: str) -> None:
    (family,) = cli.json("run", "--family", told, "--explain")["families"]
    for session in family["sessions"]:
        assert len(session["explained"]) == session["candidates"]
    for fate in family["sessions"][0]["explained"]:
        assert fate["reason"]
        assert (fate["outcome"] == "dropped") == (fate["gate"] is not None)
        assert all(ref.startswith(f"conv://{told}/s-1#turn=") for ref in fate["evidence"])


def test_without_a_name_every_open_family_runs_and_closed_ones_are_named(cli: CommandLine, told: str) -> None:
    cli.json("family", "add", "asleep")
    cli.json("family", "close", "asleep")
    for arguments in ((), ("--all",)):
        answer = cli.json("run", *arguments)
        assert [family["family"] for family in answer["families"]] == [told]
        assert answer["closed"] == ["asleep"]


def test_one_broken_family_fails_the_run_and_the_others_go_on(cli: CommandLine, told: str, store: Any) -> None:
    cli.json("family", "add", "broken")
    (store / "families/broken/family.yaml").write_text("timezone: [", encoding="utf-8")
    answer = cli("run", "--all", "--json")
    assert answer.code == 1
    broken, whole = answer.json["families"]
    assert broken["error"]["type"] == "MalformedDocument"
    assert len(whole["sessions"]) == 2


def test_an_empty_session_is_formed_again_only_when_asked(cli: CommandLine, told: str) -> None:
    cli.json("run", "--family", told)
    (family,) = cli.json("run", "--family", told, "--retry-empty")["families"]
    assert [session["session"] for session in family["sessions"]] == ["s-2"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        pytest.param(["--family", "nobody"], "UnknownFamily", id="unknown"),
        pytest.param(["--family", "cedar", "--family", "nobody"], "UnknownFamily", id="one of two unknown"),
        pytest.param(["--family", "asleep"], "FamilyClosed", id="closed"),
        pytest.param(["--family", "cedar", "--all"], "InvalidArgument", id="one and all"),
        pytest.param(["--family", "cedar", "--now", "tomorrow"], "InvalidInstant", id="no instant"),
        pytest.param(["--family", "cedar", "--now", "2026-08-14T19:02:00"], "InvalidInstant", id="no offset"),
    ],
)
def test_a_bad_run_is_refused_before_anything_is_done(
    cli: CommandLine, told: str, contents: Contents, arguments: list[str], error: str
) -> None:
    cli.json("family", "add", "asleep")
    cli.json("family", "close", "asleep")
    before = contents()
    refused = cli("run", *arguments, "--json")
    assert (refused.code, refused.error["type"]) == (2, error)
    assert contents() == before


def test_a_setting_out_of_range_is_refused_by_name(
    cli: CommandLine, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_BLAST_RADIUS", "7")
    refused = cli("run", "--json")
    assert (refused.code, refused.error["type"]) == (2, "InvalidSetting")
    assert "MEMORY_BLAST_RADIUS" in refused.error["message"]


def test_people_see_what_was_dropped_and_decided(cli: CommandLine, told: str) -> None:
    seen = cli("run", "--family", told, "--explain").stdout
    assert "nothing like it is known" in seen
    assert "allergic to peanuts" in seen
