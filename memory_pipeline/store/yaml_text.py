"""Writing YAML: one physical line a scalar, block style, nothing folded, quotes only where a reader needs them.

Python's own dumpers re-spell dates, sort keys, fold long lines and escape emoji. This writer covers the JSON
values that our files hold, and any YAML reader, 1.1 or 1.2, reads back exactly what went in (a property test says so).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from memory_pipeline.model.errors import InvariantViolated

# YAML finds the colon of a key only within its first 1,024 characters; an escape takes up to ten.
LONGEST_KEY = 100
SMALLEST_INTEGER, LARGEST_INTEGER = -(2**63), 2**64 - 1

# What a reader of any YAML version might take for a null, a boolean, a merge key or a number, a date, a time.
_WORD = re.compile(r"(?i:null|true|false|yes|no|on|off|y|n|[-+]?\.inf|\.nan|~|=|<<|-|---|\.\.\.)")
_NUMERIC = re.compile(r"[-+.]?[0-9][0-9a-fA-FxXoO_.,:+TtZz \-]*")
_UNSAFE_START = frozenset("-?:,[]{}#&*!|>'\"%@`=~")
_UNSAFE_INSIDE = re.compile(r": |:$| #")
_UNPRINTABLE = re.compile("[^ -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_ESCAPED = re.compile('["\\\\]|' + _UNPRINTABLE.pattern)
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


class Plain(str):
    """A scalar that stands without quotes: a date or a number to those who read it so, for us still its text."""

    __slots__ = ()


def scalar(text: str) -> str:
    """One line of YAML that reads back as the same string. Raises InvariantViolated on a surrogate or NUL."""
    if _UNPRINTABLE.search(text):
        return '"' + _ESCAPED.sub(_escape, text) + '"'
    if _stays_a_string(text):
        return text
    return "'" + text.replace("'", "''") + "'"


def _stays_a_string(text: str) -> bool:
    return (
        text != ""
        and text[0] not in _UNSAFE_START
        and text.strip() == text
        and not _UNSAFE_INSIDE.search(text)
        and not _WORD.fullmatch(text)
        and not _NUMERIC.fullmatch(text)
    )


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    code = ord(char)
    if code == 0 or 0xD800 <= code <= 0xDFFF:
        raise InvariantViolated(f"a NUL or a lone surrogate (U+{code:04X}) has no place in a file of text")
    if char in _SHORT:
        return _SHORT[char]
    if code <= 0xFF:
        return f"\\x{code:02X}"
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"


def number(value: float) -> str:
    """A finite float, always with a point, so that YAML 1.1 reads a float too. Raises InvariantViolated."""
    if not math.isfinite(value):
        raise InvariantViolated(f"{value} is no number that a file can hold")
    text = repr(value)
    mantissa, mark, exponent = text.partition("e")
    return f"{mantissa}.0{mark}{exponent}" if mark and "." not in mantissa else text


def leaf(value: Any) -> str:
    """A scalar or an empty collection on one line. Raises InvariantViolated for what JSON does not have."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() if SMALLEST_INTEGER <= value <= LARGEST_INTEGER:
            return str(value)
        case float():
            return number(value)
        case Plain():
            return str(value)
        case str():
            return scalar(value)
        case list() if not value:
            return "[]"
        case dict() if not value:
            return "{}"
    raise InvariantViolated(f"a {type(value).__name__} such as {str(value)[:40]!r} has no place in a YAML file")


def mapping(values: Mapping[str, Any]) -> Iterator[str]:
    """The lines, without line ends, of a block mapping in the order of its keys."""
    for key, value in values.items():
        if not isinstance(key, str) or len(key) > LONGEST_KEY:
            raise InvariantViolated(f"the key {str(key)[:40]!r} is no string of at most {LONGEST_KEY} characters")
        yield from _entry(f"{scalar(key)}:", value)


def document(values: Mapping[str, Any]) -> bytes:
    """A whole YAML file of one mapping, UTF-8, with a line end at its end."""
    return "".join(f"{line}\n" for line in mapping(values)).encode()


def _entry(head: str, value: Any) -> Iterator[str]:
    if isinstance(value, dict) and value:
        lines = mapping(value)
    elif isinstance(value, list) and value:
        lines = _sequence(value)
    else:
        yield f"{head} {leaf(value)}"
        return
    yield head
    yield from (f"  {line}" for line in lines)


def _sequence(values: list[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, dict) and value:
            lines = mapping(value)
        elif isinstance(value, list) and value:
            lines = _sequence(value)
        else:
            yield f"- {leaf(value)}"
            continue
        yield f"- {next(lines)}"
        yield from (f"  {line}" for line in lines)
