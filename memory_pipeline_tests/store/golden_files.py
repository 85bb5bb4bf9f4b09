"""Where the golden files are, for the tests that parse them."""

from __future__ import annotations

from pathlib import Path

GOLDEN = Path(__file__).parents[1] / "golden"


def golden(folder: str, pattern: str = "*") -> list[Path]:
    """The golden files of a folder, in order of name."""
    return sorted((GOLDEN / folder).glob(pattern))
