"""MEMORY.md as a whole: header, items and whatever else stands there, byte for byte; and edits by content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory_pipeline.memory_log.headers import MEMORY_HEADER, header_length
from memory_pipeline.memory_log.items import Item, NoItem, read_item


@dataclass(frozen=True, slots=True)
class Append:
    """A new line at the end."""

    line: str


@dataclass(frozen=True, slots=True)
class Replace:
    """Another line in the place of `line`: a merged item, or the same one marked."""

    line: str
    by: str


@dataclass(frozen=True, slots=True)
class Remove:
    """The line goes; `keep` of its equals stay (1: exact duplicates of it go)."""

    line: str
    keep: int = 0


Edit = Append | Replace | Remove


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its end, what item it is, and where it stands in the file, from 1."""

    text: str
    item: Item | NoItem | None
    number: int


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """The file's bytes in their parts: `head` and `raw` lines with their ends make up the file."""

    head: bytes
    raw: tuple[bytes, ...]

    def lines(self) -> tuple[Line, ...]:
        """Every line behind the header."""
        first = self.head.count(b"\n") + 1
        texts = (text_of(raw) for raw in self.raw)
        return tuple(Line(text, read_item(text), number) for number, text in enumerate(texts, start=first))

    def items(self) -> tuple[tuple[str, Item], ...]:
        """Each item with its line, in the order of the file."""
        return tuple((line.text, line.item) for line in self.lines() if isinstance(line.item, Item))

    def data(self) -> bytes:
        """The file's bytes."""
        return self.head + b"".join(self.raw)


def read_memory_file(data: bytes | None) -> MemoryFile:
    """The parts of a MEMORY.md; the ten-line header alone where there is no file yet."""
    if not data:
        return MemoryFile(MEMORY_HEADER, ())
    split = data.split(b"\n")
    lines = [line + b"\n" for line in split[:-1]] + ([split[-1]] if split[-1] else [])
    length = header_length(lines, lambda line: read_item(text_of(line)) is not None)
    return MemoryFile(b"".join(lines[:length]), tuple(lines[length:]))


def edited(memory: MemoryFile, edits: Sequence[Edit]) -> MemoryFile:
    """The file after the edits. Edits are found by content, so that edits that were made already change nothing."""
    raw = list(memory.raw)
    end = b"\r\n" if memory.head.endswith(b"\r\n") else b"\n"
    head = memory.head if not memory.head or memory.head.endswith(b"\n") else memory.head + end
    for edit in edits:
        texts = [text_of(line) for line in raw]
        match edit:
            case Append(line):
                _append(raw, texts, line, end)
            case Replace(line, by):
                _replace(raw, texts, line, by, end)
            case Remove(line, keep):
                for place in reversed([place for place, text in enumerate(texts) if text == line][keep:]):
                    del raw[place]
    return MemoryFile(head, tuple(raw))


def folded(edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """The same edits without steps between: what is appended or replaced twice comes at once in its last form.

    So that edits that were made already, or in part, can be made again (see `edited`).
    """
    found: list[Edit] = []
    for edit in edits:
        place = next((place for place, earlier in enumerate(found) if _makes(earlier) == _takes(edit)), None)
        if place is None or not isinstance(edit, Replace):
            found.append(edit)
            continue
        earlier = found[place]
        found[place] = Replace(earlier.line, edit.by) if isinstance(earlier, Replace) else Append(edit.by)
    return tuple(found)


def _makes(edit: Edit) -> str | None:
    match edit:
        case Append(line):
            return line
        case Replace(_, by):
            return by
        case Remove():
            return None


def _takes(edit: Edit) -> str:
    return edit.line


def text_of(raw: bytes) -> str:
    """A line's text without its end; bytes that are no UTF-8 survive the way back."""
    return raw.decode("utf-8", "surrogateescape").rstrip("\r\n")


def _append(raw: list[bytes], texts: list[str], line: str, end: bytes) -> None:
    if line in texts:
        return
    if raw and not raw[-1].endswith(b"\n"):
        raw[-1] += end
    raw.append(_bytes(line) + end)


def _replace(raw: list[bytes], texts: list[str], line: str, by: str, end: bytes) -> None:
    """Once; a line that somebody else took away meanwhile leaves nothing to replace, so `by` is appended."""
    if by in texts:
        return
    if line in texts:
        place = texts.index(line)
        tail = raw[place][len(_bytes(line)) :]
        raw[place] = _bytes(by) + tail
    else:
        _append(raw, texts, by, end)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
