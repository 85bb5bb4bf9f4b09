"""LoCoMo: one family a conversation, only what the two people said, in the order of the sessions."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.importers import ImportBatch, ImportOptions, importer
from memory_pipeline.importers.locomo import family_key_of, session_date
from memory_pipeline.model.errors import EmptySession, InvalidFamilyKey, MalformedTranscript, UnknownReference
from memory_pipeline.model.family import Family, Member

REAL = Path("/work/shared/data/locomo/locomo_dev2.json")


def spoken(session: int, *texts: str | None, **more: Any) -> list[dict[str, Any]]:
    return [
        {"speaker": ("Ana", "Ben")[place % 2], "dia_id": f"D{session}:{place + 1}", "text": text, **more}
        for place, text in enumerate(texts)
    ]


def conversation(**changes: Any) -> dict[str, Any]:
    return {
        "speaker_a": "Ana", "speaker_b": "Ben",
        "session_10_date_time": "12:05 am on 3 March, 2024", "session_10": spoken(10, "A dog at last!"),
        "session_2_date_time": "1:56 pm on 8 May, 2023",
        "session_2": spoken(2, "We moved to Porto.", "When?", "In May."),
        "session_1_date_time": "12:30 pm on 1 May, 2023", "session_1": spoken(1, "Hello", None, "Look!"),
        "session_11_date_time": "9:00 am on 1 April, 2024",
        **changes,
    }  # fmt: skip


def sample(name: str = "Conv 7/B", **changes: Any) -> dict[str, Any]:
    return {"sample_id": name, "conversation": conversation(**changes), "qa": [{"question": "?"}]}


def read(document: Any, tmp_path: Path, given: Family | None = None, **options: str) -> ImportBatch:
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return importer("locomo")(path, family=given, options=ImportOptions(**options))


def test_a_conversation_is_a_family_of_its_two_speakers(tmp_path: Path) -> None:
    batch = read([sample()], tmp_path)
    (imported,) = batch.families
    assert imported.family == Family(
        key="conv-7-b", timezone="UTC", members=(Member(name="Ana"), Member(name="Ben")),
        clock=datetime(2024, 3, 3, 0, 5, tzinfo=UTC),
    )  # fmt: skip
    assert batch.rejected == ()


def test_sessions_are_numbered_by_number_and_not_by_the_order_of_keys(tmp_path: Path) -> None:
    sessions = read([sample()], tmp_path).families[0].sessions
    assert [session.id for session in sessions] == ["session-01", "session-02", "session-10"]
    assert [session.started_at for session in sessions] == [
        datetime(2023, 5, 1, 12, 30, tzinfo=UTC), datetime(2023, 5, 8, 13, 56, tzinfo=UTC),
        datetime(2024, 3, 3, 0, 5, tzinfo=UTC),
    ]  # fmt: skip
    assert {session.surface for session in sessions} == {"import"}


def test_a_turn_keeps_the_number_of_its_dia_id_its_speaker_and_its_place_in_time(tmp_path: Path) -> None:
    session = read([sample()], tmp_path).families[0].sessions[1]
    assert [(turn.number, turn.role, turn.speaker, turn.text) for turn in session.turns] == [
        (1, "user", "Ana", "We moved to Porto."), (2, "user", "Ben", "When?"), (3, "user", "Ana", "In May."),
    ]  # fmt: skip
    assert [turn.at - session.started_at for turn in session.turns] == [timedelta(seconds=n) for n in range(3)]
    assert session.ended_at == session.turns[-1].at


def test_what_nobody_said_stays_out(tmp_path: Path) -> None:
    pictures = spoken(
        3, "Look at this", None, img_url=["https://x/y.jpg"], blip_caption="a photo of a cat", query="cat"
    )
    session = (
        read([sample(session_3=pictures, session_3_date_time="8:00 pm on 9 May, 2023")], tmp_path)
        .families[0]
        .sessions[2]
    )
    assert [turn.text for turn in session.turns] == ["Look at this", ""]
    assert "cat" not in repr(session)


def test_one_sample_comes_in_under_another_name(tmp_path: Path) -> None:
    batch = read([sample("conv-1"), sample("conv-2")], tmp_path, sample="conv-2", family="fam_x")
    assert [imported.family.key for imported in batch.families] == ["fam_x"]
    given = Family(key="fam_y", timezone="UTC")
    assert read(sample("conv-1"), tmp_path, given).families[0].family.key == "fam_y"


def test_several_conversations_are_never_poured_into_one_family(tmp_path: Path) -> None:
    with pytest.raises(MalformedTranscript, match="--sample: conv-1, conv-2"):
        read([sample("conv-1"), sample("conv-2")], tmp_path, family="fam_x")


def test_a_sample_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(UnknownReference, match=r"conv-9.*conv-1"):
        read([sample("conv-1")], tmp_path, sample="conv-9")


def test_a_name_that_is_no_family_key_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidFamilyKey):
        read([sample("conv-1")], tmp_path, family="Smith, Jo")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"session_2_date_time": "yesterday"}, "session 2: the date is 'yesterday'"),
        ({"session_2_date_time": None}, "session 2: the date is 'None'"),
        ({"session_2": "words"}, "session 2 is no list"),
        ({"session_2": spoken(3, "a")}, "D2:1 is due"),
        ({"session_2": [*spoken(2, "a"), {"dia_id": "D2:3"}]}, "D2:2 is due"),
        ({"session_2": [None]}, "D2:1 is due"),
        ({"session_2": [{"dia_id": "D2:1", "speaker": "Ana", "text": 5}]}, "session session-02: turn 1: `text`"),
    ],
)
def test_a_session_that_cannot_be_read_is_listed_and_the_others_come_in(
    changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    batch = read([sample("conv-1", **changes)], tmp_path)
    assert [session.id for session in batch.families[0].sessions] == ["session-01", "session-10"]
    (error,) = batch.rejected
    assert error.message.startswith("conv-1: ")
    assert message in error.message
    assert error.file == str(tmp_path / "locomo.json")


def test_an_empty_session_is_listed_as_empty(tmp_path: Path) -> None:
    assert [type(error) for error in read([sample(session_2=[])], tmp_path).rejected] == [EmptySession]


def test_a_conversation_without_speakers_or_name_is_listed(tmp_path: Path) -> None:
    batch = read([sample("conv-1", speaker_b=" "), sample("日本"), sample("conv-3")], tmp_path)
    assert [imported.family.key for imported in batch.families] == ["conv-3"]
    assert [error.message.split(":")[0] for error in batch.rejected] == ["conv-1", "日本"]


def test_a_conversation_without_any_readable_session_makes_no_family(tmp_path: Path) -> None:
    batch = read([{"sample_id": "conv-1", "conversation": {"speaker_a": "Ana", "speaker_b": "Ben"}}], tmp_path)
    assert batch.families == ()


@pytest.mark.parametrize(
    "document",
    [[], {}, [5], [{"sample_id": "a"}], [{"conversation": {}}], "x", None, [sample("a"), sample("a")],
     [sample("a"), sample("A")]],
    ids=["none", "object", "number", "no conversation", "no id", "text", "null", "twice", "one key twice"],
)  # fmt: skip
def test_a_file_of_another_kind_is_refused_as_a_whole(document: Any, tmp_path: Path) -> None:
    with pytest.raises(MalformedTranscript):
        read(document, tmp_path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1:56 pm on 8 May, 2023", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
        ("12:09 am on 13 September, 2023", datetime(2023, 9, 13, 0, 9, tzinfo=UTC)),
        ("12:00 pm on 29 February, 2024", datetime(2024, 2, 29, 12, 0, tzinfo=UTC)),
        ("12:00 pm on 29 February, 2023", None), ("13:00 pm on 1 May, 2023", None), ("0:10 am on 1 May, 2023", None),
        ("1:60 pm on 1 May, 2023", None), ("1:56 pm on 8 Mai, 2023", None), ("", None),
    ],
)  # fmt: skip
def test_the_clock_of_a_session_is_read_without_a_locale(text: str, expected: datetime | None) -> None:
    assert session_date(text) == expected


@pytest.mark.parametrize(("name", "key"), [("conv-26", "conv-26"), ("Conv 7/B", "conv-7-b"), ("a" * 80, "a" * 64)])
def test_a_sample_id_is_made_a_legal_family_key(name: str, key: str) -> None:
    assert family_key_of(name) == key


@pytest.mark.skipif(not REAL.exists(), reason=f"{REAL} is not on this machine")
def test_the_published_conversations_come_in_whole() -> None:
    batch = importer("locomo")(REAL, family=None, options=ImportOptions())
    raw = {item["sample_id"]: item["conversation"] for item in json.loads(REAL.read_bytes())}
    assert batch.rejected == ()
    assert [imported.family.key for imported in batch.families] == ["conv-26", "conv-30"]
    for imported in batch.families:
        talk = raw[imported.family.key]
        for session in imported.sessions:
            turns = talk[f"session_{int(session.id.removeprefix('session-'))}"]
            assert [turn.text for turn in session.turns] == [turn["text"] for turn in turns]
            assert [turn.speaker for turn in session.turns] == [turn["speaker"] for turn in turns]
            assert not any(
                turn.get("query") in [said.text for said in session.turns] for turn in turns if "query" in turn
            )
        assert len(imported.sessions) == 19
        assert imported.family.clock == imported.sessions[-1].ended_at
