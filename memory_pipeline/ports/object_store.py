"""Keys and bytes with etag preconditions: the only way to the truth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredObject:
    """An object's bytes and the etag that names exactly these bytes."""

    data: bytes
    etag: str


@dataclass(frozen=True, slots=True)
class ObjectEntry:
    """A listed object. `size` in bytes."""

    key: str
    etag: str
    size: int


class Unchanged(Enum):
    """The answer to a conditional read when nothing changed."""

    UNCHANGED = "unchanged"


class Absent(Enum):
    """The precondition that the object does not exist yet."""

    ABSENT = "absent"


UNCHANGED = Unchanged.UNCHANGED
ABSENT = Absent.ABSENT


class ObjectStore(Protocol):
    """One root of keys. A key is relative, `/`-separated, without `..`, empty or dot segments (else InvalidKey).

    Every method raises StoreUnavailable when the store does not answer after the adapter's own retries.
    Writes are atomic: a reader sees the old bytes or the new ones.
    """

    @property
    def location(self) -> str:
        """Where the root is, for people: an absolute folder or an s3:// address."""
        ...

    def get(self, key: str) -> StoredObject | None:
        """The object, or None where there is none."""
        ...

    def get_if_changed(self, key: str, etag: str) -> StoredObject | Unchanged | None:
        """The object unless its etag is still `etag`."""
        ...

    def get_many(self, keys: Iterable[str]) -> Iterator[tuple[str, StoredObject | None]]:
        """The objects in the order of `keys`, read with bounded parallelism where that helps."""
        ...

    def put(self, key: str, data: bytes, *, expect: str | Absent | None = None) -> str:
        """Write; return the new etag. `expect`: the etag that must be there, or ABSENT; else PreconditionFailed."""
        ...

    def delete(self, key: str) -> None:
        """Remove the object; nothing happens where there is none."""
        ...

    def list(self, prefix: str) -> Iterator[ObjectEntry]:
        """Every object whose key starts with `prefix`, in key order (by UTF-8 bytes)."""
        ...

    def keys(self, prefix: str) -> Iterator[str]:
        """The keys alone, in key order: what `list` gives without looking into any object."""
        ...

    def folders(self, prefix: str) -> Iterator[str]:
        """The names directly below `prefix` (which ends in `/`) that hold objects, ascending; not what is in them."""
        ...
