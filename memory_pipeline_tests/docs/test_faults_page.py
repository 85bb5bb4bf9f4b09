"""docs/FAULTS.md names a test for every fault, and every test that it names is there."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs/FAULTS.md"
ROWS = re.findall(r"^\| (\d+) \| (.+?) \| `(\S+?)::(\S+)` \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
REPORTED = (
    "1 3 4 6 7 10 11 13 14 16 17 19 21 23 25 27 28 29 32 33 35 37 38 41 42 44 46 47 48 51 52 53 54 57 59 62 62 63 64 "
    "67 68 69 71 73 75 76 77 79 81 84 86 88 89 91 92 94 95 96 99 100 101"
)


@cache
def names_in(file: str) -> frozenset[str]:
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_every_reported_fault_has_its_row() -> None:
    assert Counter(number for number, *_ in ROWS) == Counter(REPORTED.split())


@pytest.mark.parametrize(("number", "fault", "file", "name"), ROWS)
def test_the_test_of_a_row_is_there(number: str, fault: str, file: str, name: str) -> None:
    assert name.startswith("test_") and name in names_in(file)
