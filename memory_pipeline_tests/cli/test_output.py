from __future__ import annotations

import json
from collections import Counter
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from memory_pipeline.cli.answers.drawing import counts, table
from memory_pipeline.cli.answers.pages import page_of
from memory_pipeline.cli.door import wants_json
from memory_pipeline.cli.errors import as_ours, error_document, exit_code
from memory_pipeline.cli.output import visible
from memory_pipeline.model import errors
from memory_pipeline.model.errors import InvalidArgument, MemoryPipelineError


def every_error() -> list[type[MemoryPipelineError]]:
    kinds = (value for value in vars(errors).values() if isinstance(value, type))
    return [kind for kind in kinds if issubclass(kind, MemoryPipelineError)]


@pytest.mark.parametrize("kind", every_error(), ids=lambda kind: kind.__name__)
def test_input_errors_exit_with_2_and_all_others_with_1(kind: type[MemoryPipelineError]) -> None:
    error = as_ours(kind("no", file="a.json", line=3))
    wanted = 2 if isinstance(error, errors.InputError | errors.InvalidKey) else 1
    assert exit_code(error) == wanted


def test_an_error_document_names_type_message_file_and_line() -> None:
    document = error_document(errors.MalformedTranscript("no JSON", file="a.json", line=3))
    assert document == {"error": {"type": "MalformedTranscript", "message": "no JSON", "file": "a.json", "line": 3}}


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["search", "f", "q", "--json"], True),
        (["--json", "search"], True),
        (["turn", "f", "--batch=-"], True),
        (["search", "f", "--", "--json"], False),
        (["search", "f", "--jsonish"], False),
        ([], False),
    ],
)
def test_errors_are_json_where_the_answer_would_have_been(arguments: list[str], wanted: bool) -> None:
    assert wants_json(arguments) is wanted


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("naïve 🎉 café", "naïve 🎉 café"),
        ("\x1b[2Jgone", "\\x1b[2Jgone"),
        ("a\u202eb", "a\\u202eb"),
        ("two\nlines", "two\nlines"),
        ("a\u2028b", "a\\u2028b"),
        ("[bold]not markup[/bold]", "[bold]not markup[/bold]"),
    ],
)
def test_stored_text_never_steers_a_terminal(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.lists(st.integers(), unique=True), st.integers(min_value=1, max_value=7))
def test_following_next_gives_every_item_once_and_in_order(items: list[int], limit: int) -> None:
    seen: list[int] = []
    cursor = None
    while True:
        page = page_of(items, str, limit, cursor)
        assert len(page.items) <= limit
        seen.extend(page.items)
        cursor = page.next
        if cursor is None:
            break
    assert seen == items


def test_a_cursor_that_is_no_item_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="no such item"):
        page_of(["a"], str, None, "b")


@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_a_table_loses_no_character_in_a_narrow_terminal(width: int) -> None:
    said = "Soccer practice is on Thursdays now, at half past five in the big hall."
    cells = ("known", said, "it is known", "memory://fam_cedar/01M3ZFX8W016P2QXEMZJRQ4AEE", "4,181")
    drawn = StringIO()
    console = Console(file=drawn, width=width)
    console.print(table("why", "", "+claim", "why", "where", "#n", rows=[cells]))
    rows = drawn.getvalue().rpartition("─")[2]
    assert Counter("".join(rows.split())) == Counter("".join("".join(cells).split()))


def test_counts_leave_zeros_out() -> None:
    assert counts({"add": 2, "ignore": 0}) == "add 2"
    assert counts({}) == "-"


def test_error_documents_are_json_whatever_the_message() -> None:
    message = 'quote " and \n line and ' + "\u202e"
    assert json.loads(json.dumps(error_document(InvalidArgument(message))))["error"]["message"] == message
