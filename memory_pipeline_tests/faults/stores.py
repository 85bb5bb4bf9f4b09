"""Object stores that fail on purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from memory_pipeline.ports.object_store import Absent, ObjectEntry, ObjectStore, StoredObject, Unchanged

Answer = TypeVar("Answer")


class Killed(BaseException):
    """The process dies here; nothing after it runs, and no handler of errors sees it."""


class Interrupting:
    """Passes everything on; `before` and `after` are called around each operation with its number, from 1."""

    def __init__(
        self,
        inner: ObjectStore,
        before: Callable[[int, str], None] = lambda *_: None,
        after: Callable[[int, str], None] = lambda *_: None,
    ) -> None:
        self.inner = inner
        self.operations = 0
        self._before = before
        self._after = after

    @property
    def location(self) -> str:
        return self.inner.location

    def get(self, key: str) -> StoredObject | None:
        return self._around("get", lambda: self.inner.get(key))

    def get_if_changed(self, key: str, etag: str) -> StoredObject | Unchanged | None:
        return self._around("get", lambda: self.inner.get_if_changed(key, etag))

    def get_many(self, keys: Iterable[str]) -> Iterator[tuple[str, StoredObject | None]]:
        return self._around("get", lambda: self.inner.get_many(keys))

    def put(self, key: str, data: bytes, *, expect: str | Absent | None = None) -> str:
        return self._around("put", lambda: self.inner.put(key, data, expect=expect))

    def delete(self, key: str) -> None:
        return self._around("put", lambda: self.inner.delete(key))

    def list(self, prefix: str) -> Iterator[ObjectEntry]:
        return self._around("get", lambda: self.inner.list(prefix))

    def keys(self, prefix: str) -> Iterator[str]:
        return self._around("get", lambda: self.inner.keys(prefix))

    def folders(self, prefix: str) -> Iterator[str]:
        return self._around("get", lambda: self.inner.folders(prefix))

    def _around(self, name: str, call: Callable[[], Answer]) -> Answer:
        self.operations += 1
        number = self.operations
        self._before(number, name)
        answer = call()
        self._after(number, name)
        return answer


class BeforePut(Interrupting):
    """Runs `action` once, just before the `nth` write of a key that ends in `suffix`: another party acts meanwhile."""

    def __init__(self, inner: ObjectStore, suffix: str, action: Callable[[], object], nth: int = 1) -> None:
        super().__init__(inner)
        self._suffix = suffix
        self._action = action
        self._left = nth

    def put(self, key: str, data: bytes, *, expect: str | Absent | None = None) -> str:
        if key.endswith(self._suffix):
            self._left -= 1
            if self._left == 0:
                self._action()
        return super().put(key, data, expect=expect)
