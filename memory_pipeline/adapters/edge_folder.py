"""Where the embedded engine's shards live, and who may touch them.

{root}/{family}/meta.json     which generation is valid, what made it, and the state of the files that it mirrors
{root}/{family}/points-{N}/   the shard of generation N; nothing writes to it once meta.json names it
{root}/{family}/lock          held while a generation is written or loaded
"""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import orjson

from memory_pipeline.model.errors import IndexUnavailable, InvalidFamilyKey
from memory_pipeline.model.refs import FAMILY_KEY

_POLL = 0.02


@dataclass(frozen=True, slots=True)
class Meta:
    """What meta.json says of the valid generation."""

    generation: int
    fingerprint: str
    state: str


class EdgeFolder:
    """One family's folder below the index root. Raises InvalidFamilyKey, so that no key leads out of the root."""

    def __init__(self, root: Path, family: str) -> None:
        if not FAMILY_KEY.fullmatch(family):
            raise InvalidFamilyKey(f"{family[:80]!r} is no family key")
        self.family = family
        self.path = root / family
        self._meta = self.path / "meta.json"

    def meta(self) -> Meta | None:
        """The valid generation; None where there is none, or its shard is lost."""
        try:
            found = orjson.loads(self._meta.read_bytes())
            meta = Meta(int(found["generation"]), str(found["fingerprint"]), str(found["state"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return meta if self.shard(meta.generation).is_dir() else None

    def shard(self, generation: int) -> Path:
        """The folder of a generation's shard."""
        return self.path / f"points-{generation}"

    def publish(self, meta: Meta) -> None:
        """Make a complete generation the valid one, in one replace, and delete all others."""
        fresh = self._meta.with_suffix(".new")
        fresh.write_bytes(
            orjson.dumps({"generation": meta.generation, "fingerprint": meta.fingerprint, "state": meta.state})
        )
        fresh.replace(self._meta)
        self._clear(keep=self.shard(meta.generation))

    def clear(self) -> None:
        """Delete every generation; the lock stays."""
        self._meta.unlink(missing_ok=True)
        self._clear(keep=None)

    @contextmanager
    def locked(self, patience: float) -> Iterator[None]:
        """Hold the family's lock. Raises IndexUnavailable after `patience` seconds, or where no lock can be made."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise self.unavailable(error) from error
        try:
            self._wait(handle, patience)
            yield
        finally:
            os.close(handle)

    def unavailable(self, error: Exception) -> IndexUnavailable:
        """Whatever the engine or the disk said: exact search can answer instead, and a reindex mends it."""
        mend = f"`memory-pipeline reindex {self.family}`"
        return IndexUnavailable(f"the index of {self.family} cannot be used ({error}); run {mend}", file=str(self.path))

    def _wait(self, handle: int, patience: float) -> None:
        give_up = time.monotonic() + patience
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                if time.monotonic() >= give_up:
                    raise IndexUnavailable(
                        f"the index of {self.family} is locked by another process; try again", file=str(self.path)
                    ) from error
                time.sleep(_POLL)
            else:
                return

    def _clear(self, keep: Path | None) -> None:
        for path in sorted(self.path.glob("points-*")):
            if path != keep:
                shutil.rmtree(path, ignore_errors=True)
