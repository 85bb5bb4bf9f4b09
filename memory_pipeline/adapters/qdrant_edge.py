"""The embedded default: Qdrant's own engine in this process, one shard a family (contract section 8).

    {root}/{family}/meta.json     which generation is valid, what made it, and the state of the files that it mirrors
    {root}/{family}/points-{N}/   the shard of generation N; nothing writes to it once meta.json names it
    {root}/{family}/lock          held while a generation is written or loaded

A shard of the engine cannot be shared between a writer and anybody else. So an update works on a copy, and meta.json
moves to it in one replace: nobody sees half an update, and a crash leaves the generation before. Who finds the family
locked is told so (IndexUnavailable) and searches exactly. The whole is a projection; losing it costs a `reindex`.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, NoReturn

import orjson
import qdrant_edge as engine

from memory_pipeline.adapters.edge_queries import as_filter, as_point, best, point_uuid, ulid_of
from memory_pipeline.model.errors import IndexMismatch, IndexUnavailable, InvalidFamilyKey
from memory_pipeline.model.refs import FAMILY_KEY
from memory_pipeline.ports.embedder import DIMENSIONS, Vectors
from memory_pipeline.ports.memory_index import Hit, IndexFilter, IndexPoint, SparseVector

_BATCH = 1000
_SHARDS_KEPT_OPEN = 4
_PATIENCE_OF_A_READER = 0.25
_INDEXED = (
    ("status", engine.PayloadSchemaType.Keyword),
    ("type", engine.PayloadSchemaType.Keyword),
    ("applies_to", engine.PayloadSchemaType.Keyword),
    ("valid_until", engine.PayloadSchemaType.Datetime),
)


class QdrantEdgeIndex:
    """Shards below `root`. `patience`: seconds that an update waits for another one before it gives up."""

    name = "qdrant-edge"
    keeps_points = True

    def __init__(self, root: Path, *, patience: float = 10.0) -> None:
        self._root = root
        self._patience = patience
        self._guard = Lock()
        self._shards: OrderedDict[Path, Any] = OrderedDict()

    def check(self, family: str, fingerprint: str) -> None:
        """Raises IndexMismatch when the family's points were made by another embedder."""
        made_by = self._meta(family).get("fingerprint", fingerprint)
        if made_by != fingerprint:
            raise IndexMismatch(
                f"the index was made by {made_by!r}, not by {fingerprint!r}; run `memory-pipeline reindex {family}`",
                file=str(self._folder(family)),
            )

    def state(self, family: str) -> str | None:
        """What the newest complete generation mirrors; None where there is none."""
        found: str | None = self._meta(family).get("state")
        return found

    @contextmanager
    def open(self, family: str) -> Iterator[None]:
        """Load the family's shard, if there is one; the calls inside find it open."""
        if self._meta(family):
            self._shard(family)
        yield

    def stored(self, family: str) -> Mapping[str, Mapping[str, Any]]:
        """Every point's payload by ULID, ascending; empty where there is no shard."""
        if not self._meta(family):
            return {}
        shard, found, offset = self._shard(family), {}, None
        try:
            while True:
                records, offset = shard.scroll(
                    engine.ScrollRequest(offset=offset, limit=_BATCH, with_payload=True, with_vector=False)
                )
                found |= {ulid_of(record.id): record.payload for record in records}
                if offset is None:
                    return dict(sorted(found.items()))
        except Exception as error:
            self._unavailable(family, error)

    def update(
        self, family: str, fingerprint: str, upserts: Sequence[IndexPoint], removals: Sequence[str], state: str
    ) -> None:
        """Write the next generation and make it the valid one. Raises IndexMismatch, and IndexUnavailable when locked."""
        with self._locked(family, self._patience):
            self.check(family, fingerprint)
            meta = self._meta(family)
            generation = int(meta.get("generation", 0)) + 1
            try:
                self._write(family, generation, upserts, removals, copied=bool(meta))
            except Exception as error:
                self._unavailable(family, error)
            self._put_meta(family, {"generation": generation, "fingerprint": fingerprint, "state": state})
            self._clear(family, keep=generation)

    def search_dense(self, family: str, vector: Vectors, wanted: IndexFilter, limit: int) -> Sequence[Hit]:
        """The nearest by cosine, best first. Raises IndexUnavailable where there is no shard."""
        return self._search(family, engine.Query.Nearest(vector.tolist(), using="dense"), wanted, limit)

    def search_sparse(self, family: str, vector: SparseVector, wanted: IndexFilter, limit: int) -> Sequence[Hit]:
        """The best by words, best first. Raises IndexUnavailable where there is no shard."""
        if not vector.indices:
            return ()
        words = engine.SparseVector(list(vector.indices), list(vector.values))
        return self._search(family, engine.Query.Nearest(words, using="words"), wanted, limit)

    def drop(self, family: str) -> None:
        """Delete the family's folder below the root. Raises IndexUnavailable while an update is on its way."""
        if self._folder(family).exists():
            with self._locked(family, self._patience):
                self._meta_file(family).unlink(missing_ok=True)
                self._clear(family, keep=None)

    def _search(self, family: str, query: Any, wanted: IndexFilter, limit: int) -> Sequence[Hit]:
        shard, chosen = self._shard(family), as_filter(wanted)

        def ask(count: int) -> list[Hit]:
            request = engine.QueryRequest(
                limit=count,
                query=query,
                filter=chosen,
                params=engine.SearchParams(exact=True),
                with_payload=False,
                with_vector=False,
            )
            return [Hit(ulid_of(point.id), point.score) for point in shard.query(request)]

        try:
            return best(ask, limit)
        except Exception as error:
            self._unavailable(family, error)

    def _shard(self, family: str) -> Any:
        """The valid generation, loaded. Loading touches files, so one process does it at a time."""
        shard = self._open_already(family)
        if shard is not None:
            return shard
        with self._locked(family, _PATIENCE_OF_A_READER):
            path = self._valid(family)
            if path is None:
                raise IndexUnavailable(f"no index of {family}; run `memory-pipeline reindex {family}`")
            try:
                shard = engine.EdgeShard.load(str(path))
            except Exception as error:
                self._unavailable(family, error)
        with self._guard:
            self._shards[path] = shard
            while len(self._shards) > _SHARDS_KEPT_OPEN:
                self._shards.popitem(last=False)
        return shard

    def _open_already(self, family: str) -> Any | None:
        path = self._valid(family)
        with self._guard:
            if path is None or path not in self._shards:
                return None
            self._shards.move_to_end(path)
            return self._shards[path]

    def _valid(self, family: str) -> Path | None:
        meta = self._meta(family)
        return self._generation(family, int(meta["generation"])) if meta else None

    def _write(
        self, family: str, generation: int, upserts: Sequence[IndexPoint], removals: Sequence[str], *, copied: bool
    ) -> None:
        path = self._generation(family, generation)
        shutil.rmtree(path, ignore_errors=True)
        if copied:
            shutil.copytree(self._generation(family, generation - 1), path)
            shard = engine.EdgeShard.load(str(path))
        else:
            shard = _created(path)
        for start in range(0, len(upserts), _BATCH):
            points = [as_point(point) for point in upserts[start : start + _BATCH]]
            shard.update(engine.UpdateOperation.upsert_points(points))
        if removals:
            shard.update(engine.UpdateOperation.delete_points([point_uuid(memory) for memory in removals]))
        shard.flush()
        shard.close()

    @contextmanager
    def _locked(self, family: str, patience: float) -> Iterator[None]:
        folder = self._folder(family)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            self._unavailable(family, error)
        try:
            self._wait_for(handle, family, patience)
            yield
        finally:
            os.close(handle)

    def _wait_for(self, handle: int, family: str, patience: float) -> None:
        give_up = time.monotonic() + patience
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= give_up:
                    raise IndexUnavailable(
                        f"the index of {family} is locked by another process; run `memory-pipeline reindex {family}` later"
                    ) from None
                time.sleep(0.02)
            else:
                return

    def _meta(self, family: str) -> dict[str, Any]:
        """meta.json where the generation it names is there, else nothing."""
        try:
            found = orjson.loads(self._meta_file(family).read_bytes())
            whole = isinstance(found, dict) and self._generation(family, int(found["generation"])).is_dir()
        except (OSError, ValueError, KeyError, TypeError):
            return {}
        return found if whole else {}

    def _put_meta(self, family: str, meta: Mapping[str, Any]) -> None:
        file = self._meta_file(family)
        fresh = file.with_suffix(".new")
        fresh.write_bytes(orjson.dumps(meta))
        fresh.replace(file)

    def _clear(self, family: str, keep: int | None) -> None:
        kept = None if keep is None else self._generation(family, keep)
        for path in sorted(self._folder(family).glob("points-*")):
            if path != kept:
                shutil.rmtree(path, ignore_errors=True)
        with self._guard:
            for path in [path for path in self._shards if path.parent == self._folder(family) and path != kept]:
                del self._shards[path]

    def _folder(self, family: str) -> Path:
        if not FAMILY_KEY.fullmatch(family):
            raise InvalidFamilyKey(f"{family[:80]!r} is no family key")
        return self._root / family

    def _meta_file(self, family: str) -> Path:
        return self._folder(family) / "meta.json"

    def _generation(self, family: str, generation: int) -> Path:
        return self._folder(family) / f"points-{generation}"

    def _unavailable(self, family: str, error: Exception) -> NoReturn:
        """The engine raises bare exceptions; whatever it was, exact search can answer instead."""
        raise IndexUnavailable(
            f"the index of {family} cannot be used ({error}); run `memory-pipeline reindex {family}`",
            file=str(self._folder(family)),
        ) from error


def _created(path: Path) -> Any:
    path.mkdir(parents=True)
    shard = engine.EdgeShard.create(
        str(path),
        engine.EdgeConfig(
            # Dot: on unit vectors it is the cosine, and the engine does not normalise (and round) them once more.
            vectors={"dense": engine.EdgeVectorParams(size=DIMENSIONS, distance=engine.Distance.Dot)},
            sparse_vectors={"words": engine.EdgeSparseVectorParams()},
            wal_enabled=False,
        ),
    )
    for name, kind in _INDEXED:
        shard.update(engine.UpdateOperation.create_field_index(name, kind))
    return shard
