"""Every file of one family removed, so that no writer brings one back (contract section 9 is forgetting; this is not).

The family is closed first, then its lease is held while the files go, family.yaml after the others and head.json last:
a writer that waits finds no family and gives up. What is written meanwhile outside the journal goes in the next round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory_pipeline.model.errors import Conflict, PreconditionFailed
from memory_pipeline.ports.object_store import ObjectEntry, ObjectStore
from memory_pipeline.store import keys
from memory_pipeline.store.head_file import leased, swap
from memory_pipeline.store.preparation import digest_of
from memory_pipeline.store.snapshot import read_head

_ROUNDS = 20
_HELD = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyFiles:
    """What lies below a family's prefix: files by folder, their bytes, and a digest of names and contents."""

    files: Mapping[str, int]
    size: int
    digest: str

    @property
    def number(self) -> int:
        """All files."""
        return sum(self.files.values())


def family_files(objects: ObjectStore, family: str) -> FamilyFiles:
    """One listing of a family; a family that is not there has no files."""
    entries = tuple(objects.list(keys.family_prefix(family)))
    folders = Counter(_folder(family, entry.key) for entry in entries)
    return FamilyFiles(
        files=dict(sorted(folders.items())),
        size=sum(entry.size for entry in entries),
        digest=digest_of("\n".join(f"{entry.key} {entry.etag}" for entry in entries).encode()),
    )


def erase_files(objects: ObjectStore, family: str, owner: str, now: datetime) -> int:
    """Remove every file of the family; how many went. Told again after a stop, it removes what is left.

    Raises Conflict where writers bring files back without end, StoreUnavailable.
    """
    gone = 0
    for _ in range(_ROUNDS):
        found = sorted(objects.list(keys.family_prefix(family)), key=lambda entry: _last(family, entry))
        if not found:
            return gone
        _hold(objects, family, owner, now)
        for entry in found:
            objects.delete(entry.key)
        gone += len(found)
    raise Conflict(f"{family}: something goes on writing its files; stop it and erase again")


def _hold(objects: ObjectStore, family: str, owner: str, now: datetime) -> None:
    """Take the lease, whoever has it: its change, if one is under way, is erased with the rest."""
    seen = read_head(objects, family)
    if isinstance(seen.etag, str):
        try:
            swap(objects, family, seen, leased(seen.head, owner, now + _HELD))
        except PreconditionFailed:
            _hold(objects, family, owner, now)


def _last(family: str, entry: ObjectEntry) -> tuple[int, str]:
    """head.json goes last, family.yaml before it."""
    order = {keys.family_key(family): 1, keys.head_key(family): 2}
    return order.get(entry.key, 0), entry.key


def _folder(family: str, key: str) -> str:
    """The folder below the family's, or the name of a file that lies directly in it."""
    return key.removeprefix(keys.family_prefix(family)).partition("/")[0]
