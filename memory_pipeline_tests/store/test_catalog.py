"""A line of the catalog is its memory, whole; what is no catalog is told from one (contract section 1)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import (
    AUTHORITIES,
    DURABILITIES,
    FRONT_MATTER_KEYS,
    MEMORY_TYPES,
    SENSITIVITIES,
    STATUSES,
    STRENGTHS,
    Memory,
)
from memory_pipeline.store.catalog import (
    CatalogEntry,
    ParsedLines,
    RecentlyParsed,
    entry_of,
    read_catalog,
    render_catalog,
    render_line,
    text_hash,
)
from memory_pipeline.store.okf import parse_memory, render_memory
from memory_pipeline_tests.store.changes import memory_of

LINE = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]), max_size=30)
BODY = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=60).filter(
    lambda text: "---" not in text
)
ULIDS = st.builds(lambda number: derived_ulid(datetime(2026, 1, 1, tzinfo=UTC), str(number)), st.integers(0, 99))
INSTANTS = st.integers(0, 4 * 10**15).map(
    lambda number: datetime.fromtimestamp(0, UTC) + timedelta(microseconds=number)
)
MEMORIES = st.builds(
    Memory,
    id=ULIDS,
    type=st.sampled_from(MEMORY_TYPES),
    about=LINE,
    summary=LINE,
    when_to_use=LINE,
    applies_to=st.lists(ULIDS, max_size=2).map(tuple),
    strength=st.sampled_from(STRENGTHS),
    pin=st.booleans(),
    authority=st.sampled_from(AUTHORITIES),
    confidence=st.floats(0, 1),
    durability=st.sampled_from(DURABILITIES),
    formed_at=INSTANTS,
    last_reinforced_at=INSTANTS,
    reinforcement_count=st.integers(0, 99),
    valid_until=st.none() | st.dates(date(1990, 1, 1), date(2090, 1, 1)),
    status=st.sampled_from(STATUSES),
    supersedes=st.none() | ULIDS,
    superseded_by=st.none() | ULIDS,
    related=st.lists(ULIDS, max_size=2).map(tuple),
    sensitivity=st.sampled_from(SENSITIVITIES),
    revision=st.integers(1, 99),
    needs_enrichment=st.booleans(),
    body=BODY,
)


@given(MEMORIES)
def test_a_line_gives_its_memory_back(memory: Memory) -> None:
    line = render_line(entry_of(memory, "etag"))
    assert b"\n" not in line
    assert ParsedLines().entries([line]) == {memory.id: CatalogEntry(memory, "etag", text_hash(memory.indexed_text))}


def test_what_was_parsed_is_kept_for_the_families_that_were_read_last() -> None:
    parsed = RecentlyParsed(families=2)
    cedar = parsed.of("cedar")
    assert parsed.of("cedar") is cedar
    parsed.of("birch"), parsed.of("maple")
    assert parsed.of("cedar") is not cedar


@given(MEMORIES)
def test_the_catalog_gives_what_the_file_gives(memory: Memory) -> None:
    data = render_memory(memory)
    entries = ParsedLines().entries([render_line(entry_of(parse_memory(data, "m"), "etag"))])
    assert entries is not None and render_memory(entries[memory.id].memory) == data


@given(st.lists(MEMORIES, max_size=5, unique_by=lambda memory: memory.id), st.integers(0, 10**6))
def test_the_bytes_do_not_depend_on_the_order_of_the_memories(memories: list[Memory], seq: int) -> None:
    lines = {memory.id: render_line(entry_of(memory, "etag")) for memory in memories}
    data = render_catalog(seq, lines)
    assert data == render_catalog(seq, dict(reversed(lines.items())))
    found = read_catalog(data)
    assert found is not None and found.seq == seq and dict(found.lines) == lines


def test_a_line_is_plain_json_with_the_front_matter_first() -> None:
    values = orjson.loads(render_line(entry_of(memory_of(1), "etag")))
    assert tuple(values) == (*FRONT_MATTER_KEYS, "body", "etag", "text_hash")


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"{}\n", b"[1]\n", b'{"seq":true}\n', b'{"seq":1.5}\n', b'{"seq":1}\n\n', b'{"seq":1}\nx\n', b"\xff"],
)
def test_what_is_no_catalog_is_told_from_one(data: bytes) -> None:
    assert read_catalog(data) is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda line: line[:-1],
        lambda line: line.replace(b'"about"', b'"abuot"'),
        lambda line: line.replace(b"2026-08-15T19:02:00Z", b"yesterday"),
    ],
    ids=["cut", "a key missing", "no instant"],
)
def test_a_damaged_line_makes_the_catalog_unreadable(damage: object) -> None:
    line = render_line(entry_of(replace(memory_of(1)), "etag"))
    assert ParsedLines().entries([damage(line)]) is None  # type: ignore[operator]
