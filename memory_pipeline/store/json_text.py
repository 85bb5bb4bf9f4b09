"""Canonical JSON, and a reader that refuses what would be lost: duplicate keys, NaN, huge numbers, lone surrogates."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NoReturn

import orjson

from memory_pipeline.model.errors import InvariantViolated
from memory_pipeline.store.json_places import Numbers, line_of_level, line_of_refusal

_SURROGATE = re.compile("[\ud800-\udfff]")
_SURROGATE_OR_NUL = re.compile("[\0\ud800-\udfff]")
# Lists and mappings inside one another; a deeper file would exhaust the stack of whoever reads it.
DEEPEST = 64
_TOO_DEEP = f"nested more than {DEEPEST} levels deep"
_BREAKS = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}


class JsonFault(ValueError):
    """What is wrong and in which line, counted from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


def document(value: Any) -> bytes:
    """Two-space indent, keys in the order given, UTF-8 as it is, a line end at the end. Raises InvariantViolated."""
    try:
        return orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    except orjson.JSONEncodeError as error:
        raise InvariantViolated(f"this cannot be written as JSON: {error}") from error


def one_line(value: Any) -> str:
    """The same without blanks and line ends of any kind, for JSON lines. Raises InvariantViolated."""
    try:
        text = orjson.dumps(value).decode()
    except orjson.JSONEncodeError as error:
        raise InvariantViolated(f"this cannot be written as JSON: {error}") from error
    return text.translate(_BREAKS)


def read(data: bytes) -> Any:
    """The one JSON value that `data` is. Raises JsonFault."""
    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_unique,
            parse_constant=_no_constant,
            parse_float=_finite,
            parse_int=_in_64_bits,
        )
    except UnicodeDecodeError as error:
        raise JsonFault("not UTF-8", data.count(b"\n", 0, error.start) + 1) from error
    except json.JSONDecodeError as error:
        raise JsonFault(f"broken JSON: {error.msg}", error.lineno) from error
    except RecursionError as error:
        raise JsonFault(_TOO_DEEP, line_of_level(data.decode("utf-8"), DEEPEST)) from error
    except JsonFault as fault:
        raise JsonFault(fault.message, _line_of_refusal(data.decode("utf-8"))) from fault
    except ValueError as error:
        raise JsonFault(str(error)[:160], 1) from error
    if too_deep(value):
        raise JsonFault(_TOO_DEEP, line_of_level(data.decode("utf-8"), DEEPEST))
    return value


def line_of_surrogate(data: bytes) -> int:
    """The line of the first string that holds half a surrogate pair, in a document that `read` accepts."""
    return _line_of_refusal(data.decode("utf-8"), lambda value: _refuse(lone_surrogate(value)))


def too_deep(value: Any) -> bool:
    """Whether a JSON value has more than `DEEPEST` lists and mappings inside one another."""
    level = [value]
    for _ in range(DEEPEST):
        inner = (each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list))
        level = [each for items in inner for each in items if isinstance(each, dict | list)]
        if not level:
            return False
    return True


def lone_surrogate(value: Any) -> bool:
    """Whether a string anywhere in a JSON value holds half a surrogate pair, which UTF-8 cannot."""
    return _holds(_SURROGATE, value)


def unwritable(value: Any) -> bool:
    """Whether a string anywhere in a JSON value holds half a surrogate pair or a NUL, which no markdown file can."""
    return _holds(_SURROGATE_OR_NUL, value)


def _holds(pattern: re.Pattern[str], value: Any) -> bool:
    match value:
        case str():
            return pattern.search(value) is not None
        case list():
            return any(_holds(pattern, item) for item in value)
        case dict():
            return any(_holds(pattern, key) or _holds(pattern, item) for key, item in value.items())
    return False


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise JsonFault(f"the key `{twice[:60]}` stands in one object twice", 1)
    return found


def _line_of_refusal(text: str, accept: Callable[[Any], object] = lambda _: None) -> int:
    return line_of_refusal(text, Numbers(_in_64_bits, _finite, _no_constant), accept)


def _refuse(refused: bool) -> None:
    if refused:
        raise ValueError


def _finite(text: str) -> float:
    found = float(text)
    if found in (float("inf"), float("-inf")):
        raise JsonFault(f"{text[:40]} is too large a number to be written again", 1)
    return found


def _in_64_bits(text: str) -> int:
    if len(text) > 20 or not -(2**63) <= int(text) < 2**64:
        raise JsonFault(f"{text[:40]} is too large a number to be written again", 1)
    return int(text)


def _no_constant(name: str) -> NoReturn:
    raise JsonFault(f"{name} is no JSON number", 1)
