"""Two searches, merged: meaning leads, words follow, one memory a lineage, and nothing where nothing fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from types import MappingProxyType

import pytest

from memory_pipeline.model.memory import Memory
from memory_pipeline.ports.embedder import Vectors
from memory_pipeline.ports.memory_index import Hit, IndexFilter, SparseVector
from memory_pipeline.retrieval.corpus import Corpus
from memory_pipeline.retrieval.lookup import LookupPolicy
from memory_pipeline.retrieval.search import SearchPolicy, Wanted, prepare, search
from memory_pipeline_tests.retrieval.household import Household

TODAY = date(2026, 9, 1)
EVERYTHING = Wanted()
OF_A_TURN = LookupPolicy().turn_search
EXACT_TEXTS = (
    "Soccer practice is on Tuesday at five.",
    "The soccer coach is Renata Voss.",
    "Dana drinks tea without sugar.",
    "The orthodontist is Doctor Amari.",
    "Biscuit the dog sees the vet in June.",
)


class Scripted:
    """A finder that answers what a test wrote down."""

    def __init__(self, near: Sequence[Hit] = (), worded: Sequence[Hit] = ()) -> None:
        self.near, self.worded = near, worded

    def search_dense(self, vector: Vectors, wanted: IndexFilter, limit: int) -> Sequence[Hit]:
        return self.near[:limit]

    def search_sparse(self, vector: SparseVector, wanted: IndexFilter, limit: int) -> Sequence[Hit]:
        return self.worded[:limit]


@pytest.fixture
def home() -> Household:
    home = Household()
    for text in EXACT_TEXTS:
        home.remembers(text)
    return home


def corpus(home: Household) -> Corpus:
    return Corpus(home.store.view(), home.vectors())


def ask(home: Household, text: str, wanted: Wanted = EVERYTHING, policy: SearchPolicy = OF_A_TURN) -> list[str]:
    made = corpus(home)
    hits = search(prepare(text, made, home.embedder, policy), wanted, made, made.exact, TODAY, policy)
    return [hit.memory.summary for hit in hits]


def merged(home: Household, finder: Scripted, query: str = "soccer", **wanted: bool) -> list[str]:
    made, policy = corpus(home), SearchPolicy()
    hits = search(prepare(query, made, home.embedder, policy), Wanted(**wanted), made, finder, TODAY, policy)
    return [hit.memory.id for hit in hits]


def numbered(home: Household) -> Mapping[int, Memory]:
    return MappingProxyType(dict(enumerate(home.store.view().memories().values())))


def test_the_first_three_by_meaning_lead_then_words_then_the_rest_by_meaning() -> None:
    home = Household()
    ids = [home.remembers(f"Soccer note number {word}.").id for word in ("one", "two", "three", "four", "five", "six")]
    near = [Hit(id, 0.9 - place / 10) for place, id in enumerate(ids[:5])]
    worded = [Hit(id, 5.0) for id in (ids[5], ids[1])]
    assert merged(home, Scripted(near, worded)) == [*ids[:3], ids[5], *ids[3:5]]


def test_a_memory_found_twice_comes_once(home: Household) -> None:
    first = numbered(home)[0].id
    assert merged(home, Scripted([Hit(first, 0.9)], [Hit(first, 9.0)])) == [first]


def test_under_a_floor_only_words_that_tell_show_a_weak_match(home: Household) -> None:
    strict = SearchPolicy(least_similarity=0.99)
    assert ask(home, "soccer", policy=strict) == ask(home, "soccer", policy=strict)
    assert set(ask(home, "soccer", policy=strict)) == {EXACT_TEXTS[0], EXACT_TEXTS[1]}
    assert set(ask(home, "soccer", policy=SearchPolicy())) == set(EXACT_TEXTS)


@pytest.mark.parametrize(
    ("least", "sensitive", "floor"), [(None, False, -1.0), (None, True, 0.2), (0.15, False, 0.15), (0.3, True, 0.3)]
)
def test_only_what_is_sensitive_has_a_floor_in_every_search(least: float | None, sensitive: bool, floor: float) -> None:
    assert SearchPolicy(least_similarity=least).floor(sensitive=sensitive) == floor


def test_a_sensitive_memory_needs_likeness_or_a_word_that_tells() -> None:
    home = Household()
    memory = home.remembers("Theo sees a therapist.", sensitivity="health")
    assert merged(home, Scripted([Hit(memory.id, 0.9)])) == []
    assert merged(home, Scripted([Hit(memory.id, 0.9)]), query="therapist") == [memory.id]


def test_what_an_engine_still_has_is_held_against_the_files(home: Household) -> None:
    gone, dormant, late, kept = (numbered(home)[place] for place in range(4))
    home.forgets(gone)
    home.changes(dormant, status="dormant")
    home.changes(late, valid_until=TODAY)
    hits = [Hit(memory.id, 0.9) for memory in (gone, dormant, late, kept)]
    assert merged(home, Scripted(hits, [Hit("01ARZ3NDEKTSV4RRFFQ69G5FAV", 3.0)])) == [kept.id]


def test_history_adds_what_is_no_longer_current_but_never_what_was_forgotten(home: Household) -> None:
    gone, dormant, late, kept = (numbered(home)[place] for place in range(4))
    home.forgets(gone)
    home.changes(dormant, status="dormant")
    home.changes(late, status="expired", valid_until=TODAY)
    hits = [Hit(memory.id, 0.9) for memory in (gone, dormant, late, kept)]
    assert merged(home, Scripted(hits), include_history=True) == [dormant.id, late.id, kept.id]


def test_of_a_lineage_only_the_current_version_is_found_unless_history_is_asked_for() -> None:
    home = Household()
    old = home.remembers("Chess club meets on Monday.")
    home.replaces(old, "Chess club meets on Friday.")
    assert ask(home, "chess club") == ["Chess club meets on Friday."]
    assert len(ask(home, "chess club", Wanted(include_history=True))) == 2


def test_two_active_versions_of_a_claim_count_as_one() -> None:
    home = Household()
    old = home.remembers("Chess club meets on Monday.")
    new = home.remembers("Chess club meets on Friday.")
    made = corpus(home)
    made.__dict__["memories"] = {
        old.id: replace(old, superseded_by=new.id),
        new.id: replace(new, supersedes=old.id),
    }
    query = prepare("chess", made, home.embedder, SearchPolicy())
    hits = search(query, Wanted(), made, Scripted([Hit(new.id, 0.9), Hit(old.id, 0.8)]), TODAY, SearchPolicy())
    assert [hit.memory.id for hit in hits] == [new.id]


@pytest.mark.parametrize("typed", ["orthodontist", "Orthodontists", "orthodntist", "ORTHODONTIST'S", "orthodontsit"])
def test_small_misspellings_and_other_forms_of_a_word_find_it(home: Household, typed: str) -> None:
    assert ask(home, typed)[0] == "The orthodontist is Doctor Amari."


def test_the_beginning_of_a_long_word_finds_it(home: Household) -> None:
    assert ask(home, "ortho")[0] == "The orthodontist is Doctor Amari."


@pytest.mark.parametrize("query", ["", "   ", "what is the capital of France", "good evening", "thanks so much!", "🎉"])
def test_nothing_is_found_where_nothing_fits(home: Household, query: str) -> None:
    assert ask(home, query) == []


def test_filters_narrow_by_type_and_entity(home: Household) -> None:
    theo = home.knows("Theo")
    home.remembers("Theo likes soccer songs.", type="preference", applies_to=(theo.id,))
    assert ask(home, "soccer", Wanted(types=("preference",))) == ["Theo likes soccer songs."]
    assert ask(home, "soccer", Wanted(entities=(theo.id,))) == ["Theo likes soccer songs."]
    assert ask(home, "soccer", Wanted(entities=())) == []


def test_an_entity_is_meant_by_id_name_or_alias(home: Household) -> None:
    theo = home.knows("Theo", "Teddy")
    made = corpus(home)
    assert made.entity_ids(["theo"]) == made.entity_ids(["Teddy"]) == made.entity_ids([theo.id]) == (theo.id,)
    assert made.entity_ids(["Nobody"]) == ()


def test_a_very_long_query_is_answered_by_its_beginning(home: Household) -> None:
    assert ask(home, "soccer practice " + "x" * 200_000)[0] == "Soccer practice is on Tuesday at five."
