"""The index follows the files: by difference, without what was forgotten, and the same when made again."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from memory_pipeline.adapters.embedded_models.hashing_embedder import HashingEmbedder
from memory_pipeline.adapters.exact_index import ExactIndex
from memory_pipeline.adapters.qdrant_edge import QdrantEdgeIndex
from memory_pipeline.model.errors import IndexMismatch
from memory_pipeline.model.memory import FRONT_MATTER_KEYS
from memory_pipeline.retrieval.points import Synchronised, difference, rebuild
from memory_pipeline.store.catalog import text_hash
from memory_pipeline.store.keys import vectors_key
from memory_pipeline_tests.retrieval.household import Household


class OtherEmbedder(HashingEmbedder):
    fingerprint = "another 512"


class Unreadable(QdrantEdgeIndex):
    """An index whose points must not be read."""

    def stored(self, family: str) -> dict[str, dict[str, object]]:
        raise AssertionError("the points were read")


@pytest.fixture
def home(tmp_path: Path) -> Household:
    home = Household(QdrantEdgeIndex(tmp_path / "index"))
    home.remembers("Soccer practice is on Tuesday.", valid_until=date(2026, 12, 1))
    home.remembers("Theo is allergic to peanuts.", type="constraint", strength="hard")
    return home


def test_every_memory_becomes_a_point_once(home: Household) -> None:
    assert home.synchronises() == Synchronised(points=2, upserts=2, removals=0)
    assert home.synchronises() == Synchronised(points=2, upserts=0, removals=0)


def test_a_payload_is_the_front_matter_the_family_and_the_hash_of_what_was_embedded(home: Household) -> None:
    home.synchronises()
    for memory, payload in home.index.stored(home.key).items():
        stored = home.store.view().memory(memory)
        assert list(payload) and set(payload) == {*FRONT_MATTER_KEYS, "family", "text_hash", "point_hash"}
        assert (payload["id"], payload["family"], payload["summary"]) == (memory, home.key, stored.summary)
        assert payload["text_hash"] == text_hash(stored.indexed_text)


def test_only_what_changed_is_written(home: Household) -> None:
    home.synchronises()
    new = home.remembers("Dana plays chess.")
    drift = difference(home.store.view(), home.index, home.vectors())
    assert ([point.id for point in drift.upserts], drift.removals) == ([new.id], ())
    assert home.synchronises() == Synchronised(points=3, upserts=1, removals=0)


def test_a_memory_that_changed_in_its_payload_alone_is_written_again(home: Household) -> None:
    memory = home.remembers("Dana plays chess.")
    home.synchronises()
    home.changes(memory, status="dormant")
    assert home.synchronises().upserts == 1
    assert home.index.stored(home.key)[memory.id]["status"] == "dormant"


def test_points_are_not_read_while_the_head_stands(home: Household, tmp_path: Path) -> None:
    home.synchronises()
    home.index = Unreadable(tmp_path / "index")
    assert home.synchronises() == Synchronised(points=2, upserts=0, removals=0)
    home.remembers("Dana plays chess.")
    with pytest.raises(AssertionError, match="were read"):
        home.synchronises()


@pytest.mark.parametrize("retract", [True, False], ids=["retracted", "under-a-rule"])
def test_what_was_forgotten_leaves_the_index_and_the_vectors(home: Household, retract: bool) -> None:
    memory = home.remembers("Dana plays chess.")
    home.synchronises()
    home.forgets(memory, retract=retract)
    assert home.synchronises() == Synchronised(points=2, upserts=0, removals=1)
    assert memory.id not in home.index.stored(home.key)
    stored = home.objects.get(vectors_key(home.key))
    assert stored is not None
    assert text_hash(memory.indexed_text).encode() not in stored.data


def test_superseded_and_expired_memories_stay_for_whoever_asks_for_history(home: Household) -> None:
    old = home.remembers("Chess is on Monday.")
    home.replaces(old, "Chess is on Friday.")
    assert home.synchronises().points == 4
    assert home.index.stored(home.key)[old.id]["status"] == "superseded"


def test_a_point_of_no_memory_is_removed(home: Household) -> None:
    home.synchronises()
    drift = difference(Household().store.view(), home.index, home.vectors())
    assert len(drift.removals) == 2


def test_a_rebuilt_index_holds_the_same_ids_and_payloads(home: Household) -> None:
    home.synchronises()
    before = home.index.stored(home.key)
    vectors = home.objects.get(vectors_key(home.key))
    assert rebuild(home.store.view(), home.index, home.vectors()).upserts == 2
    assert home.index.stored(home.key) == before
    assert home.objects.get(vectors_key(home.key)) == vectors


def test_another_embedder_is_refused_until_the_index_is_rebuilt(home: Household) -> None:
    home.synchronises()
    home.embedder = OtherEmbedder()
    with pytest.raises(IndexMismatch, match="reindex fam_a"):
        home.synchronises()
    assert rebuild(home.store.view(), home.index, home.vectors()).upserts == 2
    assert home.synchronises().upserts == 0


def test_another_embedder_is_refused_even_where_only_the_index_is_left(home: Household) -> None:
    home.synchronises()
    home.objects.delete(vectors_key(home.key))
    home.embedder = OtherEmbedder()
    with pytest.raises(IndexMismatch, match="reindex fam_a"):
        difference(home.store.view(), home.index, home.vectors())


def test_exact_search_keeps_nothing_and_is_never_stale(home: Household) -> None:
    home.index = ExactIndex()
    assert home.synchronises() == Synchronised(points=2, upserts=0, removals=0)
    home.remembers("Dana plays chess.")
    home.index = ExactIndex()
    drift = difference(home.store.view(), home.index, home.vectors())
    assert (drift.upserts, drift.removals) == ((), ())
