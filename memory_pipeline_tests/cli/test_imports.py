from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.importers import IMPORTERS
from memory_pipeline_tests.cli.conftest import CommandLine, Transcript

Contents = Callable[[], dict[str, bytes]]
Write = Callable[[str, Any], str]
Build = Callable[..., Transcript]


def test_sessions_come_in_once_and_a_second_import_changes_no_byte(
    cli: CommandLine, cedar: str, transcript: Build, write: Write, contents: Contents
) -> None:
    path = write("one.json", transcript("s-1", "Theo is allergic to peanuts."))
    first = cli.json("import", "native", path, "--family", cedar)
    assert first["families"] == [{"family": cedar, "created": False, "added": ["s-1"], "known": []}]
    before = contents()
    again = cli.json("import", "native", path, "--family", cedar)
    assert again["families"] == [{"family": cedar, "created": False, "added": [], "known": ["s-1"]}]
    assert contents() == before


def test_a_dry_run_says_what_would_come_in_and_writes_nothing(
    cli: CommandLine, cedar: str, transcript: Build, write: Write, contents: Contents
) -> None:
    path = write("one.json", transcript("s-1", "We moved to Oak Street."))
    before = contents()
    planned = cli.json("import", "native", path, "--family", cedar, "--dry-run")
    assert (planned["dry_run"], planned["families"][0]["added"]) == (True, ["s-1"])
    assert contents() == before


def test_a_folder_and_a_jsonl_file_bring_the_same_sessions(
    cli: CommandLine, cedar: str, transcript: Build, write: Write
) -> None:
    sessions = [transcript("s-2", "Soup on Mondays."), transcript("s-1", "No dogs.", day="2026-08-01")]
    for session in sessions:
        folder = str(Path(write(f"in/{session['session']}.json", session)).parent)
    lines = write("in.jsonl", "\n".join(json.dumps(session) for session in sessions))
    assert cli.json("import", "native", folder, "--family", cedar)["families"][0]["added"] == ["s-1", "s-2"]
    assert cli.json("import", "jsonl", lines, "--family", cedar)["families"][0]["known"] == ["s-1", "s-2"]


def test_an_open_session_gives_way_to_a_longer_one(
    cli: CommandLine, cedar: str, transcript: Build, write: Write
) -> None:
    whole = transcript("s-1", "First.", "Second.")
    started = {**whole, "ended_at": None, "turns": whole["turns"][:1]}
    cli.json("import", "native", write("a.json", started), "--family", cedar)
    assert cli.json("import", "native", write("b.json", whole), "--family", cedar)["families"][0]["added"] == ["s-1"]


LOCOMO = [
    {
        "sample_id": f"conv-{number}",
        "conversation": {
            "speaker_a": "Caroline",
            "speaker_b": "Melanie",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Caroline", "dia_id": "D1:1", "text": "I adopted a cat called Miso."},
                {"speaker": "Melanie", "dia_id": "D1:2", "text": "I play the violin."},
            ],
        },
    }
    for number in (1, 2)
]


def test_locomo_makes_one_family_a_conversation_and_again_brings_nothing_new(
    cli: CommandLine, write: Write, contents: Contents
) -> None:
    path = write("locomo.json", LOCOMO)
    first = cli.json("import", "locomo", path)
    assert [(family["family"], family["created"]) for family in first["families"]] == [
        ("conv-1", True),
        ("conv-2", True),
    ]
    before = contents()
    again = cli.json("import", "locomo", path)
    assert [family["added"] for family in again["families"]] == [[], []]
    assert contents() == before
    assert cli.json("family", "show", "conv-1")["clock"] == "2023-05-08T13:56:01Z"


def test_one_sample_comes_in_under_another_name(cli: CommandLine, write: Write) -> None:
    path = write("locomo.json", LOCOMO)
    cli.json("import", "locomo", path, "--sample", "conv-2", "--family", "bench")
    assert [family["family"] for family in cli.json("family", "list")["items"]] == ["bench"]


def refused_import(
    cli: CommandLine, contents: Contents, *arguments: str, error: str, file: str | None = None, line: int | None = None
) -> None:
    before = contents()
    refused = cli("import", *arguments, "--json")
    assert (refused.code, refused.error["type"]) == (2, error), refused
    if file is not None:
        assert (refused.error["file"], refused.error["line"]) == (file, line)
    assert contents() == before
    spoken = cli("import", *arguments)
    assert (spoken.code, spoken.stdout) == (2, "")
    assert error in spoken.stderr
    assert contents() == before


def test_an_unreadable_session_is_refused_with_its_line(
    cli: CommandLine, cedar: str, write: Write, contents: Contents
) -> None:
    path = write("bad.json", '{"session": "s-1",\n "turns": [}')
    refused_import(cli, contents, "native", path, "--family", cedar, error="MalformedTranscript", file=path, line=2)


def test_one_bad_session_of_three_refuses_all_three(
    cli: CommandLine, cedar: str, transcript: Build, write: Write, contents: Contents
) -> None:
    good = json.dumps(transcript("s-1", "We eat at six."))
    path = write("three.jsonl", f'{good}\n{{"session": 7}}\n{good.replace("s-1", "s-3")}\n')
    refused_import(cli, contents, "jsonl", path, "--family", cedar, error="MalformedTranscript", file=path, line=2)


def test_a_session_without_turns_is_refused(
    cli: CommandLine, cedar: str, transcript: Build, write: Write, contents: Contents
) -> None:
    path = write("empty.json", transcript("s-1"))
    refused_import(cli, contents, "native", path, "--family", cedar, error="EmptySession", file=path)


def test_the_same_session_with_other_bytes_refuses_the_whole_import(
    cli: CommandLine, cedar: str, transcript: Build, write: Write, contents: Contents
) -> None:
    cli.json("import", "native", write("a.json", transcript("s-2", "Dinner is at six.")), "--family", cedar)
    sessions = [transcript("s-1", "New."), transcript("s-2", "Dinner is at seven.")]
    path = write("b.jsonl", "\n".join(json.dumps(session) for session in sessions))
    refused_import(cli, contents, "jsonl", path, "--family", cedar, error="SessionConflict")


def test_a_closed_family_takes_nothing_in(
    cli: CommandLine, cedar: str, transcript: Build, write: Write, contents: Contents
) -> None:
    path = write("a.json", transcript("s-1", "We moved."))
    cli.json("family", "close", cedar)
    refused_import(cli, contents, "native", path, "--family", cedar, error="FamilyClosed")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        pytest.param(["fax", "a.json", "--family", "cedar"], "UnknownFormat", id="unknown format"),
        pytest.param(["native", "a.json", "--family", "nobody"], "UnknownFamily", id="unknown family"),
        pytest.param(["native", "a.json"], "UnknownFamily", id="no family named"),
        pytest.param(["native", "a.json", "--family", "A,B"], "InvalidFamilyKey", id="bad family key"),
        pytest.param(["native", "absent.json", "--family", "cedar"], "MalformedTranscript", id="no such file"),
        pytest.param(["native"], "InvalidArgument", id="no path"),
        pytest.param(["locomo", "a.json"], "MalformedTranscript", id="a file of another format"),
    ],
)
def test_a_bad_import_is_refused(
    cli: CommandLine, cedar: str, transcript: Build, write: Write, contents: Contents, arguments: list[str], error: str
) -> None:
    folder = Path(write("a.json", transcript("s-1", "We moved."))).parent
    placed = [str(folder / part) if part.endswith(".json") else part for part in arguments]
    refused_import(cli, contents, *placed, error=error)


def test_the_help_names_every_format(cli: CommandLine) -> None:
    helped = cli("import", "--help").stdout
    assert all(name in helped for name in IMPORTERS)


CHAT = [
    "[14.08.26, 19:03:12] Dana: Theo is allergic to peanuts.",
    "[14.08.26, 19:04:00] Coach Kim: Noted.",
    "[15.08.26, 09:00:00] Dana: We moved to Oak Street.",
]


def test_a_dry_run_says_how_much_from_when_and_who_speaks(cli: CommandLine, cedar: str, write: Write) -> None:
    path = write("chat.txt", "\n".join(CHAT))
    planned = cli.json("import", "whatsapp", path, "--family", cedar, "--dry-run", "--now", "2026-08-15T17:00:00Z")
    assert planned["contents"] == [
        {
            "family": "cedar",
            "sessions": 2,
            "turns": 3,
            "first": "2026-08-15T02:03:12Z",
            "last": "2026-08-15T16:00:00Z",
            "open": [planned["families"][0]["added"][1]],
            "speakers": [
                {"name": "Dana", "role": "user", "member": "Dana", "turns": 2},
                {"name": "Coach Kim", "role": "user", "member": None, "turns": 1},
            ],
        }
    ]
    assert "times read as America/Los_Angeles, the family's zone" in planned["notes"]
    assert planned["rejected"] == []


def test_a_later_export_of_a_chat_brings_what_is_new(cli: CommandLine, cedar: str, write: Write) -> None:
    arguments = ("--family", cedar, "--timezone", "UTC", "--now")
    first = cli.json("import", "whatsapp", write("a.txt", "\n".join(CHAT[:2])), *arguments, "2026-08-14T20:00:00Z")
    assert len(first["contents"][0]["open"]) == 1
    cli.json("import", "whatsapp", write("b.txt", "\n".join(CHAT)), *arguments, "2026-08-20T20:00:00Z")
    longer = [*CHAT, "[15.08.26, 09:30:00] Dana: The door is green."]
    last = cli.json("import", "whatsapp", write("c.txt", "\n".join(longer)), *arguments, "2026-08-21T20:00:00Z")
    (added,) = last["families"][0]["added"]
    assert added.endswith(".2")
    again = cli.json("import", "whatsapp", write("c.txt", "\n".join(longer)), *arguments, "2026-08-21T20:00:00Z")
    assert again["families"][0]["added"] == []
    assert len(again["families"][0]["known"]) == 2


def test_a_bad_record_of_a_foreign_export_is_left_out_and_listed(cli: CommandLine, cedar: str, write: Write) -> None:
    good = {
        "uuid": "k-1",
        "created_at": "2026-08-14T19:00:00Z",
        "chat_messages": [{"sender": "human", "text": "We moved.", "created_at": "2026-08-14T19:00:00Z"}],
    }
    path = write("conversations.json", [good, {"uuid": "k-2"}])
    outcome = cli("import", "claude", path, "--family", cedar, "--speaker", "Dana", "--json")
    assert outcome.code == 0
    assert outcome.json["families"][0]["added"] == ["claude-k-1"]
    (rejected,) = outcome.json["rejected"]
    assert (rejected["type"], rejected["file"], rejected["line"]) == ("MalformedTranscript", path, 1)
    assert "claude-k-2" in rejected["message"]
    assert "left out:" in outcome.stderr
    assert "1 records were left out" in cli("import", "claude", path, "--family", cedar, "--speaker", "Dana").stdout


def test_a_foreign_export_that_is_cut_off_brings_nothing(
    cli: CommandLine, cedar: str, write: Write, contents: Contents
) -> None:
    path = write("conversations.json", '[{"uuid": "k-1", "chat_messages": []}, {"uuid"')
    refused_import(cli, contents, "claude", path, "--family", cedar, error="MalformedTranscript", file=path, line=1)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (("--timezone", "Mars/Olympus"), "InvalidTimeZone"),
        (("--speaker", "Dana", "--speaker", "Theo"), "InvalidArgument"),
        (("--date-order", "ydm"), "InvalidArgument"),
    ],
)
def test_a_bad_option_is_refused(
    cli: CommandLine, cedar: str, write: Write, contents: Contents, options: tuple[str, ...], error: str
) -> None:
    path = write("chat.txt", "\n".join(CHAT))
    refused_import(cli, contents, "whatsapp", path, "--family", cedar, *options, error=error)
