from __future__ import annotations

import json
from typing import Any

import pytest

from memory_pipeline_tests.cli.conftest import CommandLine

NOW = ("--now", "2026-08-18T21:00:00Z")
LATER = ("--now", "2026-08-19T08:00:00Z")


def found(cli: CommandLine, family: str, query: str, *options: str) -> list[dict[str, Any]]:
    return cli.json("search", family, query, *NOW, *options)["results"]


def ref_of(cli: CommandLine, family: str, word: str) -> str:
    items = cli.json("card", "list", family, "--status", "all")["items"]
    return next(item["ref"] for item in items if word in item["summary"])


def test_the_brief_is_the_block_a_model_gets_with_its_etag(cli: CommandLine, formed: str) -> None:
    brief = cli.json("brief", formed, *NOW)
    assert {"tokens", "etag", "text", "sections"} <= brief.keys()
    assert 0 < brief["tokens"] <= 2000
    rule = next(
        line for section in brief["sections"] for line in section["lines"] if "booking anything" in line["text"]
    )
    assert rule["text"] in brief["text"]
    assert rule["ref"] in brief["text"]
    assert cli.json("brief", formed, *NOW)["etag"] == brief["etag"]


def test_the_household_gets_no_last_conversation(cli: CommandLine, formed: str) -> None:
    chat, household = cli.json("brief", formed, *NOW), cli.json("brief", formed, "--surface", "household", *NOW)
    assert "last_conversation" in [section["name"] for section in chat["sections"]]
    assert "last_conversation" not in [section["name"] for section in household["sections"]]


def test_explain_says_of_every_memory_why_it_is_in_or_out(cli: CommandLine, formed: str) -> None:
    explained = cli.json("brief", formed, "--explain", *NOW)["explained"]
    every = cli.json("card", "list", formed, "--status", "all")["items"]
    assert {why["ref"] for why in explained} == {item["ref"] for item in every}
    assert all(why["reason"] for why in explained)
    shown = cli("brief", formed, "--explain", *NOW).stdout
    assert "left out: sensitive (minors)" in " ".join(shown.split())


def test_a_web_search_is_shaped_by_what_the_family_cannot_have(cli: CommandLine, formed: str) -> None:
    brief = cli.json("brief", formed, "--surface", "web_search", "--query", "cookie recipes", *NOW)
    assert "peanut" in brief["query"]


def test_an_allergy_comes_with_a_message_about_food_that_does_not_name_it(cli: CommandLine, formed: str) -> None:
    turn = cli.json("turn", formed, "What shall I put in the lunchbox?", *NOW)
    allergy = turn["items"][0]
    assert "peanuts" in allergy["summary"]
    assert allergy["evidence"] == [f"conv://{formed}/s-1#turn=1"]
    assert allergy["age"]
    assert allergy["ref"] in turn["text"]
    assert 0 < turn["tokens"] <= 400


def test_an_empty_message_gets_an_empty_answer(cli: CommandLine, formed: str) -> None:
    turn = cli.json("turn", formed, "", *NOW)
    assert (turn["items"], turn["text"]) == ([], "")


def test_search_finds_what_is_current_and_history_when_asked(cli: CommandLine, formed: str) -> None:
    current = found(cli, formed, "soccer practice")
    assert current[0]["summary"] == "Soccer practice is on Thursdays at 6 pm now."
    assert {result["status"] for result in current} == {"active"}
    with_history = found(cli, formed, "soccer practice", "--include-history")
    assert {result["status"] for result in with_history} == {"active", "superseded"}


def test_search_is_narrowed_by_type_and_entity_and_number(cli: CommandLine, formed: str) -> None:
    for kind in ("constraint", "directive"):
        narrowed = found(cli, formed, "Theo peanuts", "--type", kind)
        assert {result["type"] for result in narrowed} == {kind}
    assert found(cli, formed, "Theo peanuts", "--entity", "Nobody Known") == []
    assert len(found(cli, formed, "soccer practice", "--include-history", "--limit", "1")) == 1


def test_what_is_past_its_date_is_not_served_before_any_dream(cli: CommandLine, formed: str) -> None:
    before, after = (cli.json("search", formed, "brother staying", *when)["results"] for when in (NOW, LATER))
    assert any("brother" in result["summary"] for result in before)
    assert not any("brother" in result["summary"] for result in after)
    assert "brother" not in cli.json("brief", formed, *LATER)["text"]


BATCH = "soccer practice\n\npeanuts\r\nbrother\u2028staying\nlast line without an end"


@pytest.mark.parametrize("command", ["search", "turn"])
def test_a_batch_answers_every_line_in_order(cli: CommandLine, formed: str, write: Any, command: str) -> None:
    path = write("queries.txt", BATCH)
    from_file, from_stdin = (
        cli(command, formed, "--batch", path, *NOW),
        cli(command, formed, "--batch", "-", *NOW, input=BATCH),
    )
    assert (from_file.code, from_file.stdout) == (0, from_stdin.stdout)
    answers = [json.loads(line) for line in from_file.stdout.rstrip("\n").split("\n")]
    queries = ["soccer practice", "", "peanuts", "brother\u2028staying", "last line without an end"]
    assert answers == [cli.json(command, formed, query, *NOW) for query in queries]


def test_a_line_that_is_no_utf8_gets_an_error_and_the_others_their_answer(cli: CommandLine, formed: str) -> None:
    outcome = cli("search", formed, "--batch", "-", *NOW, input=b"peanuts\n\xff\xfe\npeanuts\n")
    first, second, third = (json.loads(line) for line in outcome.stdout.splitlines())
    assert outcome.code == 2
    assert (second["error"]["type"], second["error"]["line"]) == ("InvalidArgument", 2)
    assert first == third


def test_an_empty_batch_has_no_answer(cli: CommandLine, formed: str) -> None:
    outcome = cli("search", formed, "--batch", "-", *NOW, input="")
    assert (outcome.code, outcome.stdout) == (0, "")


def test_read_gives_the_whole_memory_and_excerpt_the_words_behind_it(cli: CommandLine, formed: str) -> None:
    memory = cli.json("read", ref_of(cli, formed, "peanuts"), *NOW)
    assert (memory["type"], memory["status"], memory["revision"]) == ("constraint", "active", 1)
    (source,) = memory["evidence"]
    excerpt = cli.json("excerpt", source, *NOW)
    assert [turn["text"] for turn in excerpt["turns"]] == ["Theo is allergic to peanuts."]
    assert "Theo is allergic to peanuts." in cli("excerpt", source).stdout
    assert "reinforcement_count: 0" in cli("read", memory["ref"]).stdout


def test_a_read_is_the_card_item_of_the_same_memory(cli: CommandLine, formed: str) -> None:
    items = cli.json("card", "list", formed)["items"]
    assert cli.json("read", items[0]["ref"]) == items[0]


NO_REFERENCES = {
    "words": "peanuts",
    "a foreign scheme": "file:///etc/passwd",
    "a small ulid": "memory://cedar/01k6n1r0a0b0c0d0e0f0g0h010",
    "a path": "memory://cedar/../nobody/01K6N1R0A0B0C0D0E0F0G0H010",
    "turn zero": "conv://cedar/s-1#turn=0",
    "turns backwards": "conv://cedar/s-1#turn=3-1",
    "no turn": "conv://cedar/s-1",
    "nothing": "",
}


@pytest.mark.parametrize("reference", NO_REFERENCES.values(), ids=NO_REFERENCES)
@pytest.mark.parametrize("command", ["read", "excerpt", "card forget", "card evidence", "card history"])
def test_a_malformed_reference_is_refused(cli: CommandLine, cedar: str, command: str, reference: str) -> None:
    refused = cli(*command.split(), reference, "--json")
    assert (refused.code, refused.error["type"]) == (2, "MalformedReference")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        pytest.param(["read", "memory://cedar/01K6N1R0A0B0C0D0E0F0G0H010"], "UnknownReference", id="no such memory"),
        pytest.param(["read", "memory://nobody/01K6N1R0A0B0C0D0E0F0G0H010"], "UnknownFamily", id="no such family"),
        pytest.param(["read", "conv://cedar/s-1#turn=1"], "MalformedReference", id="turns are no memory"),
        pytest.param(["excerpt", "conv://cedar/s-1#turn=9"], "UnknownReference", id="no such turn"),
        pytest.param(["excerpt", "conv://cedar/s-9#turn=1"], "UnknownReference", id="no such session"),
        pytest.param(["excerpt", "conv://cedar/..#turn=1"], "MalformedReference", id="a session that is a folder"),
        pytest.param(["excerpt", "memory://cedar/01K6N1R0A0B0C0D0E0F0G0H010"], "MalformedReference", id="no turns"),
        pytest.param(["search", "nobody", "x"], "UnknownFamily", id="search in no family"),
        pytest.param(["turn", "nobody", "x"], "UnknownFamily", id="turn in no family"),
        pytest.param(["brief", "nobody"], "UnknownFamily", id="brief of no family"),
        pytest.param(["search", "cedar"], "InvalidArgument", id="no query"),
        pytest.param(["search", "cedar", "x", "--batch", "-"], "InvalidArgument", id="query and batch"),
        pytest.param(["search", "cedar", "--batch", "absent.txt"], "InvalidArgument", id="no batch file"),
        pytest.param(["search", "cedar", "x", "--type", "rumour"], "InvalidArgument", id="no such type"),
        pytest.param(["search", "cedar", "x", "--limit", "0"], "InvalidArgument", id="limit zero"),
        pytest.param(["brief", "cedar", "--surface", "email"], "InvalidArgument", id="no such surface"),
        pytest.param(["brief", "cedar", "--query", "x"], "InvalidArgument", id="query without its surface"),
        pytest.param(["brief", "cedar", "--surface", "web_search"], "InvalidArgument", id="surface without a query"),
        pytest.param(["brief", "cedar", "--now", "2026-13-01T00:00:00Z"], "InvalidInstant", id="no month"),
    ],
)
def test_bad_input_is_refused_with_a_typed_error(
    cli: CommandLine, formed: str, arguments: list[str], error: str
) -> None:
    refused = cli(*arguments, "--json")
    assert (refused.code, refused.error["type"]) == (2, error)
