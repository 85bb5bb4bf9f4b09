"""Memory and entity files against the golden folder: the same values, the same bytes, the same refusals."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import frontmatter
import pytest

from memory_pipeline.model.errors import InvariantViolated, MalformedMemory
from memory_pipeline.model.memory import FRONT_MATTER_KEYS, Memory
from memory_pipeline.store.front_matter import HANDLER
from memory_pipeline.store.okf import front_matter, parse_entity, parse_memory, render_entity, render_memory
from memory_pipeline_tests.store.golden_files import GOLDEN, golden

MEMORIES = golden("memories")
VALUES: dict[str, dict[str, Any]] = json.loads((GOLDEN / "values.json").read_text(encoding="utf-8"))
REFUSED: dict[str, dict[str, Any]] = json.loads((GOLDEN / "refused" / "expected.json").read_text(encoding="utf-8"))
SEED = (GOLDEN / "memories" / "01-seed-example.md").read_bytes()


def seed(**changes: Any) -> Memory:
    return replace(parse_memory(SEED, "seed.md"), **changes)


@pytest.mark.parametrize("path", MEMORIES, ids=lambda path: path.stem)
def test_a_golden_memory_re_renders_to_the_same_bytes(path: Path) -> None:
    data = path.read_bytes()
    assert render_memory(parse_memory(data, path.name)) == data


@pytest.mark.parametrize("path", MEMORIES, ids=lambda path: path.stem)
def test_a_golden_memory_says_what_the_value_list_says(path: Path) -> None:
    memory = parse_memory(path.read_bytes(), path.name)
    expected = VALUES[f"memories/{path.name}"]
    assert {**front_matter(memory), "body": memory.body} == expected
    assert [*front_matter(memory), "body"] == list(expected)


@pytest.mark.parametrize("path", golden("entities"), ids=lambda path: path.stem)
def test_a_golden_entity_re_renders_to_the_same_bytes(path: Path) -> None:
    data = path.read_bytes()
    assert render_entity(parse_entity(data, path.name)) == data


def test_the_golden_files_cover_every_word_of_the_closed_sets() -> None:
    seen = {(key, value[key]) for value in VALUES.values() for key in ("type", "status", "durability", "authority")}
    assert len([pair for pair in seen if pair[0] == "type"]) == 6
    assert len([pair for pair in seen if pair[0] == "status"]) == 5
    assert len([pair for pair in seen if pair[0] == "durability"]) == 3
    assert len([pair for pair in seen if pair[0] == "authority"]) == 4


@pytest.mark.parametrize("name", REFUSED, ids=lambda name: name.removesuffix(".md"))
def test_a_refused_file_is_named_with_its_line(name: str) -> None:
    with pytest.raises(MalformedMemory) as caught:
        parse_memory((GOLDEN / "refused" / name).read_bytes(), f"memories/{name}")
    assert caught.value.file == f"memories/{name}"
    assert caught.value.line == REFUSED[name]["line"]
    assert str(caught.value).startswith(f"memories/{name}:")


def test_every_refused_file_is_listed_with_a_reason() -> None:
    assert {path.name for path in golden("refused", "*.md")} == set(REFUSED)
    assert all(entry["why"] for entry in REFUSED.values())


@pytest.mark.parametrize("key", FRONT_MATTER_KEYS)
def test_every_key_of_the_contract_must_be_there(key: str) -> None:
    lines = [line for line in SEED.decode().splitlines(keepends=True) if not line.startswith(f"{key}:")]
    if key == "applies_to":
        lines.remove("  - 01K6N1R0A0B0C0D0E0F0ENT002\n")
    with pytest.raises(MalformedMemory, match=f"`{key}` is missing"):
        parse_memory("".join(lines).encode(), "seed.md")


@pytest.mark.parametrize(
    ("key", "written"),
    [
        ("type", "identities"), ("strength", "Hard"), ("authority", "user"), ("durability", "null"),
        ("status", "deleted"), ("sensitivity", "secret"), ("pin", "'true'"), ("pin", "1"),
        ("confidence", "-0.1"), ("confidence", ".nan"), ("confidence", "'0.5'"), ("confidence", "1_0"),
        ("reinforcement_count", "-1"), ("reinforcement_count", "3.0"), ("reinforcement_count", "03"),
        ("revision", "0"), ("revision", "true"), ("valid_until", "2026-02-30"), ("valid_until", "20260917"),
        ("valid_until", "2026-09-17T00:00:00Z"), ("formed_at", "2026-08-14"), ("formed_at", "2026-08-14T25:00:00Z"),
        ("formed_at", "0001-01-01T00:00:00+14:00"), ("supersedes", "none"), ("related", "null"), ("related", "{}"),
        ("related", "[null]"), ("related", "[[]]"), ("about", "[a]"), ("about", ""), ("summary", "{a: b}"),
        ("when_to_use", '"a\\u2028b"'), ("when_to_use", "|\n  a\n  b"), ("needs_enrichment", "no"),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_type_or_set_is_refused_in_its_line(key: str, written: str) -> None:
    lines = SEED.decode().splitlines(keepends=True)
    place = next(place for place, line in enumerate(lines) if line.startswith(f"{key}:"))
    lines[place] = f"{key}: {written}\n" if written else f"{key}:\n"
    with pytest.raises(MalformedMemory) as caught:
        parse_memory("".join(lines).encode(), "seed.md")
    assert (caught.value.line, caught.value.file) == (place + 1, "seed.md")
    assert f"`{key}`" in caught.value.message


@pytest.mark.parametrize(
    ("key", "written", "value"),
    [
        ("about", "no", "no"), ("about", "0123", "0123"), ("about", "12:30", "12:30"), ("about", "Null", "Null"),
        ("about", "2026-05-26", "2026-05-26"), ("about", "1.10", "1.10"), ("about", "~", "~"),
        ("about", "folded\n  over two lines", "folded over two lines"), ("about", '"Coach: Maria"', "Coach: Maria"),
        ("about", "a#b", "a#b"), ("about", "'it''s'", "it's"), ("about", '"\\u2603"', "☃"),
        ("id", "01234567890123456789012345", "01234567890123456789012345"),
        ("applies_to", "[01K6N1R0A0B0C0D0E0F0ENT002]", ("01K6N1R0A0B0C0D0E0F0ENT002",)),
        ("supersedes", "~", None), ("valid_until", "'2026-09-17'", date(2026, 9, 17)), ("pin", "True", True),
        ("confidence", "1", 1.0), ("confidence", ".5", 0.5), ("confidence", "1e-3", 0.001),
        ("formed_at", "2026-08-14T21:02:00+02:00", datetime(2026, 8, 14, 19, 2, tzinfo=UTC)),
        ("formed_at", "2026-08-14 19:02:00.5Z", datetime(2026, 8, 14, 19, 2, 0, 500000, tzinfo=UTC)),
    ],
)  # fmt: skip
def test_a_hand_edit_in_another_spelling_is_legal(key: str, written: str, value: object) -> None:
    text = SEED.decode().replace("applies_to:\n  - 01K6N1R0A0B0C0D0E0F0ENT002\n", "applies_to: []\n")
    lines = text.splitlines(keepends=True)
    place = next(place for place, line in enumerate(lines) if line.startswith(f"{key}:"))
    lines[place] = f"{key}: {written}\n"
    memory = parse_memory("".join(lines).encode(), "seed.md")
    assert getattr(memory, key) == value
    assert type(getattr(memory, key)) is type(value)
    assert parse_memory(render_memory(memory), "seed.md") == memory


def test_a_file_saved_with_windows_line_ends_keeps_its_body() -> None:
    memory = parse_memory(SEED.replace(b"\n", b"\r\n"), "seed.md")
    body = parse_memory(SEED, "seed.md").body
    assert memory == seed(body=body.replace("\n", "\r\n"))
    assert render_memory(memory).endswith(
        b"soccer\r\nteam group chat. This applies to replies as well as new posts.\r\n"
    )


@pytest.mark.parametrize(
    "body",
    [
        "", "no line end", "\n\n\n", "---\n", "---\n---\n", "\n---\n\ntext\n\n---\n", "---\nSome words: here\n---\n",
        "---\n\nkey: value\n\n---\n", "\r\n\r", "\ttabs\t \n \n", "...\n", "\ufeff", "text\n---\nkey: value\n---\n",
        "std::map<int, std::vector<int>> m{{1, {2}}};\n", "\u2028\x85\x0b\x0c",
    ],
    ids=repr,
)  # fmt: skip
def test_a_body_is_kept_byte_for_byte(body: str) -> None:
    data = render_memory(seed(body=body))
    assert data.endswith(b"needs_enrichment: false\n---\n" + body.encode())
    assert parse_memory(data, "seed.md") == seed(body=body)


@pytest.mark.parametrize(
    "body", ["---\nid: x\n---\n", "\n \n---\ntitle: x\ntags:\n  - y\n- z\n---", "---\r\na:\r\n---\r\n"], ids=repr
)
def test_a_body_that_would_be_read_as_a_second_block_is_not_written(body: str) -> None:
    with pytest.raises(InvariantViolated):
        render_memory(seed(body=body))


@pytest.mark.parametrize(
    "changes",
    [
        {"about": "two\nlines"}, {"summary": "a\rb"}, {"when_to_use": "a\u2028b"}, {"about": "a\x85b"},
        {"about": "a\x0bb"}, {"about": "a\0b"}, {"summary": "\ud83d"}, {"body": "\ud83d"}, {"body": "a\0"},
        {"id": "short"}, {"applies_to": ("Theo",)}, {"related": ("",)}, {"supersedes": "x"}, {"confidence": 1.5},
        {"confidence": float("nan")}, {"revision": 0}, {"reinforcement_count": -1}, {"type": "rumour"},
        {"formed_at": datetime(2026, 8, 14, 19, 2)}, {"extra": {"id": "x"}}, {"extra": {"x": object()}},  # noqa: DTZ001
        {"extra": {"x": (1,)}}, {"extra": {"x": float("inf")}}, {"extra": {"x": 2**64}}, {"extra": {"x" * 101: 1}},
        {"extra": {"x": "\udc00"}}, {"extra": {1: 1}},
    ],
    ids=lambda changes: ascii(changes).partition(" at 0x")[0],
)  # fmt: skip
def test_what_a_file_could_not_give_back_is_not_written(changes: dict[str, Any]) -> None:
    with pytest.raises(InvariantViolated):
        render_memory(seed(**changes))


def test_instants_of_another_zone_are_written_as_utc() -> None:
    there = datetime(2026, 8, 15, 4, 2, tzinfo=timezone(timedelta(hours=9)))
    assert b"formed_at: 2026-08-14T19:02:00Z\n" in render_memory(seed(formed_at=there))


@pytest.mark.parametrize(
    "front", ["names: []\naliases: []", "names:\n  - ''\naliases: []", 'names:\n  - "a\\nb"\naliases: []'], ids=repr
)
def test_an_entity_has_names_of_one_line(front: str) -> None:
    data = f"---\nid: 01K6N1R0A0B0C0D0E0F0ENT002\ntype: entity\nkind: person\n{front}\n---\n".encode()
    with pytest.raises(MalformedMemory, match="names"):
        parse_entity(data, "entity.md")


def test_an_entity_without_a_name_is_not_written() -> None:
    entity = parse_entity((GOLDEN / "entities" / "person.md").read_bytes(), "person.md")
    for names in ((), (" ",), ("a\nb",)):
        with pytest.raises(InvariantViolated):
            render_entity(replace(entity, names=names))


def test_python_frontmatter_reads_a_file_through_our_handler() -> None:
    post = frontmatter.loads((GOLDEN / "memories" / "10-strings-that-look-like-something-else.md").read_text(),
                             handler=HANDLER)  # fmt: skip
    assert post["about"] == "no"
    assert post["valid_until"] is None
    assert frontmatter.dumps(post, handler=HANDLER).startswith("---\nid: '01234567890123456789012345'\n")
