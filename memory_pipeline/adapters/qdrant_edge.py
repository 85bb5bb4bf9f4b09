"""The embedded default: Qdrant's own engine in this process, one shard a family (contract section 8).

A writer shares a shard of the engine with nobody. So an update works on a copy, and one replace makes it the valid
one: nobody sees half an update, and a crash leaves the generation before. A shard is loaded under the family's lock,
briefly; who finds it locked is told so (IndexUnavailable) and searches exactly. Losing the folder costs a `reindex`.
"""

from __future__ import annotations

import shutil
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

import qdrant_edge as engine

from memory_pipeline.adapters.edge_folder import EdgeFolder, Meta
from memory_pipeline.adapters.edge_queries import as_filter, as_point
from memory_pipeline.adapters.qdrant_points import best, point_uuid, ulid_of
from memory_pipeline.model.errors import IndexMismatch, IndexUnavailable
from memory_pipeline.ports.embedder import DIMENSIONS, Vectors
from memory_pipeline.ports.memory_index import Hit, IndexFilter, IndexPoint, SparseVector

_BATCH = 1000
_SHARDS_KEPT_OPEN = 4
_INDEXED = (
    ("status", engine.PayloadSchemaType.Keyword),
    ("type", engine.PayloadSchemaType.Keyword),
    ("applies_to", engine.PayloadSchemaType.Keyword),
    ("valid_until", engine.PayloadSchemaType.Datetime),
)


class QdrantEdgeIndex:
    """Shards below `root`. How long the lock is waited for, in seconds: `writing` to update, `reading` to load."""

    name = "qdrant-edge"
    keeps_points = True

    def __init__(self, root: Path, *, writing: float = 10.0, reading: float = 0.25) -> None:
        self._root = root
        self._writing = writing
        self._reading = reading
        self._guard = Lock()
        self._shards: OrderedDict[Path, Any] = OrderedDict()

    def check(self, family: str, fingerprint: str) -> None:
        """Raises IndexMismatch when the family's points were made by another embedder."""
        folder = EdgeFolder(self._root, family)
        meta = folder.meta()
        if meta is not None and meta.fingerprint != fingerprint:
            raise IndexMismatch(
                f"the index was made by {meta.fingerprint!r}, not by {fingerprint!r}; "
                f"run `memory-pipeline reindex {family}`",
                file=str(folder.path),
            )

    def state(self, family: str) -> str | None:
        """What the newest complete generation mirrors; None where there is none."""
        meta = EdgeFolder(self._root, family).meta()
        return None if meta is None else meta.state

    @contextmanager
    def open(self, family: str) -> Iterator[None]:
        """Load the family's shard, if there is one; the calls inside find it loaded."""
        folder = EdgeFolder(self._root, family)
        if folder.meta() is not None:
            self._shard(folder)
        yield

    def stored(self, family: str) -> Mapping[str, Mapping[str, Any]]:
        """Every point's payload by ULID, ascending; empty where there is no shard."""
        folder = EdgeFolder(self._root, family)
        if folder.meta() is None:
            return {}
        shard, found, offset = self._shard(folder), dict[str, Mapping[str, Any]](), None
        try:
            while True:
                request = engine.ScrollRequest(offset=offset, limit=_BATCH, with_payload=True, with_vector=False)
                records, offset = shard.scroll(request)
                found |= {ulid_of(record.id): record.payload for record in records}
                if offset is None:
                    return dict(sorted(found.items()))
        except Exception as error:  # the engine raises bare exceptions
            raise folder.unavailable(error) from error

    def update(
        self, family: str, fingerprint: str, upserts: Sequence[IndexPoint], removals: Sequence[str], state: str
    ) -> None:
        """Write the next generation and make it the valid one. Raises IndexMismatch, and IndexUnavailable if locked."""
        folder = EdgeFolder(self._root, family)
        with folder.locked(self._writing):
            self.check(family, fingerprint)
            before = folder.meta()
            generation = 1 if before is None else before.generation + 1
            source = None if before is None else folder.shard(before.generation)
            try:
                _write(folder.shard(generation), source, upserts, removals)
                folder.publish(Meta(generation, fingerprint, state))
            except Exception as error:
                raise folder.unavailable(error) from error

    def search_dense(self, family: str, vector: Vectors, wanted: IndexFilter, limit: int) -> Sequence[Hit]:
        """The nearest by cosine, best first. Raises IndexUnavailable where there is no shard."""
        return self._search(family, engine.Query.Nearest(vector.tolist(), using="dense"), wanted, limit)

    def search_sparse(self, family: str, vector: SparseVector, wanted: IndexFilter, limit: int) -> Sequence[Hit]:
        """The best by words, best first. Raises IndexUnavailable where there is no shard."""
        words = engine.SparseVector([*vector.indices], [*vector.values])
        return self._search(family, engine.Query.Nearest(words, using="words"), wanted, limit)

    def drop(self, family: str) -> None:
        """Delete the family's shard. Raises IndexUnavailable while another process writes it."""
        folder = EdgeFolder(self._root, family)
        if folder.path.exists():
            with folder.locked(self._writing):
                folder.clear()

    def _search(self, family: str, query: Any, wanted: IndexFilter, limit: int) -> Sequence[Hit]:
        folder = EdgeFolder(self._root, family)
        shard, conditions = self._shard(folder), as_filter(wanted)

        def ask(count: int) -> list[Hit]:
            request = engine.QueryRequest(
                limit=count, query=query, filter=conditions, params=engine.SearchParams(exact=True)
            )
            return [Hit(ulid_of(point.id), point.score) for point in shard.query(request)]

        try:
            return best(ask, limit)
        except Exception as error:
            raise folder.unavailable(error) from error

    def _shard(self, folder: EdgeFolder) -> Any:
        """The valid generation. One that is loaded may be asked without the lock: nothing writes to it any more."""
        with self._guard:
            return self._known(folder) or self._load(folder)

    def _known(self, folder: EdgeFolder) -> Any | None:
        meta = folder.meta()
        return None if meta is None else self._shards.get(folder.shard(meta.generation))

    def _load(self, folder: EdgeFolder) -> Any:
        """Loading touches the shard's files, so one process does it at a time."""
        with folder.locked(self._reading):
            meta = folder.meta()
            if meta is None:
                raise IndexUnavailable(f"no index of {folder.family}; run `memory-pipeline reindex {folder.family}`")
            path = folder.shard(meta.generation)
            try:
                shard = engine.EdgeShard.load(str(path))
            except Exception as error:
                raise folder.unavailable(error) from error
        for old in [known for known in self._shards if known.parent == path.parent]:
            del self._shards[old]
        self._shards[path] = shard
        while len(self._shards) > _SHARDS_KEPT_OPEN:
            self._shards.popitem(last=False)
        return shard


def _write(path: Path, source: Path | None, upserts: Sequence[IndexPoint], removals: Sequence[str]) -> None:
    """A new shard at `path`: a copy of `source`, if there is one, with the difference applied."""
    shutil.rmtree(path, ignore_errors=True)
    if source is None:
        shard = _created(path)
    else:
        shutil.copytree(source, path)
        shard = engine.EdgeShard.load(str(path))
    for start in range(0, len(upserts), _BATCH):
        points = [as_point(point) for point in upserts[start : start + _BATCH]]
        shard.update(engine.UpdateOperation.upsert_points(points))
    if removals:
        shard.update(engine.UpdateOperation.delete_points([point_uuid(memory) for memory in removals]))
    shard.flush()
    shard.close()


def _created(path: Path) -> Any:
    path.mkdir(parents=True)
    config = engine.EdgeConfig(
        # Dot: on unit vectors it is the cosine, and the engine does not normalise (and round) them once more.
        vectors={"dense": engine.EdgeVectorParams(size=DIMENSIONS, distance=engine.Distance.Dot)},
        sparse_vectors={"words": engine.EdgeSparseVectorParams()},
        wal_enabled=False,
    )
    shard = engine.EdgeShard.create(str(path), config)
    for name, kind in _INDEXED:
        shard.update(engine.UpdateOperation.create_field_index(name, kind))
    return shard
