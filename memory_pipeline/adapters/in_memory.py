"""An object store in a dictionary: for tests, dry runs and scratch stores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from threading import Lock

from memory_pipeline.adapters.object_keys import check_expectation, checked_key, checked_prefix, etag_of
from memory_pipeline.ports.object_store import UNCHANGED, Absent, ObjectEntry, StoredObject, Unchanged


class InMemoryObjects:
    """Keeps the ObjectStore promises between the threads of one process; nothing survives it."""

    def __init__(self, objects: dict[str, bytes] | None = None) -> None:
        self._lock = Lock()
        self._objects: dict[str, bytes] = {}
        for key, data in (objects or {}).items():
            self._objects[checked_key(key)] = data

    @property
    def location(self) -> str:
        """`memory:`, which no other process can reach."""
        return "memory:"

    def get(self, key: str) -> StoredObject | None:
        """The object, or None."""
        data = self._objects.get(checked_key(key))
        return None if data is None else StoredObject(data, etag_of(data))

    def get_if_changed(self, key: str, etag: str) -> StoredObject | Unchanged | None:
        """The object unless its etag is still `etag`."""
        found = self.get(key)
        return UNCHANGED if found is not None and found.etag == etag else found

    def get_many(self, keys: Iterable[str]) -> Iterator[tuple[str, StoredObject | None]]:
        """The objects in the order of `keys`."""
        for key in keys:
            yield key, self.get(key)

    def put(self, key: str, data: bytes, *, expect: str | Absent | None = None) -> str:
        """Write and return the new etag; PreconditionFailed where `expect` does not hold."""
        checked_key(key)
        with self._lock:
            present = self._objects.get(key)
            check_expectation(key, None if present is None else etag_of(present), expect)
            self._objects[key] = bytes(data)
        return etag_of(data)

    def delete(self, key: str) -> None:
        """Remove the object; nothing happens where there is none."""
        with self._lock:
            self._objects.pop(checked_key(key), None)

    def list(self, prefix: str) -> Iterator[ObjectEntry]:
        """Every object under `prefix` at the moment of the call, in key order."""
        checked_prefix(prefix)
        with self._lock:
            found = {key: data for key, data in self._objects.items() if key.startswith(prefix)}
        for key in sorted(found, key=str.encode):
            yield ObjectEntry(key, etag_of(found[key]), len(found[key]))

    def keys(self, prefix: str) -> Iterator[str]:
        """The keys under `prefix`, in key order."""
        return (entry.key for entry in self.list(prefix))

    def folders(self, prefix: str) -> Iterator[str]:
        """The names directly below `prefix` that hold objects, ascending."""
        below = (key.removeprefix(prefix).partition("/") for key in self.keys(prefix))
        return iter(sorted({name for name, slash, _ in below if slash}))

    def contents(self) -> dict[str, bytes]:
        """A copy of everything, for whole-store comparisons."""
        with self._lock:
            return dict(self._objects)
