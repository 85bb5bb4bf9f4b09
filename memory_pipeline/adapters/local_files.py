"""An object store in a folder: the default, and a plain tree of files that people and tools can read.

Beside the visible tree the root holds `.store/`: temporary files before they are moved into place, and the lock
files of conditional writes. Nothing of it is ever listed, so a family's folder holds its files and nothing else.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from memory_pipeline.adapters.live_local_files import LateBytes
from memory_pipeline.adapters.object_keys import check_expectation, checked_key, checked_prefix, etag_of
from memory_pipeline.model.errors import InvalidKey, StoreUnavailable
from memory_pipeline.ports.object_store import UNCHANGED, Absent, ObjectEntry, StoredObject, Unchanged

_PRIVATE = ".store"
_STALE_SECONDS = 3600
_NO_SUCH_FILE = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR)
_UNUSABLE_NAME = (errno.ENAMETOOLONG, errno.ELOOP, errno.ENOTDIR, errno.EISDIR, errno.EEXIST)


class LocalFiles:
    """Keys as paths below `root`: atomic, durable writes; conditional ones exclude each other between processes.

    `fsync=False` gives durability up and is for tests only.
    """

    def __init__(self, root: Path | str, *, fsync: bool = True) -> None:
        self._root = Path(os.path.realpath(root))
        self._fsync = fsync
        self._swept = False
        self._late = LateBytes(self._root / _PRIVATE / "late")

    @property
    def location(self) -> str:
        """The root's absolute path."""
        return str(self._root)

    def get(self, key: str) -> StoredObject | None:
        """The file's bytes, or None. StoreUnavailable names a file that cannot be read."""
        return _read(self._path(key))

    def get_if_changed(self, key: str, etag: str) -> StoredObject | Unchanged | None:
        """The object unless its etag is still `etag`."""
        found = self.get(key)
        return UNCHANGED if found is not None and found.etag == etag else found

    def get_many(self, keys: Iterable[str]) -> Iterator[tuple[str, StoredObject | None]]:
        """The objects in the order of `keys`; a local disk gains nothing from threads.

        A folder is followed through its links once for all of its files.
        """
        inside: set[str] = set()
        for key in keys:
            folder, path = key.rpartition("/")[0], self._root / key
            if folder in inside and checked_key(key) and not path.is_symlink():
                yield key, _read(path)
                continue
            yield key, _read(self._path(key))
            if not path.is_symlink():
                inside.add(folder)

    def put(self, key: str, data: bytes, *, expect: str | Absent | None = None) -> str:
        """Write atomically and return the new etag. PreconditionFailed, or StoreUnavailable on a full disk."""
        path = self._path(key)
        try:
            with self._locked(key):
                if expect is not None:
                    present = self.get(key)
                    check_expectation(key, present.etag if present else None, expect)
                self._replace(path, data)
        except OSError as error:
            raise _translated(error, path) from error
        return etag_of(data)

    def put_live(self, key: str, data: bytes, *, expect: str | Absent) -> str:
        """Write as `put` does; what another program appended to the replaced file since it was read is carried over."""
        path = self._path(key)
        try:
            with self._locked(key):
                present = self.get(key)
                check_expectation(key, present.etag if present else None, expect)
                with self._late.kept(path, _digest(key), len(present.data) if present else 0):
                    self._replace(path, data)
        except OSError as error:
            raise _translated(error, path) from error
        return etag_of(data)

    def settle_live(self, key: str) -> int:
        """Carry over what was appended to replaced files of `key` since; how many bytes."""
        path = self._path(key)
        try:
            with self._locked(key):
                return self._late.carry_over(path, _digest(key))
        except OSError as error:
            raise _translated(error, path) from error

    def delete(self, key: str) -> None:
        """Remove the file and what is kept of replaced ones; nothing happens where there is none."""
        path = self._path(key)
        try:
            with self._locked(key):
                self._late.drop(_digest(key))
                path.unlink(missing_ok=True)
                self._sync_folder(path.parent)
        except OSError as error:
            if error.errno not in _NO_SUCH_FILE:
                raise _translated(error, path) from error

    def list(self, prefix: str) -> Iterator[ObjectEntry]:
        """Every file under `prefix`, in key order; one that vanishes meanwhile is left out."""
        for key in self.keys(prefix):
            found = self.get(key)
            if found is not None:
                yield ObjectEntry(key, found.etag, len(found.data))

    def keys(self, prefix: str) -> Iterator[str]:
        """Every key under `prefix`, in key order; no file is opened."""
        folder = checked_prefix(prefix).rpartition("/")[0]
        base = self._path(folder) if folder else self._root
        return iter(sorted((key for key in self._keys_below(base) if key.startswith(prefix)), key=str.encode))

    def folders(self, prefix: str) -> Iterator[str]:
        """The sub-folders of the folder `prefix`, ascending; no more than that one folder is read."""
        folder = self._path(checked_prefix(prefix).rstrip("/")) if prefix else self._root
        try:
            names = [entry.name for entry in os.scandir(folder) if entry.is_dir() and self._is_inside(Path(entry))]
            return iter(sorted(name for name in names if prefix or name != _PRIVATE))
        except FileNotFoundError:
            return iter(())
        except OSError as error:
            raise _translated(error, folder) from error

    def _path(self, key: str) -> Path:
        if checked_key(key).partition("/")[0] == _PRIVATE:
            raise InvalidKey(f"{key[:120]!r}: {_PRIVATE}/ belongs to the store itself")
        path = self._root / key
        if not self._is_inside(path):
            raise InvalidKey(f"{key[:120]!r} leads out of {self._root} through a symbolic link")
        return path

    def _is_inside(self, path: Path) -> bool:
        real = os.path.realpath(path)
        return real.startswith(f"{self._root}{os.sep}")

    def _keys_below(self, base: Path) -> Iterator[str]:
        for folder, folders, names in os.walk(base, onerror=_raise_unreadable):
            if Path(folder) == self._root and _PRIVATE in folders:
                folders.remove(_PRIVATE)
            for name in names:
                path = Path(folder, name)
                if not path.is_symlink() or self._is_inside(path):
                    yield path.relative_to(self._root).as_posix()

    @contextmanager
    def _locked(self, key: str) -> Iterator[None]:
        stripe = _digest(key)[:2]
        locks = self._root / _PRIVATE / "locks"
        locks.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(locks / stripe, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    def _replace(self, path: Path, data: bytes) -> None:
        folder = self._root / _PRIVATE / "tmp"
        folder.mkdir(parents=True, exist_ok=True)
        temporary = folder / secrets.token_hex(16)
        try:
            self._write(temporary, data)
            self._make_folder(path.parent)
            temporary.replace(path)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise
        self._sync_folder(path.parent)

    def _write(self, temporary: Path, data: bytes) -> None:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            if self._fsync:
                os.fsync(file.fileno())
            if not self._swept:
                self._swept = True
                _sweep(temporary.parent, os.fstat(file.fileno()).st_mtime - _STALE_SECONDS)

    def _make_folder(self, folder: Path) -> None:
        missing = []
        while not folder.is_dir():
            missing.append(folder)
            folder = folder.parent
        for made in reversed(missing):
            made.mkdir(exist_ok=True)
            self._sync_folder(made.parent)

    def _sync_folder(self, folder: Path) -> None:
        if not self._fsync:
            return
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _read(path: Path) -> StoredObject | None:
    try:
        data = path.read_bytes()
    except OSError as error:
        if error.errno in _NO_SUCH_FILE:
            return None
        raise _translated(error, path) from error
    return StoredObject(data, etag_of(data))


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def _sweep(folder: Path, oldest: float) -> None:
    """Remove what killed writers left behind; ages are told by the file system's own clock."""
    for leftover in folder.iterdir():
        with suppress(FileNotFoundError):
            if leftover.stat().st_mtime < oldest:
                leftover.unlink()


def _raise_unreadable(error: OSError) -> None:
    if error.errno not in _NO_SUCH_FILE:
        raise _translated(error, Path(error.filename)) from error


def _translated(error: OSError, path: Path) -> InvalidKey | StoreUnavailable:
    if error.errno in _UNUSABLE_NAME:
        return InvalidKey(f"the path cannot be used: {error.strerror}", file=str(path))
    return StoreUnavailable(
        f"{error.strerror or error}; free space or mend the permissions, then try again", file=str(path)
    )
