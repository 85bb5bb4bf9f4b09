"""In which line a JSON document holds what is refused; the quick parser does not tell, so it is read again, slowly."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from json.decoder import JSONArray, JSONObject  # type: ignore[attr-defined]
from json.scanner import py_make_scanner  # type: ignore[attr-defined]
from typing import Any, NamedTuple

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)

Scan = Callable[[str, int], tuple[Any, int]]


class Numbers(NamedTuple):
    """Read the text of a number, or of `NaN` and its like. Each raises ValueError for what it refuses."""

    whole: Callable[[str], Any]
    decimal: Callable[[str], Any]
    constant: Callable[[str], Any]


def line_of_refusal(text: str, numbers: Numbers, accept: Callable[[Any], object]) -> int:
    """The line of the first key that stands twice, or value that `numbers` or `accept` refuses.

    `accept` is called with each key and each value that is no list or mapping, and refuses it by a ValueError. 1 where
    nothing is refused.
    """
    try:
        _Placing(numbers, accept).decode(text)
    except _Placed as found:
        return text.count("\n", 0, found.index) + 1
    except (ValueError, RecursionError):
        return 1
    return 1


def line_of_level(text: str, level: int) -> int:
    """The line in which a list or mapping begins that lies inside `level` others; 1 where none does."""
    open_ = 0
    for token in _TOKEN.finditer(text):
        open_ += (token[0] in "[{") - (token[0] in "]}")
        if open_ > level:
            return text.count("\n", 0, token.start()) + 1
    return 1


class _Placed(Exception):
    def __init__(self, index: int) -> None:
        super().__init__(index)
        self.index = index


class _Keys:
    """Stands in for the parser's table of keys, which is asked for every key just before its value is read."""

    def __init__(self, accept: Callable[[Any], object]) -> None:
        self._accept = accept
        self._seen: set[str] = set()
        self.refused = False

    def setdefault(self, key: str, _: str) -> str:
        try:
            self._accept(key)
        except ValueError:
            self.refused = True
        self.refused |= key in self._seen
        self._seen.add(key)
        return key


class _Placing(json.JSONDecoder):
    def __init__(self, numbers: Numbers, accept: Callable[[Any], object]) -> None:
        super().__init__(parse_int=numbers.whole, parse_float=numbers.decimal, parse_constant=numbers.constant)
        self._accept = accept
        self.parse_object = self._object
        self.parse_array = self._array
        self.scan_once = py_make_scanner(self)

    def _object(self, start: tuple[str, int], strict: bool, scan: Scan, *_: object) -> tuple[Any, int]:
        keys = _Keys(self._accept)
        return JSONObject(start, strict, self._placed(scan, keys), None, None, keys)  # type: ignore[no-any-return]

    def _array(self, start: tuple[str, int], scan: Scan, *_: object) -> tuple[Any, int]:
        return JSONArray(start, self._placed(scan))  # type: ignore[no-any-return]

    def _placed(self, scan: Scan, keys: _Keys | None = None) -> Scan:
        def placed(text: str, index: int) -> tuple[Any, int]:
            if keys is not None and keys.refused:
                raise _Placed(index)
            try:
                value, end = scan(text, index)
                if not isinstance(value, dict | list):
                    self._accept(value)
            except json.JSONDecodeError:
                raise
            except ValueError as error:
                raise _Placed(index) from error
            return value, end

        return placed
