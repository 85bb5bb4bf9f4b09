"""What a YAML file holds before any field asks for a type.

`no`, `0123`, `12:30` and `2026-05-26` have each been taken for something else by other readers. Here every plain
scalar is a `Plain`, which is a `str`; a field that wants a number, a flag or a date reads it as one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from memory_pipeline.store.yaml_text import LARGEST_INTEGER, SMALLEST_INTEGER, Plain

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,19})")
_FLOAT = re.compile(r"-?[0-9]+\.[0-9]+(?:e[-+]?[0-9]+)?")
_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_TRUE = frozenset(("true", "True", "TRUE"))
_FALSE = frozenset(("false", "False", "FALSE"))


@dataclass(frozen=True, slots=True)
class YamlMapping:
    """A top-level mapping: its values, the line each key stands in, and each entry as written."""

    values: dict[str, Any]
    lines: dict[str, int] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)


def typed(value: Any) -> Any:
    """A plain scalar as null, boolean, integer or float where it is spelled as JSON spells it, else as its text."""
    if not isinstance(value, Plain):
        return value
    if value in _NULLS:
        return None
    if value in _TRUE or value in _FALSE:
        return value in _TRUE
    if _INTEGER.fullmatch(value) and SMALLEST_INTEGER <= int(value) <= LARGEST_INTEGER and value != "-0":
        return int(value)
    if _FLOAT.fullmatch(value) and _respells(value):
        return float(value)
    return str(value)


def plain_values(value: Any) -> Any:
    """`typed` all the way down: what an unknown key holds, as JSON values."""
    match value:
        case dict():
            return {str(key): plain_values(item) for key, item in value.items()}
        case list():
            return [plain_values(item) for item in value]
    return typed(value)


def _respells(text: str) -> bool:
    shown = repr(float(text))
    return shown == text or shown.replace("e", ".0e") == text
