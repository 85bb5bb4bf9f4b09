"""Claude's export: content blocks, attachments and branches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.model.errors import EmptySession, InputError, MalformedTranscript
from memory_pipeline.model.instants import parse_instant
from memory_pipeline_tests.importers.exports import bring_in, claude, message, sessions, turns, write_json


def read(tmp_path: Path, *conversations: Any, **options: Any) -> Any:
    return bring_in("claude", write_json(tmp_path / "conversations.json", list(conversations)), **options)


def test_messages_become_turns_with_their_times(tmp_path: Path) -> None:
    batch = read(
        tmp_path,
        claude(message("human", "We moved."), message("assistant", "Where to?", at="2026-08-14T21:00:05+02:00")),
        account="Dana",
    )
    (session,) = sessions(batch)
    assert (session.id, session.surface) == ("claude-k-1", "import")
    assert turns(session) == [("user", "Dana", "We moved."), ("assistant", None, "Where to?")]
    assert (session.started_at, session.ended_at) == (
        parse_instant("2026-08-14T19:00:00Z"),
        parse_instant("2026-08-14T19:00:05Z"),
    )


def test_the_text_of_an_attachment_is_a_tools_and_stands_before_the_users_words(tmp_path: Path) -> None:
    attachments = [
        {"file_name": "rules.txt", "extracted_content": "Always pay in cash."},
        {"file_name": "x.png", "extracted_content": ""},
    ]
    files = [{"file_name": "photo.jpg"}]
    batch = read(tmp_path, claude(message("human", "What does it say?", attachments=attachments, files=files)))
    assert turns(sessions(batch)[0]) == [
        ("tool", "rules.txt", "Always pay in cash."),
        ("user", None, "What does it say?"),
    ]
    assert {"left out: 1 attachments without text", "left out: 1 files without text"} <= set(batch.notes)


def test_blocks_of_tools_stand_between_the_words_around_them(tmp_path: Path) -> None:
    content = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "name": "web_search", "input": {"query": "zoo"}},
        {"type": "tool_result", "name": "web_search", "content": [{"type": "text", "text": "Open until 6."}, {"a": 1}]},
        {"type": "text", "text": "It is open."},
        {"type": "hologram"},
    ]
    batch = read(tmp_path, claude(message("human", "Zoo?"), message("assistant", "ignored", content=content)))
    assert turns(sessions(batch)[0]) == [
        ("user", None, "Zoo?"),
        ("assistant", None, "I look."),
        ("tool", "web_search", '{"query": "zoo"}'),
        ("tool", "web_search", "Open until 6."),
        ("assistant", None, "It is open."),
    ]
    assert "left out: 1 content blocks of the unknown type 'hologram'" in batch.notes
    assert "left out: 1 blocks of the model's thinking" in batch.notes


def test_a_message_without_blocks_is_read_from_its_text(tmp_path: Path) -> None:
    batch = read(tmp_path, claude(message("human", "Plain.", content=[])))
    assert turns(sessions(batch)[0]) == [("user", None, "Plain.")]


def test_an_edited_question_is_a_branch_that_does_not_count(tmp_path: Path) -> None:
    first = message("human", "At six?", parent_message_uuid="root")
    answer = message("assistant", "Fine.", parent_message_uuid=first["uuid"])
    edited = message("human", "At seven?", parent_message_uuid="root")
    last = message("assistant", "Good.", parent_message_uuid=edited["uuid"])
    batch = read(tmp_path, claude(first, answer, edited, last))
    assert [turn.text for turn in sessions(batch)[0].turns] == ["At seven?", "Good."]
    assert "left out: 2 messages of discarded branches" in batch.notes
    chosen = read(tmp_path, claude(first, answer, edited, last, current_leaf_message_uuid=answer["uuid"]))
    assert [turn.text for turn in sessions(chosen)[0].turns] == ["At six?", "Fine."]


BAD: dict[str, tuple[Any, type[InputError]]] = {
    "no uuid": (claude(message("human", "Hi."), uuid=None), MalformedTranscript),
    "no messages": (claude(chat_messages=None), MalformedTranscript),
    "no time at all": (claude(message("human", "Hi.", at="soon"), created_at=None), MalformedTranscript),
    "an unknown sender": (claude(message("ghost", "Boo.")), MalformedTranscript),
    "a message that is a string": (claude(chat_messages=["Hi."]), MalformedTranscript),
    "nobody speaks": (claude(), EmptySession),
    "a string": ("conversation", MalformedTranscript),
    "half a character": (claude(message("human", "\ud83d")), MalformedTranscript),
}


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_conversation_is_listed_and_the_others_come_in(bad: str, tmp_path: Path) -> None:
    conversation, kind = BAD[bad]
    batch = read(tmp_path, conversation, claude(message("human", "Good."), uuid="k-2"))
    assert [session.id for session in sessions(batch)] == ["claude-k-2"]
    assert [type(error) for error in batch.rejected] == [kind]
