"""Slack: channels, users, threads, and what the service wrote itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from memory_pipeline.importers import ImportBatch
from memory_pipeline.importers.archive import archive as archive_of
from memory_pipeline.model.errors import MalformedTranscript
from memory_pipeline.model.instants import parse_instant
from memory_pipeline_tests.importers.exports import bring_in, sessions, slack_export, slack_message, turns

T0 = 1_786_734_000
"""2026-08-14T19:00:00Z."""


def ts(seconds: int, rest: str = "000100") -> str:
    return f"{T0 + seconds}.{rest}"


def read(tmp_path: Path, *posts: dict[str, Any], **options: Any) -> ImportBatch:
    return bring_in("slack", slack_export(tmp_path / "in", {"home/2026-08-14.json": list(posts)}), **options)


def only(tmp_path: Path, *posts: dict[str, Any]) -> list[tuple[str, str | None, str]]:
    (session,) = sessions(read(tmp_path, *posts))
    return turns(session)


def test_channels_are_sessions_cut_by_pauses_over_the_files_of_the_days(tmp_path: Path) -> None:
    days = {
        "home/2026-08-14.json": [slack_message("U1", ts(0), "Soup?"), slack_message("U2", ts(60), "Yes.")],
        "home/2026-08-15.json": [slack_message("U1", ts(3600), "Done."), slack_message("U1", ts(90_000), "Again?")],
        "trips & fun/2026-08-14.json": [slack_message("U2", ts(5), "The lake.")],
    }
    found = sessions(bring_in("slack", slack_export(tmp_path / "in", days)))
    assert {session.id: [turn.text for turn in session.turns] for session in found} == {
        f"slack-C1-{ts(0)}": ["Soup?", "Yes.", "Done."],
        f"slack-C2-{ts(5)}": ["The lake."],
        f"slack-C1-{ts(90_000)}": ["Again?"],
    }
    assert found[0].started_at == parse_instant("2026-08-14T19:00:00Z")
    assert {session.surface for session in found} == {"household_chat"}


def test_users_have_the_names_that_others_see(tmp_path: Path) -> None:
    posts = [slack_message("U1", ts(0), "a"), slack_message("U2", ts(1), "b"), slack_message("U9", ts(2), "c")]
    assert only(tmp_path, *posts) == [("user", "Dee", "a"), ("user", "Lena", "b"), ("user", "U9", "c")]


def test_a_thread_is_a_session_of_its_own_opened_by_what_it_answers(tmp_path: Path) -> None:
    posts = [
        slack_message("U1", ts(0), "Who drives?", thread_ts=ts(0), reply_count=1),
        slack_message("U2", ts(5), "I booked the hut.", thread_ts=None),
        slack_message("U2", ts(50_000), "I do.", thread_ts=ts(0)),
    ]
    flow, thread = sessions(read(tmp_path, *posts))
    assert turns(flow) == [("user", "Dee", "Who drives?"), ("user", "Lena", "I booked the hut.")]
    assert thread.id == f"slack-C1-{ts(0)}-{ts(50_000)}"
    assert turns(thread) == [("system", None, "In reply to Dee:\nWho drives?"), ("user", "Lena", "I do.")]


def test_a_late_reply_changes_no_session_that_is_stored(tmp_path: Path) -> None:
    root = slack_message("U1", ts(0), "Who drives?")
    before = sessions(read(tmp_path, root))
    after = sessions(read(tmp_path, {**root, "thread_ts": ts(0)}, slack_message("U2", ts(9), "I.", thread_ts=ts(0))))
    assert after[0] == before[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<@U1> &amp; <@U9|kim>: tea &gt; coffee", "@Dee & @kim: tea > coffee"),
        ("see <#C1|home> or <#C2>", "see #home or #C2"),
        ("<!here> <!subteam^S1|@parents>", "@here @parents"),
        ("<https://x.example|the list> <https://y.example>", "the list (https://x.example) https://y.example"),
        ("&lt;b&gt; <mailto:a@x.example|a@x.example>", "<b> mailto:a@x.example"),
        ("&gt; quoted\nmine", "> quoted\nmine"),
    ],
)
def test_marks_of_slack_become_plain_text(text: str, expected: str, tmp_path: Path) -> None:
    assert only(tmp_path, slack_message("U1", ts(0), text)) == [("user", "Dee", expected)]


def test_bots_and_shared_messages_are_tools(tmp_path: Path) -> None:
    bot = {"type": "message", "subtype": "bot_message", "bot_id": "B1", "username": "cal", "ts": ts(1), "text": "Rain."}
    shared = slack_message("U1", ts(2), "Look", attachments=[{"text": "Always pay in cash."}, {"x": 1}])
    assert only(tmp_path, slack_message("U2", ts(0), "Hi."), bot, shared) == [
        ("user", "Lena", "Hi."),
        ("tool", "cal", "Rain."),
        ("user", "Dee", "Look"),
        ("tool", None, "Always pay in cash."),
    ]


def test_what_the_service_wrote_and_files_are_counted(tmp_path: Path) -> None:
    joined = slack_message("U1", ts(0), "<@U1> has joined the channel", subtype="channel_join")
    with_file = slack_message("U1", ts(1), "", files=[{"name": "a.png"}])
    batch = read(tmp_path, joined, with_file, slack_message("U1", ts(2), "Hi."))
    assert [turn.text for session in sessions(batch) for turn in session.turns] == ["Hi."]
    assert {"left out: 1 messages of the service itself", "left out: 1 files without text"} <= set(batch.notes)


@pytest.mark.parametrize(
    "bad", [{"type": "message", "text": "x"}, slack_message("U1", "now", "x"), "x", {"ts": ts(1), "text": "x"}]
)
def test_a_bad_message_is_listed_by_its_place_and_the_others_come_in(bad: Any, tmp_path: Path) -> None:
    batch = read(tmp_path, slack_message("U1", ts(0), "Hi."), bad)
    assert [session.id for session in sessions(batch)] == [f"slack-C1-{ts(0)}"]
    (error,) = batch.rejected
    assert "message 2" in str(error)
    assert error.file == str(tmp_path / "in/home/2026-08-14.json")


def test_a_day_that_is_cut_off_refuses_the_export(tmp_path: Path) -> None:
    root = slack_export(tmp_path / "in", {"home/2026-08-14.json": [slack_message("U1", ts(0), "Hi.")]})
    file = root / "home/2026-08-14.json"
    file.write_bytes(file.read_bytes()[:-5])
    with pytest.raises(MalformedTranscript, match="ends in the middle"):
        bring_in("slack", root)


def test_a_zip_is_read_like_the_folder(tmp_path: Path) -> None:
    root = slack_export(tmp_path / "in", {"home/2026-08-14.json": [slack_message("U1", ts(0), "Hi.")]})
    with ZipFile(tmp_path / "export.zip", "w") as archive:
        for file in sorted(root.rglob("*.json")):
            archive.write(file, file.relative_to(root))
    assert sessions(bring_in("slack", tmp_path / "export.zip")) == sessions(bring_in("slack", root))


def test_a_folder_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MalformedTranscript, match="is this the export"):
        bring_in("slack", slack_export(tmp_path / "in", {}))


def test_a_zip_that_is_broken_is_refused(tmp_path: Path) -> None:
    root = slack_export(tmp_path / "in", {"home/2026-08-14.json": [slack_message("U1", ts(0), "Hi." * 500)]})
    path = tmp_path / "export.zip"
    with ZipFile(path, "w") as archive:
        archive.write(root / "home/2026-08-14.json", "home/2026-08-14.json")
    data = bytearray(path.read_bytes())
    data[100:110] = b"0123456789"
    path.write_bytes(data)
    with pytest.raises(MalformedTranscript):
        bring_in("slack", path)


def test_a_compressed_file_that_does_not_unpack_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("home/2026-08-14.json", json.dumps([slack_message("U1", ts(0), "Hi." * 500)]))
    data = bytearray(path.read_bytes())
    data[52:60] = b"\xff" * 8
    path.write_bytes(data)
    with pytest.raises(MalformedTranscript, match="cannot be read") as refused:
        bring_in("slack", path)
    assert "home/2026-08-14.json" in str(refused.value)


def test_a_locked_file_is_refused_by_name_and_a_fault_of_our_own_is_not_hidden(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr("users.json", "[]")
    data = path.read_bytes()
    locked = bytearray(data)
    locked[6] |= 1
    locked[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(locked)
    with (
        archive_of(path) as opened,
        pytest.raises(MalformedTranscript, match="cannot be opened"),
        opened.opened("users.json"),
    ):
        pass
    path.write_bytes(data)
    with archive_of(path) as opened, pytest.raises(RuntimeError, match="ours"), opened.opened("users.json"):
        raise RuntimeError("ours")
