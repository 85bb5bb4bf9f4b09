"""Canonical transcripts: what the contract leaves open is filled in, what it forbids is named with its turn."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_pipeline.model.errors import EmptySession, MalformedTranscript
from memory_pipeline.store.records import canonical_session, dump_session, load_session

STARTED = "2026-08-14T19:00:00Z"


def turn(number: int, **changes: Any) -> dict[str, Any]:
    return {"turn": number, "role": "user", "speaker": "Dana", "at": STARTED, "text": f"words {number}", **changes}


def document(**changes: Any) -> dict[str, Any]:
    whole = {"session": "s-1", "surface": "chat", "started_at": STARTED, "ended_at": "2026-08-14T19:05:00Z",
             "off_record": False, "turns": [turn(1), turn(2, role="assistant", speaker=None)]}  # fmt: skip
    return {**whole, **changes}


def without(values: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name != key}


def test_a_turn_without_a_time_takes_the_start() -> None:
    session = canonical_session(document(turns=[without(turn(1), "at"), turn(2, at=None)]), "f")
    assert {turn.at for turn in session.turns} == {session.started_at}


def test_a_turn_without_words_keeps_its_number() -> None:
    session = canonical_session(document(turns=[turn(1, text=None), without(turn(2), "text"), turn(3)]), "f")
    assert [(turn.number, turn.text) for turn in session.turns] == [(1, ""), (2, ""), (3, "words 3")]


def test_a_session_without_an_end_may_still_grow() -> None:
    assert canonical_session(document(ended_at=None), "f").ended_at is None


def test_a_user_turn_may_have_no_speaker() -> None:
    assert canonical_session(document(turns=[turn(1, speaker=None)]), "f").turns[0].speaker is None


def test_an_instant_of_any_offset_is_kept_as_utc() -> None:
    session = canonical_session(document(started_at="2026-08-15T00:30:00+05:30"), "f")
    assert b'"started_at": "2026-08-14T19:00:00Z"' in dump_session(session)


def test_a_session_without_turns_is_empty() -> None:
    with pytest.raises(EmptySession):
        canonical_session(document(turns=[]), "f")


@pytest.mark.parametrize(
    ("turns", "named"),
    [
        ([turn(2)], "turn 1 is numbered 2"), ([turn(1), turn(1)], "turn 2 is numbered 1"),
        ([turn(1), turn(3)], "turn 2 is numbered 3"), ([turn(0)], "turn 1 is numbered 0"),
        ([without(turn(1), "turn")], "turn 1: `turn`"), ([turn(1, turn="1")], "turn 1: `turn`"),
        ([turn(1, turn=True)], "turn 1: `turn`"), ([turn(1), turn(2, role="robot")], "turn 2: `role`"),
        ([turn(1), turn(2, mood="good")], "turn 2: `mood`"), ([turn(1, text=5)], "turn 1: `text`"),
        ([turn(1, speaker=5)], "turn 1: `speaker`"), ([turn(1, at="yesterday")], "turn 1: `at`"),
        ([turn(1, at="2026-08-14T19:00:00")], "turn 1: `at`"), ([turn(1, at=1786734000)], "turn 1: `at`"),
        ([turn(1), turn(2, text="\ud83d")], "turn 2: a lone surrogate"), ([turn(1, text="a\0b")], "turn 1: .* NUL"),
        ([turn(1, speaker="\udc00")], "turn 1: a lone surrogate"), ([turn(1), "words"], "turn 2"), ([None], "turn 1"),
        ([turn(1, **{"\ud83d": 1})], "turn 1: a lone surrogate"),
    ],
)  # fmt: skip
def test_a_turn_that_breaks_the_form_is_named(turns: list[Any], named: str) -> None:
    with pytest.raises(MalformedTranscript, match=named) as caught:
        canonical_session(document(turns=turns), "sessions/s-1.json", 7)
    assert "session s-1" in str(caught.value)
    assert (caught.value.file, caught.value.line) == ("sessions/s-1.json", 7)
    str(caught.value).encode()


@pytest.mark.parametrize(
    "changes",
    [
        {"session": ""}, {"session": "."}, {"session": ".."}, {"session": "a/b"}, {"session": "a" * 129},
        {"session": 5},
        {"session": "ä"}, {"session": "\ud83d"}, {"surface": "email"}, {"surface": None}, {"off_record": None},
        {"off_record": "no"}, {"off_record": 0}, {"started_at": None}, {"started_at": "2026-08-14"},
        {"started_at": "0001-01-01T00:00:00+23:00"}, {"ended_at": "2026-08-14T18:59:59Z"}, {"ended_at": ""},
        {"turns": None}, {"turns": {}}, {"mood": "good"}, {"\udfff": 1},
    ],
    ids=repr,
)  # fmt: skip
def test_a_session_that_breaks_the_form_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(MalformedTranscript) as caught:
        canonical_session(document(**changes), "f")
    str(caught.value).encode()


@pytest.mark.parametrize("key", ["session", "surface", "started_at", "ended_at", "turns"])
def test_a_missing_key_is_named(key: str) -> None:
    with pytest.raises(MalformedTranscript, match=key):
        canonical_session(without(document(), key), "f")


@pytest.mark.parametrize("value", [None, [], "text", 5])
def test_what_is_no_session_at_all_is_refused(value: object) -> None:
    with pytest.raises(MalformedTranscript):
        canonical_session(value, "f")


@settings(max_examples=60, deadline=None)
@given(st.text().filter(lambda text: "\0" not in text), st.none() | st.text().filter(lambda text: "\0" not in text))
def test_any_words_come_back(text: str, speaker: str | None) -> None:
    session = canonical_session(document(turns=[turn(1, text=text, speaker=speaker)]), "f")
    assert session.turns[0].text == text
    data = dump_session(session)
    assert load_session(data, "f") == session
    assert dump_session(load_session(data, "f")) == data
