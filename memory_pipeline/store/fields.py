"""Taking typed values out of a stored mapping, YAML or JSON, with errors that name file, line and key."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any, TypeVar

from memory_pipeline.model.errors import InvalidInstant, StoredDataError
from memory_pipeline.model.instants import parse_instant
from memory_pipeline.store.keys import is_ulid
from memory_pipeline.store.yaml_text import Plain
from memory_pipeline.store.yaml_values import typed

Word = TypeVar("Word", bound=str)

LINE_BREAK = re.compile("[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_NUMBER = re.compile(r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?"
                      r"(?:Z|z|[+-][0-9]{2}:[0-9]{2})")  # fmt: skip


class Fields:
    """A mapping whose values are read by type. Every method raises `error` for a missing key or a wrong value."""

    def __init__(
        self,
        values: object,
        file: str,
        error: type[StoredDataError],
        lines: Mapping[str, int] | None = None,
        where: str = "",
    ) -> None:
        self._error = error
        self._file = file
        self._lines = lines or {}
        self._where = where
        if not isinstance(values, dict):
            raise error(f"{where or 'the document'} must be a mapping", file=file)
        self.values: dict[str, Any] = values

    def fault(self, key: str, problem: str) -> StoredDataError:
        """The error to raise about `key`."""
        return self._error(f"`{self._where}{key}` {problem}", file=self._file, line=self._lines.get(key))

    def known(self, keys: Iterable[str]) -> None:
        """Refuse keys outside `keys`, for documents in which an unknown key is a mistake."""
        for key in self.unknown(keys):
            raise self.fault(key, f"is not a key of this document; it has {', '.join(keys)}")

    def unknown(self, keys: Iterable[str]) -> list[str]:
        """The keys outside `keys`, in the order of the file."""
        wanted = frozenset(keys)
        return [key for key in self.values if key not in wanted]

    def get(self, key: str) -> Any:
        """The value as it stands."""
        try:
            return self.values[key]
        except KeyError:
            line = 1 if self._lines else None
            raise self._error(f"the key `{self._where}{key}` is missing", file=self._file, line=line) from None

    def text(self, key: str) -> str:
        """A string, as written."""
        value = self.get(key)
        if isinstance(value, Plain):
            if value == "":
                raise self.fault(key, "has no value; write '' for an empty text")
            return str(value)
        if not isinstance(value, str):
            raise self.fault(key, f"must be a text, not {_shown(value)}")
        return value

    def line(self, key: str) -> str:
        """A string of one line."""
        value = self.text(key)
        if LINE_BREAK.search(value):
            raise self.fault(key, "must stand in one line")
        return value

    def optional_text(self, key: str) -> str | None:
        """A string or null."""
        return None if typed(self.get(key)) is None else self.text(key)

    def choice(self, key: str, words: tuple[Word, ...]) -> Word:
        """One word of a closed set."""
        value = self.text(key)
        for word in words:
            if value == word:
                return word
        raise self.fault(key, f"is {_shown(value)}; it must be one of {', '.join(words)}")

    def optional_choice(self, key: str, words: tuple[Word, ...]) -> Word | None:
        """One word of a closed set, or null."""
        return None if typed(self.get(key)) is None else self.choice(key, words)

    def flag(self, key: str) -> bool:
        """true or false."""
        value = typed(self.get(key))
        if not isinstance(value, bool):
            raise self.fault(key, f"must be true or false, not {_shown(value)}")
        return value

    def count(self, key: str, least: int = 0) -> int:
        """A whole number of at least `least`."""
        value = typed(self.get(key))
        if type(value) is not int or value < least:
            raise self.fault(key, f"must be a whole number of at least {least}, not {_shown(value)}")
        return value

    def whole(self, key: str) -> int:
        """A whole number of any sign."""
        value = typed(self.get(key))
        if type(value) is not int:
            raise self.fault(key, f"must be a whole number, not {_shown(value)}")
        return value

    def optional_count(self, key: str, least: int = 0) -> int | None:
        """A whole number of at least `least`, or null."""
        return None if typed(self.get(key)) is None else self.count(key, least)

    def share(self, key: str) -> float:
        """A number from 0 to 1."""
        value = self.number(key)
        if not 0 <= value <= 1:
            raise self.fault(key, f"must be a number from 0 to 1, not {_shown(value)}")
        return value

    def number(self, key: str) -> float:
        """A finite number, not negative."""
        value = self.get(key)
        written = isinstance(value, Plain) and _NUMBER.fullmatch(value)
        if written or type(value) in (int, float):
            with contextlib.suppress(OverflowError):
                found = float(value)
                if 0 <= found < float("inf"):
                    return found
        raise self.fault(key, f"must be a number of at least 0, not {_shown(value)}")

    def instant(self, key: str) -> datetime:
        """An instant with offset, as UTC."""
        value = self.text(key)
        if not _INSTANT.fullmatch(value):
            raise self.fault(key, f"is {_shown(value)}; write an instant such as 2026-08-14T19:02:00Z")
        try:
            return parse_instant(value)
        except (InvalidInstant, OverflowError) as error:
            raise self.fault(key, f"is no instant: {error}") from error

    def optional_instant(self, key: str) -> datetime | None:
        """An instant or null."""
        return None if typed(self.get(key)) is None else self.instant(key)

    def day(self, key: str) -> date:
        """A calendar date `YYYY-MM-DD`."""
        value = self.text(key)
        try:
            if _DAY.fullmatch(value):
                return date.fromisoformat(value)
        except ValueError:
            pass
        raise self.fault(key, f"is {_shown(value)}; write a date such as 2026-09-17, or null")

    def optional_day(self, key: str) -> date | None:
        """A calendar date or null."""
        return None if typed(self.get(key)) is None else self.day(key)

    def ulid(self, key: str) -> str:
        """A ULID; it stays a string though it may look like a number."""
        return self._ulid(key, self.text(key))

    def optional_ulid(self, key: str) -> str | None:
        """A ULID or null."""
        return None if typed(self.get(key)) is None else self.ulid(key)

    def lines_of(self, key: str) -> tuple[str, ...]:
        """A list of strings of one line each, none blank."""
        for item in self.texts(key):
            if LINE_BREAK.search(item) or not item.strip():
                raise self.fault(key, "must hold texts of one line, none blank")
        return self.texts(key)

    def items(self, key: str) -> list[Any]:
        """A list."""
        value = self.get(key)
        if not isinstance(value, list):
            raise self.fault(key, f"must be a list, not {_shown(value)}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings."""
        for item in self.items(key):
            if not isinstance(item, str) or (isinstance(item, Plain) and item == ""):
                raise self.fault(key, f"must hold texts only, not {_shown(item)}")
        return tuple(str(item) for item in self.items(key))

    def ulids(self, key: str) -> tuple[str, ...]:
        """A list of ULIDs."""
        return tuple(self._ulid(key, text) for text in self.texts(key))

    def nested(self, key: str) -> Fields:
        """A mapping inside this one."""
        return self._inner(self.get(key), f"{self._where}{key}.", self._lines.get(key))

    def each(self, key: str) -> list[Fields]:
        """A list of mappings."""
        return [
            self._inner(item, f"{self._where}{key}[{place}].", self._lines.get(key))
            for place, item in enumerate(self.items(key))
        ]

    def with_value(self, key: str, value: object) -> Fields:
        """The same fields with another value under `key`."""
        return Fields({**self.values, key: value}, self._file, self._error, self._lines, self._where)

    def _inner(self, values: object, where: str, line: int | None) -> Fields:
        if not isinstance(values, dict):
            raise self._error(f"`{where[:-1]}` must be a mapping, not {_shown(values)}", file=self._file, line=line)
        lines = {} if line is None else dict.fromkeys(values, line)
        return Fields(values, self._file, self._error, lines, where)

    def _ulid(self, key: str, text: str) -> str:
        if not is_ulid(text):
            raise self.fault(key, f"is {_shown(text)}; it must be a ULID (26 characters, upper case)")
        return text


def _shown(value: object) -> str:
    text = repr(str(value) if isinstance(value, str) else value)
    return text if len(text) <= 60 else f"{text[:57]}..."
