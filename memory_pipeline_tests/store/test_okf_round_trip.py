"""Whatever text meets the codec, a file gives back what went in, to us and to every other YAML reader."""

from __future__ import annotations

import contextlib
import re
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memory_pipeline.model.entity import Entity
from memory_pipeline.model.errors import InvariantViolated, MalformedMemory
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
from memory_pipeline.store.front_matter import HANDLER
from memory_pipeline.store.okf import front_matter, parse_entity, parse_memory, render_entity, render_memory
from memory_pipeline.store.yaml_lines import read_lines
from memory_pipeline.store.yaml_reader import YamlFault, read_mapping, read_nodes
from memory_pipeline.store.yaml_text import Plain

PIECES = (
    "---", "...", "\n", "\r\n", "\r", "\u2028", "\u2029", "\x85", "\x0b", "\0", "\ud83d", "\ufeff", "\t", " ", ": ",
    " #", "- ", "? ", "&a", "*b", "!c", "%", "@", "`", "'", '"', "\\", "{", "}", "[", "]", ",", "|", ">", "<<", "=",
    "~", "null", "yes", "No", "0123", "0x1F", "1e5", "1.10", "12:30", "2026-05-26", "2026-08-14T19:02:00Z", ".inf",
    "+1", "key: value", "🙂", "é", "e\u0301", "\u200b", "\xa0", "id", "conv://",
)  # fmt: skip
SOME = settings(max_examples=40, deadline=None)
ANY_CHARACTER = st.characters(exclude_categories=())
HOSTILE = st.one_of(st.lists(st.sampled_from(PIECES), max_size=6).map("".join), st.text(ANY_CHARACTER, max_size=20))
WHOLE = HOSTILE.map(lambda text: re.sub("[\0\ud800-\udfff]", "", text))
LINE = HOSTILE.map(lambda text: re.sub("[\0\n-\r\x1c-\x1e\x85\u2028\u2029\ud800-\udfff]", "", text))
ULIDS = st.one_of(
    st.text("0123456789", min_size=25, max_size=25).map(lambda digits: f"0{digits}"),
    st.text("0123456789ABCDEFGHJKMNPQRSTVWXYZ", min_size=25, max_size=25).map(lambda tail: f"7{tail}"),
    st.from_regex(r"[0-7][0-9]{11}E[0-9]{13}", fullmatch=True),
)
INSTANTS = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(UTC))  # noqa: DTZ001
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**64 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    HOSTILE,
)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WHOLE, inner, max_size=3))
EXTRA = st.dictionaries(WHOLE, VALUES | HOSTILE, max_size=3)

MEMORIES = st.builds(
    Memory,
    id=ULIDS,
    type=st.sampled_from(MEMORY_TYPES),
    about=LINE | HOSTILE,
    summary=LINE | HOSTILE,
    when_to_use=LINE | HOSTILE,
    applies_to=st.lists(ULIDS, max_size=2).map(tuple),
    strength=st.sampled_from(STRENGTHS),
    pin=st.booleans(),
    authority=st.sampled_from(AUTHORITIES),
    confidence=st.floats(0, 1),
    durability=st.sampled_from(DURABILITIES),
    formed_at=INSTANTS,
    last_reinforced_at=INSTANTS,
    reinforcement_count=st.integers(0, 2**40),
    valid_until=st.none() | st.dates(),
    status=st.sampled_from(STATUSES),
    supersedes=st.none() | ULIDS,
    superseded_by=st.none() | ULIDS,
    related=st.lists(ULIDS, max_size=2).map(tuple),
    sensitivity=st.sampled_from(SENSITIVITIES),
    revision=st.integers(1, 2**40),
    needs_enrichment=st.booleans(),
    body=WHOLE | HOSTILE,
    extra=EXTRA,
)
THEN = datetime(2026, 8, 14, tzinfo=UTC)
SEED = Memory(
    id="0" * 26, type="fact", about="a", summary="s", when_to_use="w", formed_at=THEN, last_reinforced_at=THEN
)


@SOME
@given(MEMORIES)
def test_a_memory_comes_back_equal_or_is_refused_by_name(memory: Memory) -> None:
    try:
        data = render_memory(memory)
    except InvariantViolated:
        return
    again = parse_memory(data, "memory.md")
    assert again == memory
    assert render_memory(again) == data


@SOME
@given(MEMORIES)
def test_the_front_matter_is_as_many_lines_as_it_has_values_where_no_key_is_unknown(memory: Memory) -> None:
    known = replace(memory, extra={}, body="")
    with contextlib.suppress(InvariantViolated):
        lines = render_memory(known).decode().split("\n")
        assert len(lines) == 2 + len(FRONT_MATTER_KEYS) + len(known.applies_to) + len(known.related) + 1


@SOME
@given(MEMORIES)
def test_plain_pyyaml_reads_the_same_strings(memory: Memory) -> None:
    try:
        block, _ = HANDLER.split(render_memory(memory).decode())
    except InvariantViolated:
        return
    theirs = yaml.safe_load(block)
    ours = front_matter(memory)
    dated = {"formed_at": memory.formed_at, "last_reinforced_at": memory.last_reinforced_at,
             "valid_until": memory.valid_until}  # fmt: skip
    assert theirs == {**ours, **dated}
    assert list(theirs) == list(ours)


@SOME
@given(st.builds(Entity, id=ULIDS, kind=st.sampled_from(("person", "place", "group")),
                 names=st.lists(LINE, max_size=3).map(tuple), aliases=st.lists(LINE, max_size=2).map(tuple),
                 body=HOSTILE, extra=EXTRA))  # fmt: skip
def test_an_entity_comes_back_equal_or_is_refused_by_name(entity: Entity) -> None:
    try:
        data = render_entity(entity)
    except InvariantViolated:
        return
    assert parse_entity(data, "entity.md") == entity
    assert render_entity(parse_entity(data, "entity.md")) == data


@SOME
@given(
    st.binary(max_size=200)
    | st.lists(st.sampled_from(PIECES), max_size=30).map(lambda parts: "".join(parts).encode("utf-8", "surrogatepass"))
)
@example(b"---\n" + b"[" * 20_000 + b"\n---\n")
@example(b"---\n" + b"- " * 5_000 + b"\n---\n")
@example(b"---\n" + b"a: &a [*a]\n" + b"---\n")
def test_no_bytes_break_the_reader_in_another_way_than_by_name(data: bytes) -> None:
    with contextlib.suppress(MalformedMemory):
        parse_memory(data, "memory.md")
    with contextlib.suppress(MalformedMemory):
        parse_memory(render_memory(SEED).replace(b"about: a", b"about: " + data), "memory.md")


HEADS = st.sampled_from(("about", "x", "no", "x_1", "A-b"))
OPENINGS = st.sampled_from((": ", ":", ":\n  - ", ": '", ": [", ': "'))
TAILS = st.lists(st.sampled_from((*PIECES, "word", "two words", "]", "\n  - ")), max_size=4).map("".join)
YAML_LINES = st.lists(st.tuples(HEADS, OPENINGS, TAILS).map("".join), min_size=1, max_size=3).map(
    lambda lines: "\n".join(lines) + "\n"
)


@SOME
@given(YAML_LINES)
def test_what_the_quick_reader_takes_libyaml_reads_alike(text: str) -> None:
    quick = read_lines(text)
    if quick is None:
        return
    try:
        read_mapping(text)
    except YamlFault:
        return
    slow = read_nodes(text)
    assert quick == slow
    assert kinds(quick.values) == kinds(slow.values)


UNKNOWN = st.dictionaries(
    st.text("xyz_", min_size=1, max_size=4).filter(lambda key: key not in FRONT_MATTER_KEYS),
    VALUES,
    min_size=1,
    max_size=4,
)


@SOME
@given(
    UNKNOWN,
    st.sampled_from((None, "'", '"', "|", ">")),
    st.sampled_from((False, None)),
    st.integers(10, 80),
    st.booleans(),
)
def test_unknown_keys_stand_after_a_rewrite_as_they_were_written(
    values: dict[str, Any], style: str | None, flow: bool | None, width: int, unicode: bool
) -> None:
    written = yaml.dump(values, default_style=style, default_flow_style=flow, width=width, allow_unicode=unicode)
    head, _, body = render_memory(SEED).partition(b"needs_enrichment: false\n")
    data = head + b"needs_enrichment: false\n" + written.encode("utf-8", "replace") + body
    try:
        memory = parse_memory(data, "memory.md")
    except MalformedMemory:
        return
    assert render_memory(memory) == data
    moved_on = render_memory(replace(memory, status="expired", revision=2))
    assert moved_on.endswith(b"needs_enrichment: false\n" + written.encode() + body)


def kinds(value: Any) -> Any:
    """Where plain scalars stand, which equality of strings does not tell."""
    if isinstance(value, dict):
        return {key: kinds(item) for key, item in value.items()}
    return [kinds(item) for item in value] if isinstance(value, list) else isinstance(value, Plain)


def test_a_date_is_no_instant_and_an_instant_no_date() -> None:
    memory = replace(SEED, valid_until=date(2026, 9, 17))
    assert b"valid_until: 2026-09-17\n" in render_memory(memory)
    assert parse_memory(render_memory(memory), "memory.md").valid_until == date(2026, 9, 17)
