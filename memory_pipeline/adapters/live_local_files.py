"""Files of a local folder that other programs append to without asking the store (contract section 15, *Memory log*).

A program that opened a file before it was replaced goes on writing into the replaced one. So the replaced file is
kept under a second name; what it has grown by is appended to the new one, at once and again when asked.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_WATCHED = 16
"""Replaced files of one name that are watched; one that still grows is always among them."""


class LateBytes:
    """The replaced files below one folder: each named `{name}.{bytes known}.{when}`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def kept(self, path: Path, name: str, known: int) -> Iterator[None]:
        """Keep the file that `path` is while it is replaced; `known` bytes of it were read."""
        self._folder.mkdir(parents=True, exist_ok=True)
        if path.exists():
            os.link(path, self._named(name, known))
        yield
        self.carry_over(path, name)

    def carry_over(self, path: Path, name: str) -> int:
        """Append to `path` what its replaced files have grown by; how many bytes."""
        carried = 0
        for kept in self._files(name):
            if path.exists() and kept.samefile(path):
                # The process died before it replaced the file: nothing was replaced.
                kept.unlink()
                continue
            known = int(kept.name.split(".")[-2])
            with kept.open("rb") as replaced:
                replaced.seek(known)
                late = replaced.read()
            if late:
                kept.replace(self._named(name, known + len(late)))
                _append(path, late)
                carried += len(late)
        for old in self._files(name)[:-_WATCHED]:
            old.unlink()
        return carried

    def drop(self, name: str) -> None:
        """Forget the replaced files of that name; what they grow by from now on is lost with the file itself."""
        for kept in self._files(name):
            kept.unlink(missing_ok=True)

    def _files(self, name: str) -> list[Path]:
        """The replaced files of that name, the one that was replaced or grew last at the end."""
        return sorted(self._folder.glob(f"{name}.*.*"), key=lambda kept: kept.name.rpartition(".")[2])

    def _named(self, name: str, known: int) -> Path:
        return self._folder / f"{name}.{known}.{time.time_ns():020}"


def _append(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        os.write(descriptor, data)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
