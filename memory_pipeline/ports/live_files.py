"""Replacing a file that other programs hold open and append to: what only a local file system can do."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from memory_pipeline.ports.object_store import Absent


@runtime_checkable
class LiveFiles(Protocol):
    """An object store whose files other programs append to without asking it.

    Whoever opened the file before it was replaced still writes into the replaced one; those bytes are carried over.
    """

    def put_live(self, key: str, data: bytes, *, expect: str | Absent) -> str:
        """Write as `put` does, and carry over what was appended to the replaced file since it was read."""
        ...

    def settle_live(self, key: str) -> int:
        """Carry over what was appended to replaced files of `key` since then; how many bytes."""
        ...
