from __future__ import annotations

from datetime import date

import pytest

from memory_pipeline.workflows.migrate_lines import LegacyLine, lines_of
from memory_pipeline_tests.workflows.conftest import FAMILY

FILE = "explicit_memories.md"


def texts(text: str) -> list[str]:
    return [line.text for line in lines_of(FILE, text, FAMILY)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("# Asked\n\n- One.\n* Two.\n+ Three.\n", ["One.", "Two.", "Three."], id="bullets"),
        pytest.param("1. One.\n22) Two.\n", ["One.", "Two."], id="numbers"),
        pytest.param("- [ ] One.\n- [x] Two.\n", ["One.", "Two."], id="boxes"),
        pytest.param("One.\nTwo.\n", ["One.", "Two."], id="plain lines"),
        pytest.param("- One\n  and more.\n- Two.", ["One and more.", "Two."], id="a wrapped item"),
        pytest.param("- One.\n  - Inner.\n", ["One.", "Inner."], id="a nested item"),
        pytest.param("- One.\n\n---\n<!-- made by a model -->\n```\n", ["One."], id="what says nothing"),
        pytest.param("- **Always** ask __first__.", ["Always ask first."], id="emphasis"),
        pytest.param("\ufeff- One.\r\n- Two.\r\n", ["One.", "Two."], id="mark and line ends"),
        pytest.param("- 2 * 3 is _six_", ["2 * 3 is _six_"], id="marks that are none"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_each_statement_is_a_line(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


def test_a_line_knows_its_place_its_speaker_and_its_day() -> None:
    text = "# A\n- Dana: Ask first.\n- [2026-03-01] Dana: Book trains.\n- Note: shoes off.\n- 2026-13-01 odd\n"
    assert lines_of(FILE, text, FAMILY) == (
        LegacyLine(FILE, 2, "Ask first.", "Dana"),
        LegacyLine(FILE, 3, "Book trains.", "Dana", date(2026, 3, 1)),
        LegacyLine(FILE, 4, "Note: shoes off."),
        LegacyLine(FILE, 5, "2026-13-01 odd"),
    )
    assert lines_of(FILE, text, FAMILY)[0].place == "explicit_memories.md:2"
