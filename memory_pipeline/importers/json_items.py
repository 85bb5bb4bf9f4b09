"""The items of a JSON array one by one: an export of any size costs the memory of its largest conversation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO

from memory_pipeline.model.errors import MalformedTranscript

_CHUNK = 1 << 20
_STRUCTURE = re.compile(rb'["{}\[\]]')
_STRING_EDGE = re.compile(rb'["\\]')
_SCALAR_EDGE = re.compile(rb'[",\]]')
_NO_BLANK = re.compile(rb"[^ \t\r\n]")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def items(stream: IO[bytes], file: str) -> Iterator[tuple[bytes, int]]:
    """Each item's bytes and the line in which it begins; a lone object is its own only item.

    Raises MalformedTranscript for anything else, and where the file ends before the array does.
    """
    scan = _Scan(stream, file)
    opening = scan.peek()
    if opening == b"{":
        yield scan.value()
    elif opening == b"[":
        scan.take()
        yield from _inside(scan)
    else:
        raise scan.fault("neither a JSON array nor an object" if opening else "the file is empty")
    if scan.peek():
        raise scan.fault("something stands behind the end of the JSON")


def _inside(scan: _Scan) -> Iterator[tuple[bytes, int]]:
    if scan.peek() == b"]":
        scan.take()
        return
    while True:
        yield scan.value()
        edge = scan.peek()
        if edge not in (b",", b"]"):
            raise scan.fault("broken JSON: expected , or ] after an item") if edge else scan.cut_off()
        scan.take()
        if edge == b"]":
            return


class _Scan:
    """A stream with what was read of it; `_at` is where the unused part begins."""

    def __init__(self, stream: IO[bytes], file: str) -> None:
        self._stream, self._file = stream, file
        self._data, self._at = b"", 0
        self._line = 1
        while len(self._data) < len(_BYTE_ORDER_MARK) and self._more():
            pass
        if self._data.startswith(_BYTE_ORDER_MARK):
            self._at = len(_BYTE_ORDER_MARK)

    def peek(self) -> bytes:
        """The next byte that is no blank; empty at the end."""
        while True:
            found = _NO_BLANK.search(self._data, self._at)
            edge = found.start() if found else len(self._data)
            self._line += self._data.count(b"\n", self._at, edge)
            self._at = edge
            if found:
                return found.group()
            if not self._more():
                return b""

    def take(self) -> None:
        """Step over the byte that was peeked at."""
        self._at += 1

    def value(self) -> tuple[bytes, int]:
        """The next value's bytes and its line."""
        opening = self.peek()
        if not opening:
            raise self.cut_off()
        if self._at > _CHUNK:
            self._data, self._at = self._data[self._at :], 0
        end = self._nested_end() if opening in (b"{", b"[") else self._scalar_end()
        value, line = self._data[self._at : end], self._line
        self._line += value.count(b"\n")
        self._at = end
        return value, line

    def fault(self, problem: str) -> MalformedTranscript:
        return MalformedTranscript(problem, file=self._file, line=self._line)

    def cut_off(self) -> MalformedTranscript:
        return self.fault("the file ends in the middle of this item; nothing of it comes in, export it again")

    def _nested_end(self) -> int:
        depth, at = 0, self._at
        while True:
            found = _STRUCTURE.search(self._data, at)
            if found is None:
                at = len(self._data)
                self._need_more()
            elif found.group() == b'"':
                at = self._string_end(found.end())
            else:
                at = found.end()
                depth += 1 if found.group() in (b"{", b"[") else -1
                if depth == 0:
                    return at

    def _string_end(self, at: int) -> int:
        while True:
            found = _STRING_EDGE.search(self._data, at)
            if found is None:
                at = max(at, len(self._data))
                self._need_more()
            elif found.group() == b'"':
                return found.end()
            else:
                at = found.end() + 1

    def _scalar_end(self) -> int:
        at = self._at
        while True:
            found = _SCALAR_EDGE.search(self._data, at)
            if found is None:
                at = len(self._data)
                self._need_more()
            elif found.group() == b'"':
                at = self._string_end(found.end())
            else:
                return found.start()

    def _need_more(self) -> None:
        if not self._more():
            raise self.cut_off()

    def _more(self) -> bool:
        chunk = self._stream.read(_CHUNK)
        self._data += chunk
        return bool(chunk)
