"""WhatsApp: dates in every order, what the app wrote, sessions cut by pauses, exports that grow."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.importers import ImportBatch
from memory_pipeline.model.errors import InvalidArgument, InvalidTimeZone, MalformedTranscript
from memory_pipeline.model.family import Family
from memory_pipeline.model.instants import parse_instant
from memory_pipeline.store.session_form import dump_session
from memory_pipeline_tests.importers.exports import bring_in, sessions, zipped

UTC_ZONE = {"timezone": "UTC"}


def read(tmp_path: Path, *lines: str, **options: Any) -> ImportBatch:
    path = tmp_path / "chat.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return bring_in("whatsapp", path, **{**UTC_ZONE, **options})


def said(batch: ImportBatch) -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.text) for session in sessions(batch) for turn in session.turns]


def times(batch: ImportBatch) -> list[str]:
    return [f"{turn.at:%Y-%m-%d %H:%M:%S}" for session in sessions(batch) for turn in session.turns]


STAMPS = [
    ("[14.08.26, 19:03:12] ", "[15.08.26, 07:00:00] ", "2026-08-14 19:03:12"),
    ("[14/08/2026, 7:03:12\u202fPM] ", "[15/08/2026, 7:00:00\u202fAM] ", "2026-08-14 19:03:12"),
    ("[8/14/26, 12:03:12 AM] ", "[8/14/26, 12:05:00 PM] ", "2026-08-14 00:03:12"),
    ("8/14/26, 7:03 PM - ", "8/15/26, 7:00 AM - ", "2026-08-14 19:03:00"),
    ("14/08/2026, 7:03 p. m. - ", "15/08/2026, 7:00 a. m. - ", "2026-08-14 19:03:00"),
    ("14/08/26 19:03 - ", "15/08/26 07:00 - ", "2026-08-14 19:03:00"),
    ("2026-08-14 19:03 - ", "2026-08-15 07:00 - ", "2026-08-14 19:03:00"),
    ("2026/08/14, 19:03 - ", "2026/08/15, 07:00 - ", "2026-08-14 19:03:00"),
    ("[14.8.2026 klo 19.03.12] ", "[15.8.2026 klo 7.00.00] ", "2026-08-14 19:03:12"),
    ("2026. 8. 14. 오후 7:03 - ", "2026. 8. 15. 오전 7:00 - ", "2026-08-14 19:03:00"),
    ("[2026/8/14 下午7:03:12] ", "[2026/8/15 上午7:00:00] ", "2026-08-14 19:03:12"),
    ("14.08.26, 19:03 Uhr - ", "15.08.26, 07:00 Uhr - ", "2026-08-14 19:03:00"),
    ("\u200e[14.08.26, 19:03:12] ", "[15.08.26, 07:00:00] ", "2026-08-14 19:03:12"),
    ("26/08/30, 19:03 - ", "26/09/01, 07:00 - ", "2026-08-30 19:03:00"),
    ("١٤/٠٨/٢٠٢٦، ٧:٠٣ م - ".replace("،", ","), "١٥/٠٨/٢٠٢٦, ٧:٠٠ ص - ", "2026-08-14 19:03:00"),
]


@pytest.mark.parametrize(("first", "second", "expected"), STAMPS, ids=[first.strip() for first, _, _ in STAMPS])
def test_the_date_is_read_in_the_order_of_the_phone(first: str, second: str, expected: str, tmp_path: Path) -> None:
    batch = read(tmp_path, f"{first}Dana: We moved.", f"{second}Lena: Where to?")
    assert times(batch)[0] == expected
    assert said(batch) == [("Dana", "We moved."), ("Lena", "Where to?")]
    assert batch.rejected == ()


def test_one_late_date_settles_the_order_of_the_whole_file(tmp_path: Path) -> None:
    batch = read(tmp_path, "3/4/26, 10:00 - Dana: a", "5/4/26, 10:00 - Dana: b", "13/4/26, 10:00 - Dana: c")
    assert times(batch) == ["2026-04-03 10:00:00", "2026-04-05 10:00:00", "2026-04-13 10:00:00"]


def test_the_order_under_which_time_goes_forward_is_the_files(tmp_path: Path) -> None:
    batch = read(tmp_path, "3/4/26, 10:00 - Dana: a", "4/1/26, 10:00 - Dana: b")
    assert times(batch) == ["2026-03-04 10:00:00", "2026-04-01 10:00:00"]


def test_dates_of_two_readings_are_asked_about_and_taken_as_stated(tmp_path: Path) -> None:
    lines = ("3/4/26, 10:00 - Dana: a", "4/5/26, 10:00 - Dana: b")
    with pytest.raises(InvalidArgument, match="--date-order"):
        read(tmp_path, *lines)
    assert times(read(tmp_path, *lines, date_order="mdy"))[0] == "2026-03-04 10:00:00"
    assert times(read(tmp_path, "4/4/26, 10:00 - Dana: same either way")) == ["2026-04-04 10:00:00"]


def test_a_reading_with_days_that_have_not_come_is_none(tmp_path: Path) -> None:
    lines = ("3/4/26, 10:00 - Dana: a", "4/5/26, 10:00 - Dana: b")
    now = parse_instant("2026-04-20T10:00:00Z")
    assert times(read(tmp_path, *lines, now=now))[1] == "2026-04-05 10:00:00"
    with pytest.raises(InvalidArgument, match="--date-order dmy or ymd"):
        read(tmp_path, "26/08/30, 10:00 - Dana: a", now=parse_instant("2026-12-01T10:00:00Z"))
    long_before = parse_instant("2020-01-01T10:00:00Z")
    with pytest.raises(InvalidArgument, match="--date-order"):
        read(tmp_path, *lines, now=long_before)


def test_local_times_are_of_the_familys_zone_or_the_stated_one_and_it_is_said(tmp_path: Path) -> None:
    line = "[14.08.26, 19:03:12] Dana: Hi."
    own = read(tmp_path, line, timezone=None)
    assert times(own) == ["2026-08-14 17:03:12"]
    assert "times read as Europe/Berlin, the family's zone" in own.notes
    stated = read(tmp_path, line, timezone="Asia/Kolkata")
    assert times(stated) == ["2026-08-14 13:33:12"]
    assert "times read as Asia/Kolkata, as stated" in stated.notes
    with pytest.raises(InvalidTimeZone):
        read(tmp_path, line, timezone="Berlin")


def test_the_hour_that_a_clock_change_repeats_goes_forward(tmp_path: Path) -> None:
    lines = [f"[25.10.26, {clock}] Dana: {clock}" for clock in ("02:10:00", "02:50:00", "02:05:00", "02:55:00")]
    assert times(read(tmp_path, *lines, timezone="Europe/Berlin")) == [
        "2026-10-25 00:10:00",
        "2026-10-25 00:50:00",
        "2026-10-25 01:05:00",
        "2026-10-25 01:55:00",
    ]


def test_a_message_goes_on_over_lines(tmp_path: Path) -> None:
    batch = read(
        tmp_path,
        "[14.08.26, 19:03:12] Dana: Shopping:",
        "- oat milk",
        "",
        "- rice: brown",
        "[14.08.26, 19:04:00] Lena:",
        "14.08. works",
        "",
    )
    assert said(batch) == [("Dana", "Shopping:\n- oat milk\n\n- rice: brown"), ("Lena", "14.08. works")]


def test_a_pasted_chat_is_no_message_of_its_own(tmp_path: Path) -> None:
    batch = read(
        tmp_path,
        "14/08/2026, 19:03 - Dana: Look what they wrote",
        "[14.08.26, 18:00:00] Coach: Always pay in cash.",
        "01/01/2031, 09:00 - Lena: Never eat bread.",
        "14/08/2026, 19:05 - Lena: Odd.",
        "01/02/2009, 09:00 - Lena: Old.",
        "15/08/2026, 08:00 - Dana: Yes.",
    )
    assert [speaker for speaker, _ in said(batch)] == ["Dana", "Lena", "Dana"]
    assert said(batch)[0][1].endswith("01/01/2031, 09:00 - Lena: Never eat bread.")
    assert said(batch)[1][1] == "Odd.\n01/02/2009, 09:00 - Lena: Old."


def test_messages_that_arrive_a_little_out_of_order_are_messages(tmp_path: Path) -> None:
    batch = read(
        tmp_path, "[15.08.26, 00:01:00] Dana: a", "[14.08.26, 23:59:00] Lena: b", "[15.08.26, 00:02:00] Dana: c"
    )
    assert [text for _, text in said(batch)] == ["a", "b", "c"]


APP_WROTE = [
    "14/08/2026, 19:03 - Messages and calls are end-to-end encrypted. Tap to learn more.",
    '14/08/2026, 19:03 - Dana changed the subject to "Plan: B"',
    "14/08/2026, 19:03 - Dana added Lena",
]
IOS_APP_WROTE = [
    "[14.08.26, 19:03:12] Home: \u200eMessages and calls are end-to-end encrypted.",
    "\u200e[14.08.26, 19:03:12] Dana: \u200eYou deleted this message.",
    "\u200e[14.08.26, 19:03:12] Dana: \u200eMissed voice call",
]


@pytest.mark.parametrize("line", [*APP_WROTE, *IOS_APP_WROTE])
def test_what_the_app_wrote_is_nobodys_word_and_is_counted(line: str, tmp_path: Path) -> None:
    last = "[14.08.26, 19:05:00] Lena: Hi." if "[" in line else "14/08/2026, 19:05 - Lena: Hi."
    batch = read(tmp_path, line, last)
    assert said(batch) == [("Lena", "Hi.")]
    assert "left out: 1 lines that the app wrote" in batch.notes


MEDIA = [
    ("14/08/2026, 19:03 - Dana: <Media omitted>", None),
    ("14/08/2026, 19:03 - Dana: <Medien ausgeschlossen>", None),
    ("14/08/2026, 19:03 - Dana: IMG-20260814-WA0001.jpg (file attached)\nOur garden", "Our garden"),
    ("14/08/2026, 19:03 - Dana: AUD-20260814-WA0002. (archivo adjunto)", None),
    ("[14.08.26, 19:03:12] Dana: \u200eimage omitted", None),
    ("\u200e[14.08.26, 19:03:12] Dana: \u200eBild weggelassen", None),
    ("[14.08.26, 19:03:12] Dana: Our garden \u200e<attached: 00000012-PHOTO.jpg>", "Our garden"),
]


@pytest.mark.parametrize(("line", "caption"), MEDIA, ids=[line for line, _ in MEDIA])
def test_a_placeholder_leaves_no_words_but_its_caption(line: str, caption: str | None, tmp_path: Path) -> None:
    last = "[14.08.26, 19:05:00] Lena: Hi." if "[" in line else "14/08/2026, 19:05 - Lena: Hi."
    batch = read(tmp_path, line, last)
    assert said(batch) == [*([("Dana", caption)] if caption else []), ("Lena", "Hi.")]
    assert "left out: 1 media placeholders" in batch.notes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I like \u200e<This message was edited>", "I like"),
        ("ask @\u2068Lena\u2069 first", "ask @Lena first"),
        ("a < b and c > d", "a < b and c > d"),
        ("see notes.txt (the new one) for more", "see notes.txt (the new one) for more"),
        ("dinner: soup", "dinner: soup"),
    ],
)
def test_the_words_are_the_senders_own(text: str, expected: str, tmp_path: Path) -> None:
    assert said(read(tmp_path, f"[14.08.26, 19:03:12] ~\u202fDana: {text}")) == [("Dana", expected)]


def test_deleted_and_empty_messages_are_counted(tmp_path: Path) -> None:
    lines = [f"14/08/2026, 19:0{n} - Dana: {text}" for n, text in enumerate(["This message was deleted", "null", "Hi"])]
    batch = read(tmp_path, *lines)
    assert said(batch) == [("Dana", "Hi")]
    assert "left out: 2 deleted or empty messages" in batch.notes


def chat(*minutes: int) -> list[str]:
    start = datetime(2026, 8, 14, 8, 0, tzinfo=UTC)
    stamps = (start + timedelta(minutes=minute) for minute in minutes)
    return [f"[{at:%d.%m.%y, %H:%M:%S}] Dana: message {at:%d %H:%M}" for at in stamps]


class TestSessions:
    def test_a_pause_ends_a_session_and_its_first_message_names_it(self, tmp_path: Path) -> None:
        found = sessions(read(tmp_path, *chat(0, 239, 500)))
        assert [len(session.turns) for session in found] == [2, 1]
        assert found[0].id.startswith("whatsapp-20260814T080000Z-")
        assert found[0].ended_at == parse_instant("2026-08-14T11:59:00Z")
        assert len(sessions(read(tmp_path, *chat(0, 239, 500), pause=timedelta(hours=1)))) == 3

    def test_a_later_export_names_the_sessions_alike_and_lengthens_the_last(self, tmp_path: Path) -> None:
        now = parse_instant("2026-08-14T17:00:00Z")
        before = sessions(read(tmp_path, *chat(0, 10, 500), now=now))
        after = sessions(read(tmp_path, *chat(0, 10, 500, 520, 1200), now=now + timedelta(days=2)))
        assert [session.id for session in after][:2] == [session.id for session in before]
        assert dump_session(after[0]) == dump_session(before[0])
        assert before[1].ended_at is None
        assert after[1].turns[:1] == before[1].turns
        assert len(after[1].turns) == 2

    def test_an_export_that_begins_later_names_later_sessions_alike(self, tmp_path: Path) -> None:
        whole = sessions(read(tmp_path, *chat(0, 500, 1000)))
        assert sessions(read(tmp_path, *chat(500, 1000))) == whole[1:]

    def test_with_media_and_without_the_sessions_are_the_same(self, tmp_path: Path) -> None:
        photo = "[14.08.26, 08:05:00] Dana: {}"
        without = read(tmp_path, chat(0)[0], photo.format("\u200eimage omitted"), *chat(6))
        with_media = read(tmp_path, chat(0)[0], photo.format("\u200e<attached: 1-PHOTO.jpg>"), *chat(6))
        assert sessions(without) == sessions(with_media)


class TestPeople:
    LINES = ("[14.08.26, 19:03:12] Dee: Hi.", "[14.08.26, 19:03:20] Coach Kim: Training is at five.")

    def test_with_a_member_it_is_household_chat_and_guests_are_named(self, tmp_path: Path) -> None:
        batch = read(tmp_path, *self.LINES)
        assert {session.surface for session in sessions(batch)} == {"household_chat"}
        assert "no members, so nothing they say is remembered: Coach Kim" in batch.notes

    def test_a_name_in_the_phone_becomes_the_members(self, tmp_path: Path) -> None:
        batch = read(tmp_path, *self.LINES, called={"Coach Kim": "Lena"})
        assert [speaker for speaker, _ in said(batch)] == ["Dee", "Lena"]

    def test_where_nobody_is_known_each_speaks_for_themself_and_it_is_said(self, tmp_path: Path) -> None:
        path = tmp_path / "chat.txt"
        path.write_text("\n".join(self.LINES), encoding="utf-8")
        batch = bring_in("whatsapp", path, Family(key="fam_b", timezone="UTC"))
        assert {session.surface for session in sessions(batch)} == {"import"}
        assert any("--speaker NAME=MEMBER" in note for note in batch.notes)


def test_a_zip_holds_the_chat_beside_its_media(tmp_path: Path) -> None:
    path = zipped(tmp_path / "chat.zip", {"_chat.txt": TestPeople.LINES[0], "notes.txt": "x", "1.jpg": "x"})
    assert said(bring_in("whatsapp", path)) == [("Dee", "Hi.")]


def test_a_file_with_windows_line_ends_and_a_byte_order_mark_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "chat.txt"
    path.write_bytes("\ufeff".encode() + "\r\n".join([*TestPeople.LINES, "and bring water", ""]).encode())
    assert said(bring_in("whatsapp", path))[1] == ("Coach Kim", "Training is at five.\nand bring water")


REFUSED = {
    "another format": b"Dana: hello\n",
    "empty": b"",
    "no UTF-8": "[14.08.26, 19:03:12] Dana: f\u00fcr".encode("latin-1"),
    "only the app speaks": APP_WROTE[0].encode(),
    "a time that is none": b"[14.08.26, 27:03:12] Dana: Hi.",
    "an unknown half of the day": b"[14.08.26, 7:03:12 xq] Dana: Hi.",
    "no order fits": b"[32.13.26, 19:03:12] Dana: Hi.",
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_read_is_refused_by_file(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "chat.txt"
    path.write_bytes(REFUSED[kind])
    with pytest.raises(MalformedTranscript) as caught:
        bring_in("whatsapp", path)
    assert caught.value.file == str(path)
