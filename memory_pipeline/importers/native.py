"""Sessions in our own JSON (contract section 3): one file, or every `*.json` of a folder by name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from memory_pipeline.importers.batch import ImportBatch, ImportOptions, Record, batch_of, given_family, read_json
from memory_pipeline.model.errors import InputError, MalformedTranscript
from memory_pipeline.model.family import Family


def read(path: Path, *, family: Family | None, options: ImportOptions) -> ImportBatch:
    """One session a file. Raises MalformedTranscript for a file that is no JSON and a folder without any."""
    owner = given_family(family, options)
    if path.is_dir():
        return batch_of(owner, _folder(path))
    return batch_of(owner, [Record(read_json(path), str(path))])


def _folder(path: Path) -> Iterator[Record | InputError]:
    files = sorted(file for file in path.glob("*.json") if file.is_file())
    if not files:
        raise MalformedTranscript("the folder holds no *.json file", file=str(path))
    for file in files:
        try:
            yield Record(read_json(file), str(file))
        except MalformedTranscript as error:
            yield error
