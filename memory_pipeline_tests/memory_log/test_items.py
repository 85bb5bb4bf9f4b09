"""MEMORY.md's lines: the strict form, the one field that may follow, and edits by content."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.memory_log.headers import MEMORY_HEADER
from memory_pipeline.memory_log.items import CATEGORIES, Item, NoItem, item_line, marked, read_item
from memory_pipeline.memory_log.memory_file import Append, Edit, Remove, Replace, edited, folded, read_memory_file

AT = datetime.fromisoformat("2026-02-09 06:33:10")


def read(line: str) -> Item:
    item = read_item(line)
    assert isinstance(item, Item), item
    return item


def test_an_item_is_written_as_the_seed_has_it() -> None:
    item = Item(at=AT, category="fact", text="John is an AI researcher at CraftOS")
    assert item_line(item) == "[2026-02-09 06:33:10] [fact] John is an AI researcher at CraftOS"
    assert read(item_line(item)) == item


def test_a_contradicted_line_keeps_its_bytes_and_gains_the_marker() -> None:
    old = "[2026-01-03 09:12:00] [fact] John works at the CraftOS SF office"
    assert marked(old) == "[2026-01-03 09:12:00] [fact] John works at the CraftOS SF office {superseded}"
    assert read(marked(old)).superseded
    assert read(marked(old)).text == read(old).text


@pytest.mark.parametrize(
    ("line", "superseded", "text"),
    [
        ("[2026-02-09 06:33:10] [fact] Petra tags {superseded} in red", False, "Petra tags {superseded} in red"),
        ("[2026-02-09 06:33:10] [fact] Petra tags drafts {superseded}", True, "Petra tags drafts"),
        ("[2026-02-09 06:33:10] [fact] John runs {entities: John} {superseded}  ", True, "John runs"),
        ("[2026-02-09 06:33:10] [fact] John runs {entities: John}", False, "John runs"),
        ("[2026-02-09 06:33:10] [fact] {superseded} is a word of John", False, "{superseded} is a word of John"),
    ],
)  # fmt: skip
def test_the_marker_counts_only_as_the_tail(line: str, superseded: bool, text: str) -> None:
    item = read(line)
    assert (item.superseded, item.text) == (superseded, text)


@pytest.mark.parametrize(
    "tail", ["{superseded}", "{superseded}...", "{entities: A, B}", "{entities: A} {superseded} …"]
)
def test_no_text_ends_in_what_would_be_read_as_a_field(tail: str) -> None:
    item = read(item_line(Item(at=AT, category="fact", text=f"John writes {tail}")))
    assert not item.superseded
    assert not item.had_entities
    assert "John writes" in item.text


@given(st.text(max_size=80), st.sampled_from(CATEGORIES))
def test_a_written_line_is_one_line_and_reads_back_as_one_current_item(text: str, category: str) -> None:
    line = item_line(Item(at=AT, category=category, text=f"John {text}"))  # type: ignore[arg-type]
    assert len(line.splitlines()) == 1
    item = read(line)
    assert not item.superseded
    assert not item.had_entities
    assert not item.text.endswith(("...", "…"))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("[2026-02-30 06:33:10] [fact] John runs", "no date"),
        ("[2026-02-09 06:33:10] [hobby] John runs", "none of the categories"),
        ("[2026-02-09 06:33:10] [Fact] John runs", "none of the categories"),
        ("[2026-02-09 06:33:10] [fact] ", "nothing is said"),
        ("[2026-02-09 06:33:10] [fact] {superseded}", "nothing is said"),
    ],
)
def test_a_line_that_breaks_the_form_is_named(line: str, problem: str) -> None:
    found = read_item(line)
    assert isinstance(found, NoItem)
    assert problem in found.reason


@pytest.mark.parametrize("line", ["", "a note", "[fact] John runs", "- [ ] [fact] x", "[x] [y] z"])
def test_other_lines_are_no_items(line: str) -> None:
    assert read_item(line) is None


LINES = [f"[2026-02-09 06:33:1{number}] [fact] John owns thing {number}" for number in range(4)]


def file_of(*lines: str, head: bytes = MEMORY_HEADER, end: str = "\n") -> bytes:
    return head + "".join(f"{line}{end}" for line in lines).encode()


def apply(data: bytes, *edits: Edit) -> bytes:
    return edited(read_memory_file(data), edits).data()


def test_the_header_has_ten_lines_and_a_first_item_stands_in_the_eleventh() -> None:
    assert MEMORY_HEADER.count(b"\n") == 10
    assert MEMORY_HEADER.startswith(b"# Memory Log\n\n## Overview\n")
    assert apply(b"", Append(LINES[0])) == file_of(LINES[0])


@pytest.mark.parametrize(
    "head", [MEMORY_HEADER, b"\xef\xbb\xbf# Memory Log\r\n\r\n## Memory\r\n", b"", b"# Notes\n\ntext\n\n"]
)
def test_header_notes_and_line_ends_stay_byte_for_byte(head: bytes) -> None:
    end = "\r\n" if b"\r\n" in head else "\n"
    data = file_of(LINES[0], "", "a note  ", LINES[1], head=head, end=end)
    assert read_memory_file(data).head == head
    assert read_memory_file(data).data() == data
    changed = apply(data, Replace(LINES[0], LINES[2]), Append(LINES[3]))
    assert changed == data.replace(LINES[0].encode(), LINES[2].encode()) + f"{LINES[3]}{end}".encode()


def test_a_last_line_without_an_end_gets_one_before_something_follows() -> None:
    assert apply(file_of(LINES[0])[:-1], Append(LINES[1])) == file_of(LINES[0], LINES[1])


def test_of_equal_lines_one_stays_where_it_was() -> None:
    data = file_of(LINES[0], LINES[1], LINES[0])
    assert apply(data, Remove(LINES[0], keep=1)) == file_of(LINES[0], LINES[1])


edits = st.lists(
    st.one_of(
        st.builds(Append, st.sampled_from(LINES)),
        st.builds(Replace, st.sampled_from(LINES), st.sampled_from([f"{line} more" for line in LINES])),
        st.builds(Remove, st.sampled_from(LINES), st.just(1)),
    ),
    max_size=6,
    unique_by=lambda edit: edit.line,
)


@given(edits, st.lists(st.sampled_from(LINES), max_size=4))
def test_edits_that_were_made_already_change_nothing(made: list[Edit], lines: list[str]) -> None:
    once = apply(file_of(*lines), *folded(made))
    assert apply(once, *folded(made)) == once


def test_steps_between_are_folded() -> None:
    steps: list[Edit] = [Append(LINES[0]), Replace(LINES[0], LINES[1]), Replace(LINES[2], "x"), Replace("x", LINES[3])]
    assert folded(steps) == (Append(LINES[1]), Replace(LINES[2], LINES[3]))
