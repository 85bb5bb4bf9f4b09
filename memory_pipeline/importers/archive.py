"""An export as a program hands it out: one file, a folder, or a zip of them, read file by file."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from zipfile import BadZipFile, ZipFile, is_zipfile

from memory_pipeline.model.errors import MalformedTranscript


@dataclass(frozen=True, slots=True)
class Archive:
    """The files of an export by `/`-separated name, ascending; `place` names one of them in an error."""

    file: str
    names: tuple[str, ...]
    _open: Callable[[str], IO[bytes]]

    @contextmanager
    def opened(self, name: str) -> Iterator[IO[bytes]]:
        """One file's bytes as a stream. Raises MalformedTranscript where they cannot be read to the end."""
        try:
            with self._opened(name) as stream:
                yield stream
        except (OSError, BadZipFile, EOFError, zlib.error) as error:
            raise MalformedTranscript(f"cannot be read: {error}", file=self.place(name)) from error

    def _opened(self, name: str) -> IO[bytes]:
        try:
            return self._open(name)
        except (NotImplementedError, RuntimeError) as error:  # what zipfile says of a method or a lock it cannot open
            raise MalformedTranscript(f"cannot be opened: {error}", file=self.place(name)) from error

    def place(self, name: str) -> str:
        """The file's name for a person: path, or the archive's path with the name inside."""
        return self.file if name == "" else f"{self.file}/{name}"


@contextmanager
def archive(path: Path) -> Iterator[Archive]:
    """Open an export. A single file has one name, the empty one. Raises MalformedTranscript where nothing is there."""
    if path.is_dir():
        names = (file.relative_to(path).as_posix() for file in path.rglob("*") if file.is_file())
        yield Archive(str(path), tuple(sorted(names)), lambda name: (path / name).open("rb"))
    elif path.is_file() and is_zipfile(path):
        with _zip(path) as opened:
            names = (entry.filename for entry in opened.infolist() if not entry.is_dir())
            yield Archive(str(path), tuple(sorted(names)), opened.open)
    else:
        yield Archive(str(path), ("",), lambda _: path.open("rb"))


def _zip(path: Path) -> ZipFile:
    try:
        return ZipFile(path)
    except (BadZipFile, OSError) as error:
        raise MalformedTranscript(f"a broken zip file: {error}; export it again", file=str(path)) from error
