"""Many queries in one process: a line in, a JSON document a line out, in order (contract section 13)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from memory_pipeline.cli.errors import error_document
from memory_pipeline.model.errors import InvalidArgument

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def answered_lines(file: str, answer: Callable[[str], Any]) -> Iterator[Any]:
    """The answer to each line of `file` (`-`: stdin), an empty line included, so that the counts match.

    Lines end at a line feed and nowhere else. A line that is not UTF-8 is answered with an error document.
    Raises InvalidArgument where the file cannot be read.
    """
    for number, line in enumerate(_lines(file), start=1):
        try:
            query = line.decode("utf-8")
        except UnicodeDecodeError:
            yield error_document(InvalidArgument("the line is not UTF-8", file=file, line=number))
        else:
            yield answer(query)


def _lines(file: str) -> Iterator[bytes]:
    if file == "-":
        yield from _stripped(iter(sys.stdin.buffer))
        return
    try:
        with Path(file).open("rb") as stream:
            yield from _stripped(iter(stream))
    except OSError as error:
        raise InvalidArgument(f"the batch cannot be read: {error.strerror}", file=file) from error


def _stripped(lines: Iterator[bytes]) -> Iterator[bytes]:
    for number, line in enumerate(lines):
        whole = line.removesuffix(b"\n").removesuffix(b"\r")
        yield whole.removeprefix(_BYTE_ORDER_MARK) if number == 0 else whole
