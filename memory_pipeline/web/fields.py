"""What a form or a JSON object carries, read by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_pipeline.model.errors import InvalidArgument

Fields = Mapping[str, Any]
LONGEST_TEXT = 2_000


def string(fields: Fields, name: str) -> str:
    """A text that must be there. Raises InvalidArgument."""
    value = fields.get(name)
    if not isinstance(value, str) or not value:
        raise InvalidArgument(f"{name}: a text is missing")
    return value


def words(fields: Fields) -> str:
    """What somebody wrote. Raises InvalidArgument for nothing, or too much."""
    text = string(fields, "text")
    if len(text) > LONGEST_TEXT:
        raise InvalidArgument(f"that is {len(text)} characters long; write it in {LONGEST_TEXT} or in two memories")
    return text


def memory_id(fields: Fields) -> str:
    """Which memory is meant. Raises InvalidArgument."""
    return string(fields, "id")


def number(fields: Fields, name: str) -> int:
    """A whole number. Raises InvalidArgument."""
    value = str(fields.get(name, ""))
    if not (value.isascii() and value.isdecimal() and 0 < len(value) < 12):
        raise InvalidArgument(f"{name}: a whole number is missing")
    return int(value)


def revision(fields: Fields) -> int:
    """The revision of the memory that was shown. Raises InvalidArgument."""
    return number(fields, "revision")
