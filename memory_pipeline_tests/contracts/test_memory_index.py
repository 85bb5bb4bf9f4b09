"""One suite for every MemoryIndex: exact search, the embedded engine and the server keep the same promises."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from qdrant_client import QdrantClient

from memory_pipeline.adapters.embedded_models.hashing_embedder import HashingEmbedder
from memory_pipeline.adapters.exact_index import ExactIndex
from memory_pipeline.adapters.qdrant_edge import QdrantEdgeIndex
from memory_pipeline.adapters.qdrant_server import QdrantServerIndex
from memory_pipeline.model.errors import IndexMismatch, IndexUnavailable
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.ports.memory_index import Hit, IndexFilter, IndexPoint, MemoryIndex, SparseVector
from memory_pipeline.retrieval.lexical import Lexicon, document_vector, query_vector
from memory_pipeline.store.vectors import on_grid

MODEL = "hashing-1 512 words-1"
# What the client's local mode does without: payload indexes and search parameters. The server has them.
pytestmark = pytest.mark.filterwarnings("ignore:Payload indexes:UserWarning", "ignore:Local mode:UserWarning")
START = datetime(2026, 8, 14, 19, 2, tzinfo=UTC)
TEXTS = (
    "Theo is allergic to peanuts",
    "Soccer practice is on Tuesday at five",
    "Dana likes her tea without sugar",
    "The gate code is 2604",
    "The gate code is 4804",
    "Biscuit the dog sees the vet in June",
    "Soccer practice is on Tuesday at five",
    "Grandma brings peanuts and tea",
)
EMBEDDER = HashingEmbedder()
ACTIVE = IndexFilter()
LEXICON = Lexicon.of(TEXTS)


def point(number: int, text: str, **payload: Any) -> IndexPoint:
    plain = {"status": "active", "valid_until": None, "type": "fact", "applies_to": [], "family": "fam_a"}
    return IndexPoint(
        id=derived_ulid(START + timedelta(minutes=number), str(number)),
        dense=on_grid(EMBEDDER.embed([text]))[0],
        sparse=document_vector(text),
        payload={**plain, "point_hash": f"{number}", **payload},
    )


POINTS = tuple(point(number, text) for number, text in enumerate(TEXTS))


def near(index: MemoryIndex, text: str, wanted: IndexFilter = ACTIVE, limit: int = 10) -> Sequence[Hit]:
    return index.search_dense("fam_a", on_grid(EMBEDDER.embed([text]))[0], wanted, limit)


def worded(index: MemoryIndex, text: str, wanted: IndexFilter = ACTIVE, limit: int = 10) -> Sequence[Hit]:
    return index.search_sparse("fam_a", query_vector(text, LEXICON), wanted, limit)


def found(hits: Sequence[Hit]) -> list[str]:
    return [hit.id for hit in hits]


def server_index() -> QdrantServerIndex:
    """The client's own local mode: the server's API without a server."""
    return QdrantServerIndex(QdrantClient(location=":memory:"))


@pytest.fixture(params=["exact", "qdrant-edge", "qdrant"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> MemoryIndex:
    match request.param:
        case "exact":
            return ExactIndex()
        case "qdrant":
            return server_index()
    return QdrantEdgeIndex(tmp_path / "index", writing=0.1, reading=0.1)


@pytest.fixture
def filled(index: MemoryIndex) -> MemoryIndex:
    index.update("fam_a", MODEL, POINTS, (), "1")
    return index


def test_before_the_first_update_nothing_is_known(index: MemoryIndex) -> None:
    assert index.state("fam_a") is None
    assert index.stored("fam_a") == {}
    index.check("fam_a", "any model")


def test_a_search_before_the_first_update_says_that_the_index_is_unavailable(index: MemoryIndex) -> None:
    with pytest.raises(IndexUnavailable, match="reindex fam_a"):
        near(index, "peanuts")
    with pytest.raises(IndexUnavailable, match="reindex fam_a"):
        worded(index, "peanuts")


def test_an_update_says_what_the_points_mirror(filled: MemoryIndex) -> None:
    assert filled.state("fam_a") == "1"
    filled.update("fam_a", MODEL, (), (), "2")
    assert filled.state("fam_a") == "2"


def test_a_family_without_memories_has_an_index_that_finds_nothing(index: MemoryIndex) -> None:
    index.update("fam_a", MODEL, (), (), "1")
    assert (index.state("fam_a"), index.stored("fam_a")) == ("1", {})
    assert (list(near(index, "peanuts")), list(worded(index, "peanuts"))) == ([], [])


def test_stored_payloads_are_those_that_were_written(filled: MemoryIndex) -> None:
    assert filled.stored("fam_a") == {point.id: point.payload for point in POINTS}
    assert list(filled.stored("fam_a")) == sorted(point.id for point in POINTS)


def test_a_point_written_again_replaces_its_payload_and_vectors(filled: MemoryIndex) -> None:
    newer = replace(
        point(0, "Nothing of that kind"), id=POINTS[0].id, payload={**POINTS[0].payload, "status": "expired"}
    )
    filled.update("fam_a", MODEL, (newer,), (), "2")
    assert filled.stored("fam_a")[POINTS[0].id]["status"] == "expired"
    assert POINTS[0].id not in found(near(filled, TEXTS[0]))


def test_a_removed_point_is_found_no_more(filled: MemoryIndex) -> None:
    filled.update("fam_a", MODEL, (), (POINTS[0].id,), "2")
    assert POINTS[0].id not in filled.stored("fam_a")
    assert POINTS[0].id not in (*found(near(filled, TEXTS[0])), *found(worded(filled, TEXTS[0])))


def test_the_nearest_comes_first_with_its_cosine(filled: MemoryIndex) -> None:
    best = near(filled, TEXTS[2])[0]
    assert best.id == POINTS[2].id
    assert best.score == pytest.approx(1.0, abs=0.01)


def test_equal_scores_stand_in_order_of_id(filled: MemoryIndex) -> None:
    twins = sorted((POINTS[1].id, POINTS[6].id))
    assert found(near(filled, TEXTS[1], limit=2)) == twins
    assert found(near(filled, TEXTS[1], limit=1)) == twins[:1]


def test_many_equal_scores_at_the_limit_are_cut_in_order_of_id(index: MemoryIndex) -> None:
    same = [point(number, "Tea") for number in range(40)]
    index.update("fam_a", MODEL, tuple(reversed(same)), (), "1")
    assert found(near(index, "Tea", limit=5)) == [one.id for one in same[:5]]


def test_words_find_only_what_shares_a_term(filled: MemoryIndex) -> None:
    assert set(found(worded(filled, "peanuts"))) >= {POINTS[0].id, POINTS[7].id}
    assert list(worded(filled, "zzzz")) == []


def test_a_misspelled_word_shares_trigrams(filled: MemoryIndex) -> None:
    assert found(worded(filled, "soccar", limit=2)) == sorted((POINTS[1].id, POINTS[6].id))


def test_a_query_without_words_finds_nothing_by_words(filled: MemoryIndex) -> None:
    assert list(filled.search_sparse("fam_a", SparseVector((), ()), IndexFilter(), 5)) == []


FILTERED = {
    "status": ({"status": "dormant"}, IndexFilter(), False),
    "status-asked-for": ({"status": "dormant"}, IndexFilter(statuses=("active", "dormant")), True),
    "past-on-its-day": ({"valid_until": "2026-09-17"}, IndexFilter(today=date(2026, 9, 17)), False),
    "current-on-the-day-before": ({"valid_until": "2026-09-17"}, IndexFilter(today=date(2026, 9, 16)), True),
    "dates-do-not-matter-without-today": ({"valid_until": "2026-09-17"}, IndexFilter(), True),
    "no-date-never-passes": ({"valid_until": None}, IndexFilter(today=date(2099, 1, 1)), True),
    "type": ({"type": "fact"}, IndexFilter(types=("directive",)), False),
    "one-of-two-types": ({"type": "fact"}, IndexFilter(types=("directive", "fact")), True),
    "entity": ({"applies_to": ["e1", "e2"]}, IndexFilter(entities=("e2", "e9")), True),
    "other-entity": ({"applies_to": ["e1"]}, IndexFilter(entities=("e2",)), False),
    "no-entity": ({"applies_to": []}, IndexFilter(entities=("e2",)), False),
}


@pytest.mark.parametrize(("payload", "wanted", "is_found"), FILTERED.values(), ids=FILTERED)
def test_filters_hold_for_both_searches(
    index: MemoryIndex, payload: dict[str, Any], wanted: IndexFilter, is_found: bool
) -> None:
    index.update("fam_a", MODEL, (point(0, TEXTS[0], **payload),), (), "1")
    assert bool(near(index, TEXTS[0], wanted)) is is_found
    assert bool(worded(index, TEXTS[0], wanted)) is is_found


def test_points_of_another_model_are_refused_with_the_mend(filled: MemoryIndex) -> None:
    with pytest.raises(IndexMismatch, match="reindex fam_a"):
        filled.check("fam_a", "another 512")
    with pytest.raises(IndexMismatch, match="reindex fam_a"):
        filled.update("fam_a", "another 512", (), (), "2")
    assert filled.state("fam_a") == "1"


def test_after_a_drop_another_model_may_write(filled: MemoryIndex) -> None:
    filled.drop("fam_a")
    assert filled.state("fam_a") is None
    filled.update("fam_a", "another 512", POINTS[:1], (), "1")
    assert list(filled.stored("fam_a")) == [POINTS[0].id]


def test_one_family_never_sees_or_touches_another(filled: MemoryIndex) -> None:
    filled.update("fam_b", MODEL, (point(99, TEXTS[0], family="fam_b"),), (), "9")
    assert found(near(filled, TEXTS[0], limit=1)) == [POINTS[0].id]
    filled.drop("fam_b")
    assert len(filled.stored("fam_a")) == len(POINTS)


def test_calls_within_an_open_family_answer_as_outside(filled: MemoryIndex) -> None:
    outside = near(filled, TEXTS[3])
    with filled.open("fam_a"):
        assert list(near(filled, TEXTS[3])) == list(outside)


WORDS = ("tea", "soccer", "peanuts", "gate", "code", "vet", "dog", "sugar", "Tuesday", "practice", "june")
SENTENCES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(SENTENCES, min_size=1, max_size=30), query=SENTENCES, limit=st.integers(1, 12))
def test_both_engines_and_exact_search_give_equal_answers(
    tmp_path: Path, texts: list[str], query: str, limit: int
) -> None:
    exact, engines = ExactIndex(), (QdrantEdgeIndex(tmp_path / "index"), server_index())
    points = [point(n, text, valid_until="2026-09-01" if n % 3 else None) for n, text in enumerate(texts)]
    for index in (exact, *engines):
        index.drop("fam_a")
        index.update("fam_a", MODEL, points, (), "1")
    for wanted in (IndexFilter(), IndexFilter(today=date(2026, 9, 1))):
        for engine in engines:
            assert list(near(engine, query, wanted, limit)) == list(near(exact, query, wanted, limit))
            assert list(worded(engine, query, wanted, limit)) == list(worded(exact, query, wanted, limit))
