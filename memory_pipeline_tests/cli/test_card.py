from __future__ import annotations

from collections.abc import Callable

import pytest

from memory_pipeline_tests.cli.conftest import CommandLine

Contents = Callable[[], dict[str, bytes]]
NOW = ("--now", "2026-08-18T21:00:00Z")


def summaries(cli: CommandLine, family: str, *options: str) -> list[str]:
    return [item["summary"] for item in cli.json("card", "list", family, *options)["items"]]


def ref_of(cli: CommandLine, family: str, word: str) -> str:
    items = cli.json("card", "list", family, "--status", "all")["items"]
    return next(item["ref"] for item in items if word in item["summary"])


def test_the_card_lists_what_is_active_the_newest_first(cli: CommandLine, formed: str) -> None:
    items = cli.json("card", "list", formed)["items"]
    assert {item["status"] for item in items} == {"active"}
    times = [item["formed_at"] for item in items]
    assert times == sorted(times, reverse=True)
    assert all(item["evidence"] and item["body"].strip() for item in items)


def test_following_next_shows_every_item_once(cli: CommandLine, formed: str) -> None:
    whole = cli.json("card", "list", formed, "--status", "all")["items"]
    seen, cursor = [], None
    while True:
        more = ("--after", cursor) if cursor else ()
        page = cli.json("card", "list", formed, "--status", "all", "--limit", "2", *more)
        seen += page["items"]
        cursor = page["next"]
        if cursor is None:
            break
    assert seen == whole


def test_the_card_is_listed_by_status(cli: CommandLine, formed: str) -> None:
    assert summaries(cli, formed, "--status", "superseded") == ["Soccer practice is on Tuesdays at 5 pm."]
    assert summaries(cli, formed, "--status", "retracted") == []
    cli.json("dream", formed, "--now", "2026-08-19T08:00:00Z")
    assert len(summaries(cli, formed, "--status", "expired")) == 1


def test_the_card_as_it_was_before_practice_moved(cli: CommandLine, formed: str) -> None:
    then = summaries(cli, formed, "--as-of", "2026-08-15T00:00:00Z")
    assert "Soccer practice is on Tuesdays at 5 pm." in then
    assert "Soccer practice is on Thursdays at 6 pm now." not in then


def test_what_is_remembered_shows_in_the_next_read_and_twice_changes_nothing(
    cli: CommandLine, formed: str, contents: Contents
) -> None:
    told = cli.json("card", "remember", formed, "Never call my mother after nine.", "--member", "dana", *NOW)
    assert told["changed"] is True
    (decision,) = told["decisions"]
    memory = cli.json("read", decision["memory"])
    assert memory["authority"] == "user_explicit"
    (source,) = memory["evidence"]
    (turn,) = cli.json("excerpt", source)["turns"]
    assert (turn["speaker"], turn["text"]) == ("Dana", "Never call my mother after nine.")
    assert decision["memory"] in cli.json("brief", formed, *NOW)["text"]
    before = contents()
    again = cli.json("card", "remember", formed, "Never call my mother after nine.", "--member", "dana", *NOW)
    assert (again["changed"], again["seq"]) == (False, None)
    assert contents() == before


def test_what_is_forgotten_is_gone_from_every_reading_path(cli: CommandLine, formed: str, contents: Contents) -> None:
    ref = ref_of(cli, formed, "booking anything")
    assert ref in cli.json("brief", formed, *NOW)["text"]
    forgotten = cli.json("card", "forget", ref, *NOW)
    assert forgotten["changed"] is True
    assert forgotten["rules"][0].startswith(f"suppression://{formed}/")
    assert ref not in cli.json("brief", formed, *NOW)["text"]
    assert ref not in cli.json("turn", formed, "Please book anything", *NOW)["text"]
    assert ref not in str(cli.json("search", formed, "ask before you book anything", "--include-history", *NOW))
    refused = cli("read", ref, "--json")
    assert (refused.code, refused.error["type"]) == (2, "ForgottenReference")
    assert "book" not in refused.stdout
    (turn,) = cli.json("excerpt", f"conv://{formed}/s-3#turn=2")["turns"]
    assert "book anything" not in turn["text"]
    before = contents()
    assert cli.json("card", "forget", ref, *NOW)["changed"] is False
    assert contents() == before


def test_the_familys_card_still_shows_the_history_of_what_it_forgot(cli: CommandLine, formed: str) -> None:
    ref = ref_of(cli, formed, "booking anything")
    cli.json("card", "forget", ref, *NOW)
    assert cli.json("card", "history", ref)["versions"][0]["status"] == "retracted"
    assert cli.json("card", "evidence", ref)["status"] == "retracted"


def test_evidence_shows_the_quote_with_its_date(cli: CommandLine, formed: str) -> None:
    ref = ref_of(cli, formed, "peanuts")
    (line,) = cli.json("card", "evidence", ref)["evidence"]
    assert line == {
        "ref": f"conv://{formed}/s-1#turn=1",
        "quote": "Theo is allergic to peanuts",
        "recordedAt": "2026-08-14T19:01:00Z",
    }
    assert "2026-08-14" in cli("card", "evidence", ref).stdout


def test_history_shows_the_lineage_from_either_end(cli: CommandLine, formed: str) -> None:
    old, new = ref_of(cli, formed, "Tuesdays"), ref_of(cli, formed, "Thursdays")
    from_old, from_new = cli.json("card", "history", old), cli.json("card", "history", new)
    assert [version["ref"] for version in from_old["versions"]] == [old, new]
    assert from_old["versions"] == from_new["versions"]
    assert [(event["kind"], event["ref"]) for event in from_new["events"]] == [
        ("added", old),
        ("added", new),
        ("superseded", old),
    ]


def test_the_id_of_one_family_does_nothing_to_another(cli: CommandLine, formed: str, contents: Contents) -> None:
    cli.json("family", "add", "other")
    foreign = ref_of(cli, formed, "peanuts").replace(formed, "other")
    before = contents()
    for command in ("forget", "evidence", "history"):
        refused = cli("card", command, foreign, "--json")
        assert (refused.code, refused.error["type"]) == (2, "UnknownReference")
    assert contents() == before


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        pytest.param(["list", "nobody"], "UnknownFamily", id="list of no family"),
        pytest.param(["list", "cedar", "--status", "lost"], "InvalidArgument", id="no such status"),
        pytest.param(["list", "cedar", "--limit", "-1"], "InvalidArgument", id="negative limit"),
        pytest.param(["list", "cedar", "--as-of", "yesterday"], "InvalidInstant", id="no instant"),
        pytest.param(["list", "cedar", "--after", "x"], "UnknownReference", id="no cursor"),
        pytest.param(["remember", "nobody", "x"], "UnknownFamily", id="remember in no family"),
        pytest.param(["remember", "cedar", " \n"], "EmptySession", id="nothing to remember"),
        pytest.param(["remember", "cedar", "x", "--member", "Rex"], "InvalidArgument", id="nobody's words"),
        pytest.param(["forget", "conv://cedar/s-1#turn=1"], "MalformedReference", id="turns are no claim"),
        pytest.param(["forget", "memory://cedar/01K6N1R0A0B0C0D0E0F0G0H010"], "UnknownReference", id="no claim"),
        pytest.param(["knit"], "InvalidArgument", id="no such command"),
    ],
)
def test_a_bad_card_action_is_refused_and_nothing_is_written(
    cli: CommandLine, formed: str, contents: Contents, arguments: list[str], error: str
) -> None:
    before = contents()
    refused = cli("card", *arguments, "--json")
    assert (refused.code, refused.error["type"]) == (2, error)
    assert contents() == before


def test_nothing_is_remembered_in_a_closed_family(cli: CommandLine, formed: str) -> None:
    cli.json("family", "close", formed)
    refused = cli("card", "remember", formed, "We moved.", "--json")
    assert (refused.code, refused.error["type"]) == (2, "FamilyClosed")


def test_people_see_a_card(cli: CommandLine, formed: str) -> None:
    seen = cli("card", "list", formed, *NOW).stdout
    assert "Theo is allergic to peanuts." in seen
    assert "4 days" in seen


def test_on_a_terminal_of_80_every_id_and_date_is_whole(
    cli: CommandLine, formed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    items = cli.json("card", "list", formed, "--status", "all", *NOW)["items"]
    drawn = cli("card", "list", formed, "--status", "all", *NOW).stdout
    for item in items:
        assert item["id"] in drawn
        assert item["status"] != "active" or (item["valid_until"] or "") in drawn


def test_the_age_on_an_earlier_card_is_that_of_the_day(cli: CommandLine, formed: str) -> None:
    assert "today" in cli("card", "list", formed, "--as-of", "2026-08-14T21:00:00Z", *NOW).stdout


def test_a_group_without_its_token_says_that_nothing_has_gone_yet(cli: CommandLine, formed: str) -> None:
    shown = cli("card", "forget-group", formed, "--topic", "activities", *NOW).stdout
    token = cli.json("card", "forget-group", formed, "--topic", "activities", *NOW)["token"]
    assert f"Nothing has gone yet. To forget them for good, add --confirm {token}" in shown
    assert "Nothing had to change" not in shown
