"""Sessions in our own JSON, one a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from memory_pipeline.importers.batch import (
    ImportBatch,
    ImportOptions,
    Record,
    batch_of,
    given_family,
    parse_json,
    read_bytes,
)
from memory_pipeline.model.errors import InputError, MalformedTranscript
from memory_pipeline.model.family import Family


def read(path: Path, *, family: Family | None, options: ImportOptions) -> ImportBatch:
    """One session a line; blank lines hold none. Raises MalformedTranscript for a file without any line."""
    owner = given_family(family, options)
    lines = read_bytes(path).split(b"\n")
    if not any(line.strip() for line in lines):
        raise MalformedTranscript("the file holds no session", file=str(path))
    return batch_of(owner, _records(lines, str(path)))


def _records(lines: list[bytes], file: str) -> Iterator[Record | InputError]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield Record(parse_json(line, file, number), file, number)
        except MalformedTranscript as error:
            yield error
