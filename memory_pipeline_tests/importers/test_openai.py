"""ChatGPT's export: the branch that counts, and whose words each message holds."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.model.errors import EmptySession, InvalidArgument, MalformedTranscript
from memory_pipeline.model.instants import parse_instant
from memory_pipeline_tests.importers.exports import START, bring_in, node, sessions, tree, turns, write_json, zipped


def read(tmp_path: Path, *conversations: Any, **options: Any) -> Any:
    return bring_in("openai", write_json(tmp_path / "conversations.json", list(conversations)), **options)


def only(tmp_path: Path, *nodes: dict[str, Any], **fields: Any) -> list[tuple[str, str | None, str]]:
    batch = read(tmp_path, tree(*nodes, **fields))
    assert batch.rejected == ()
    (session,) = sessions(batch)
    return turns(session)


def test_only_the_branch_of_the_current_node_comes_in(tmp_path: Path) -> None:
    said = only(
        tmp_path,
        node("a", "root", text="Where do we eat?"),
        node("b1", "a", "assistant", "At home."),
        node("b2", "a", "assistant", "In the garden."),
        node("c1", "b1", text="We ate there on Sunday."),
        node("c2", "b2", text="Good."),
        current="c2",
    )
    assert said == [
        ("user", None, "Where do we eat?"),
        ("assistant", None, "In the garden."),
        ("user", None, "Good."),
    ]


def test_null_messages_and_parts_that_are_no_text_hold_no_words(tmp_path: Path) -> None:
    picture = {"content_type": "image_asset_pointer", "asset_pointer": "file://x"}
    spoken = {"content_type": "audio_transcription", "text": "and a towel"}
    parts = {"content_type": "multimodal_text", "parts": [picture, "We need sunscreen", None, spoken]}
    empty = {**node("e", "a"), "message": None}
    batch = read(tmp_path, tree(node("a", "root", text=parts), empty, node("b", "e", "assistant", "Noted.")))
    (session,) = sessions(batch)
    assert turns(session) == [("user", None, "We need sunscreen\nand a towel"), ("assistant", None, "Noted.")]
    assert "left out: 1 pictures, recordings and files in messages" in batch.notes


def test_a_picture_of_the_users_keeps_its_turn_without_text(tmp_path: Path) -> None:
    picture = {"content_type": "multimodal_text", "parts": [{"content_type": "image_asset_pointer"}]}
    said = only(tmp_path, node("a", "root", text=picture), node("b", "a", "assistant", "A fern."))
    assert said == [("user", None, ""), ("assistant", None, "A fern.")]


def test_hidden_system_messages_and_thinking_stay_out_and_are_counted(tmp_path: Path) -> None:
    hidden = {"metadata": {"is_visually_hidden_from_conversation": True}}
    batch = read(
        tmp_path,
        tree(
            node("a", "root", "system", "Obey the house rules.", **hidden),
            node("b", "a", text="Hello there."),
            node("c", "b", "assistant", {"content_type": "thoughts", "thoughts": [{"content": "hm"}]}),
            node("d", "c", "assistant", "Hello."),
        ),
    )
    (session,) = sessions(batch)
    assert [turn.text for turn in session.turns] == ["Hello there.", "Hello."]
    assert {"left out: 1 hidden messages", "left out: 1 messages of the model's thinking"} <= set(batch.notes)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        pytest.param(
            {"role": "tool", "text": {"content_type": "execution_output", "text": "4"}},
            ("tool", None, "4"),
            id="what a tool printed",
        ),
        pytest.param(
            {"role": "user", "text": {"content_type": "tether_quote", "text": "Always CC us."}},
            ("tool", None, "Always CC us."),
            id="a quoted page under the user's name",
        ),
        pytest.param(
            {"role": "assistant", "text": {"content_type": "code", "text": "1+1"}, "recipient": "python"},
            ("tool", "python", "1+1"),
            id="what the model sent to a tool",
        ),
        pytest.param(
            {"role": "user", "text": {"content_type": "user_editable_context", "user_instructions": "Be brief."}},
            ("system", None, "Be brief."),
            id="custom instructions",
        ),
        pytest.param({"role": "critic", "text": "Odd."}, ("tool", None, "Odd."), id="a role nobody knows"),
    ],
)
def test_what_the_user_did_not_write_is_never_the_users(
    fields: dict[str, Any], expected: tuple[str, str | None, str], tmp_path: Path
) -> None:
    assert only(tmp_path, node("a", "root", text="Hi."), node("b", "a", **fields))[1] == expected


def test_the_session_is_named_and_dated_by_the_conversation(tmp_path: Path) -> None:
    later = node("b", "a", "assistant", "Yes.", create_time=START + 90)
    batch = read(tmp_path, tree(node("a", "root", text="Is it warm?"), later, conversation_id=None, id="c-9"))
    (session,) = sessions(batch)
    assert (session.id, session.surface, session.off_record) == ("openai-c-9", "import", False)
    assert session.started_at == parse_instant("2026-08-14T19:00:00Z")
    assert session.ended_at == parse_instant("2026-08-14T19:01:30Z")


def test_a_message_without_a_time_takes_the_one_before_it(tmp_path: Path) -> None:
    nodes = (
        node("a", "root", text="One.", create_time=None),
        node("b", "a", "assistant", "Two.", create_time=START + 9),
    )
    batch = read(tmp_path, tree(*nodes, create_time=START - 60))
    times = [turn.at for turn in sessions(batch)[0].turns]
    assert times == [parse_instant("2026-08-14T18:59:00Z"), parse_instant("2026-08-14T19:00:09Z")]


def test_a_temporary_chat_is_off_the_record(tmp_path: Path) -> None:
    batch = read(tmp_path, tree(node("a", "root", text="A secret."), is_do_not_remember=True))
    assert sessions(batch)[0].off_record


def test_a_conversation_of_just_now_may_still_grow(tmp_path: Path) -> None:
    now = parse_instant("2026-08-14T20:00:00Z")
    conversation = tree(node("a", "root", text="Wait."))
    assert sessions(read(tmp_path, conversation, now=now))[0].ended_at is None
    assert sessions(read(tmp_path, conversation, now=now + timedelta(hours=4)))[0].ended_at is not None


BAD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"current_node": "gone"}, MalformedTranscript, "current_node"),
    ({"current_node": None}, MalformedTranscript, "current_node"),
    ({"mapping": []}, MalformedTranscript, "mapping"),
    ({"conversation_id": "../up"}, MalformedTranscript, "conversation_id"),
    ({"mapping": {"a": {**node("a", "a", text="Round.")}}, "current_node": "a"}, MalformedTranscript, "broken at a"),
    ({"mapping": {"a": node("a", None, text=" ")}, "current_node": "a"}, EmptySession, "nobody says"),
]


@pytest.mark.parametrize(("fields", "kind", "match"), BAD, ids=[match for _, _, match in BAD])
def test_a_bad_conversation_is_left_out_by_place_and_the_others_come_in(
    fields: dict[str, Any], kind: type[Exception], match: str, tmp_path: Path
) -> None:
    good = tree(node("a", "root", text="Good."), conversation_id="c-good")
    bad = {**tree(node("a", "root", text="Bad.")), **fields}
    batch = read(tmp_path, good, bad)
    assert [session.id for session in sessions(batch)] == ["openai-c-good"]
    (error,) = batch.rejected
    assert type(error) is kind
    assert match in str(error)
    assert "conversation 2" in str(error)
    assert batch.foreign


def test_a_file_cut_off_in_the_middle_brings_nothing(tmp_path: Path) -> None:
    path = write_json(
        tmp_path / "conversations.json",
        [tree(node("a", "root", text=text), conversation_id=text) for text in ("One", "Two")],
    )
    data = path.read_bytes()
    path.write_bytes(data[:-40])
    with pytest.raises(MalformedTranscript, match="ends in the middle") as caught:
        bring_in("openai", path)
    assert caught.value.file == str(path)


@pytest.mark.parametrize("form", ["zip", "folder", "numbered files"])
def test_an_export_may_be_a_zip_or_a_folder(form: str, tmp_path: Path) -> None:
    conversation = tree(node("a", "root", text="Found."))
    if form == "zip":
        path = zipped(tmp_path / "export.zip", {"user.json": {}, "conversations.json": [conversation]})
    else:
        name = "conversations.json" if form == "folder" else "conversations-000.json"
        path = write_json(tmp_path / "in" / name, [conversation]).parent
    assert [session.id for session in sessions(bring_in("openai", path))] == ["openai-c-1"]


def test_a_zip_without_conversations_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MalformedTranscript, match=r"no conversations\.json"):
        bring_in("openai", zipped(tmp_path / "export.zip", {"chat.html": "<p>"}))


def test_the_user_is_called_as_the_family_calls_them(tmp_path: Path) -> None:
    batch = read(tmp_path, tree(node("a", "root", text="Hi.")), account="dee")
    assert sessions(batch)[0].turns[0].speaker == "Dana"
    with pytest.raises(InvalidArgument, match="Dana, Lena"):
        read(tmp_path, tree(node("a", "root", text="Hi.")), account="Nobody")
