"""The second seed's files come in: an event log as conversations, MEMORY.md as memories with their lineage."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.importers import ImportOptions, event_log, memory_log
from memory_pipeline.memory_log.headers import EVENT_HEADER, MEMORY_HEADER
from memory_pipeline.model.errors import MalformedTranscript, UnknownFamily
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.instants import format_instant, parse_instant

DANA = Family(
    key="oak", timezone="America/Los_Angeles", members=(Member(name="Theo", kind="child"), Member(name="Dana"))
)
OPTIONS = ImportOptions(now=parse_instant("2026-12-01T00:00:00Z"))
EVENTS = """[2026/02/09 06:33:10] [user message from platform: mail]: I love jazz
and blues
[2026/02/09 06:33:20] [agent message]: Noted.
[2026/02/09 06:33:21] [reasoning]: The user loves jazz.
[2026/02/30 06:33:21] [user message]: no such day
[2026/02/09 18:00:00] [user message]: good night
"""
ITEMS = """[2026-01-03 09:12:00] [fact] Dana works at the SF office {superseded}
[2026-01-05 09:12:00] [preference] Dana prefers short answers
[2026-02-01 09:12:00] [preference] Dana grows orchids {superseded}
[2026-02-09 06:33:10] [fact] Dana works at the Tokyo office
[2026-02-09 06:33:10] [event] Dana meets Sarah Lee on 2026-02-15 at 10:00
[2026-02-10 06:33:10] [contact] Sarah Lee is Dana's manager
"""


@pytest.fixture
def file(tmp_path: Path) -> Callable[[bytes], Path]:
    def written(data: bytes) -> Path:
        path = tmp_path / "log.md"
        path.write_bytes(data)
        return path

    return written


def test_user_and_agent_messages_are_turns_and_a_silence_ends_a_conversation(file: Callable[[bytes], Path]) -> None:
    batch = event_log.read(file(EVENT_HEADER + EVENTS.encode()), family=DANA, options=OPTIONS)
    (imported,) = batch.families
    first, second = imported.sessions
    assert [(turn.role, turn.speaker, turn.text) for turn in first.turns] == [
        ("user", "Dana", "I love jazz\nand blues"),
        ("assistant", None, "Noted."),
    ]
    assert format_instant(first.started_at) == "2026-02-09T14:33:10Z"
    assert (first.surface, second.turns[0].text) == ("import", "good night")
    assert "left out: 1 reasoning events" in batch.notes
    assert any("2026/02/30" in note for note in batch.notes)


def test_a_log_that_has_grown_gives_the_same_names(file: Callable[[bytes], Path]) -> None:
    short = event_log.read(file(EVENTS.encode()), family=DANA, options=OPTIONS).families[0].sessions
    more = EVENTS + "[2026/02/09 18:00:09] [user message]: one more\n"
    grown = event_log.read(file(more.encode()), family=DANA, options=OPTIONS).families[0].sessions
    assert [session.id for session in grown] == [session.id for session in short]


@pytest.mark.parametrize("read", [event_log.read, memory_log.read])
def test_a_file_of_another_kind_and_a_missing_family_are_refused(
    read: Callable[..., Any], file: Callable[[bytes], Path]
) -> None:
    with pytest.raises(MalformedTranscript):
        read(file(b"hello\n"), family=DANA, options=OPTIONS)
    with pytest.raises(UnknownFamily):
        read(file(EVENTS.encode()), family=None, options=OPTIONS)


def test_an_item_becomes_a_claim_of_its_type_as_the_user_stated_it(file: Callable[[bytes], Path]) -> None:
    batch = memory_log.read(file(MEMORY_HEADER + ITEMS.encode()), family=DANA, options=OPTIONS)
    (imported,) = batch.families
    claims = {each.survivors[0].summary: each.survivors[0] for each in imported.formations}
    assert {summary: (claim.type, claim.authority, claim.valid_until) for summary, claim in claims.items()} == {
        "Dana works at the SF office.": ("fact", "user_stated", None),
        "Dana prefers short answers.": ("preference", "user_stated", None),
        "Dana works at the Tokyo office.": ("fact", "user_stated", None),
        "Dana meets Sarah Lee on 2026-02-15 at 10:00.": ("fact", "user_stated", date(2026, 2, 16)),
        "Sarah Lee is Dana's manager.": ("relationship", "user_stated", None),
    }
    assert [note for note in batch.notes if "orchids" in note]
    sessions = {session.turns[0].text: session.id for session in imported.sessions}
    assert imported.succeeds == {sessions["Dana works at the Tokyo office"]: sessions["Dana works at the SF office"]}
