"""A Qdrant server: one collection for all families, with `family` as its tenant key (contract section 8).

Beside a family's points stands one point without vectors and without a `family` key. It says what made the points and
which state of the files they mirror; while an update is under way it mirrors nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from qdrant_client import QdrantClient, models
from qdrant_client.http.exceptions import ApiException

from memory_pipeline.adapters.qdrant_points import best, point_uuid, ulid_of
from memory_pipeline.adapters.qdrant_server_queries import as_filter, as_point, of_family
from memory_pipeline.model.errors import IndexMismatch, IndexUnavailable
from memory_pipeline.ports.embedder import DIMENSIONS, Vectors
from memory_pipeline.ports.memory_index import Hit, IndexFilter, IndexPoint, SparseVector

COLLECTION = "memories"
_BATCH = 500
_EXACT = models.SearchParams(exact=True)
_INDEXED: tuple[tuple[str, Any], ...] = (
    ("family", models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, is_tenant=True)),
    ("status", models.PayloadSchemaType.KEYWORD),
    ("type", models.PayloadSchemaType.KEYWORD),
    ("applies_to", models.PayloadSchemaType.KEYWORD),
    ("valid_until", models.PayloadSchemaType.DATETIME),
)


def qdrant_client(url: str, api_key: str | None = None, timeout: int = 5) -> QdrantClient:
    """A client of the server at `url`; `timeout` in seconds. Nothing is asked before the first use."""
    return QdrantClient(url=url, api_key=api_key, timeout=timeout, check_compatibility=False)


class QdrantServerIndex:
    """Keeps the MemoryIndex promises for every family of one collection, which the first update makes."""

    name = "qdrant"
    keeps_points = True

    def __init__(self, client: QdrantClient, collection: str = COLLECTION) -> None:
        self._client = client
        self._collection = collection

    def check(self, family: str, fingerprint: str) -> None:
        """Raises IndexMismatch when the family's points were made by another embedder."""
        known = self._note(family)
        if known is not None and known.get("fingerprint") != fingerprint:
            raise IndexMismatch(
                f"the index was made by {known.get('fingerprint')!r}, not by {fingerprint!r}; "
                f"run `memory-pipeline reindex {family}`",
                file=self._collection,
            )

    def state(self, family: str) -> str | None:
        """What the last finished update said; None where there is none."""
        known = self._note(family)
        return None if known is None else known.get("state")

    @contextmanager
    def open(self, family: str) -> Iterator[None]:
        """Nothing to open: the server is."""
        del family
        yield

    def stored(self, family: str) -> Mapping[str, Mapping[str, Any]]:
        """Every point's payload by ULID, ascending; empty before the first update."""
        found: dict[str, Mapping[str, Any]] = {}
        offset: Any = None
        if self._note(family) is None:
            return found
        with self._translated():
            while True:
                records, offset = self._client.scroll(
                    self._collection, scroll_filter=of_family(family), limit=_BATCH, offset=offset
                )
                found |= {ulid_of(str(record.id)): record.payload or {} for record in records}
                if offset is None:
                    return dict(sorted(found.items()))

    def update(
        self, family: str, fingerprint: str, upserts: Sequence[IndexPoint], removals: Sequence[str], state: str
    ) -> None:
        """Write the difference. One that dies midway leaves the family without a state, and exact search answers."""
        self._make_collection()
        self.check(family, fingerprint)
        self._take_note(family, fingerprint, None)
        with self._translated():
            for start in range(0, len(upserts), _BATCH):
                points = [as_point(point) for point in upserts[start : start + _BATCH]]
                self._client.upsert(self._collection, points, wait=True)
            if removals:
                gone = models.PointIdsList(points=[point_uuid(memory) for memory in removals])
                self._client.delete(self._collection, gone, wait=True)
        self._take_note(family, fingerprint, state)

    def search_dense(self, family: str, vector: Vectors, wanted: IndexFilter, limit: int) -> Sequence[Hit]:
        """The nearest by cosine, best first. Raises IndexUnavailable before the first update."""
        return self._search(family, "dense", vector.tolist(), wanted, limit)

    def search_sparse(self, family: str, vector: SparseVector, wanted: IndexFilter, limit: int) -> Sequence[Hit]:
        """The best by words, best first. Raises IndexUnavailable before the first update."""
        words = models.SparseVector(indices=list(vector.indices), values=list(vector.values))
        return self._search(family, "words", words, wanted, limit) if vector.indices else ()

    def drop(self, family: str) -> None:
        """Delete the family's points and what is known of them."""
        if self._note(family) is None:
            return
        with self._translated():
            self._client.delete(self._collection, models.FilterSelector(filter=of_family(family)), wait=True)
            self._client.delete(self._collection, models.PointIdsList(points=[_note_id(family)]), wait=True)

    def _search(self, family: str, using: str, query: Any, wanted: IndexFilter, limit: int) -> Sequence[Hit]:
        if self._note(family) is None:
            raise IndexUnavailable(f"no index of {family}; run `memory-pipeline reindex {family}`")
        conditions = as_filter(family, wanted)

        def ask(count: int) -> list[Hit]:
            answer = self._client.query_points(
                self._collection,
                query=query,
                using=using,
                query_filter=conditions,
                limit=count,
                search_params=_EXACT,
                with_payload=False,
            )
            return [Hit(ulid_of(str(point.id)), point.score) for point in answer.points]

        with self._translated():
            return best(ask, limit)

    def _note(self, family: str) -> Mapping[str, Any] | None:
        """What stands beside the family's points; None without a collection or without a point of this family."""
        with self._translated():
            if not self._client.collection_exists(self._collection):
                return None
            found = self._client.retrieve(self._collection, [_note_id(family)])
        return found[0].payload if found else None

    def _take_note(self, family: str, fingerprint: str, state: str | None) -> None:
        payload = {"state_of": family, "fingerprint": fingerprint, "state": state}
        note = models.PointStruct(id=_note_id(family), vector={}, payload=payload)
        with self._translated():
            self._client.upsert(self._collection, [note], wait=True)

    def _make_collection(self) -> None:
        with self._translated():
            if self._client.collection_exists(self._collection):
                return
            # Dot: on unit vectors it is the cosine, and the server does not normalise (and round) them once more.
            self._client.create_collection(
                self._collection,
                vectors_config={"dense": models.VectorParams(size=DIMENSIONS, distance=models.Distance.DOT)},
                sparse_vectors_config={"words": models.SparseVectorParams()},
            )
            for name, kind in _INDEXED:
                self._client.create_payload_index(self._collection, name, kind)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Whatever the server or the way to it did: exact search can answer instead."""
        try:
            yield
        except (ApiException, OSError, ValueError) as error:
            raise IndexUnavailable(
                f"the Qdrant server does not answer ({str(error)[:200]}); check MEMORY_QDRANT_URL",
                file=self._collection,
            ) from error


def _note_id(family: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"memory-pipeline:{family}"))
