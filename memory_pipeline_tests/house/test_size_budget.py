"""Files and functions stay small enough to read in one go."""

from __future__ import annotations

import ast
import statistics
from pathlib import Path

import memory_pipeline

PACKAGE = Path(memory_pipeline.__file__).parent
FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.name != "__init__.py")
TRAILING_SHARE = 0.9


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def function_lengths() -> dict[str, int]:
    return {
        f"{path.relative_to(PACKAGE)}:{node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def ninetieth(lengths: list[int]) -> int:
    return sorted(lengths)[int(len(lengths) * TRAILING_SHARE)]


def test_no_file_is_longer_than_400_lines() -> None:
    assert {str(path): lines(path) for path in FILES if lines(path) > 400} == {}


def test_nine_files_in_ten_are_under_250_lines() -> None:
    assert ninetieth([lines(path) for path in FILES]) < 250


def test_the_median_file_has_about_120_lines_at_most() -> None:
    assert statistics.median(lines(path) for path in FILES) <= 130


def test_no_function_is_longer_than_60_lines() -> None:
    assert {name: length for name, length in function_lengths().items() if length > 60} == {}


def test_nine_functions_in_ten_have_at_most_30_lines() -> None:
    assert ninetieth(list(function_lengths().values())) <= 30


def test_the_median_function_has_at_most_10_lines() -> None:
    assert statistics.median(function_lengths().values()) <= 10
