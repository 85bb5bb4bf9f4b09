"""The embedded judge on pairs of family statements of every kind; a third of them was held out when rules were made."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.relations import LabelledPair, Named, load, name
from memory_pipeline.adapters.embedded_models.embedder import EmbeddedEmbedder
from memory_pipeline.adapters.embedded_models.relation_judge import EmbeddedRelationJudge
from memory_pipeline.model.decision import RELATIONS


@pytest.fixture(scope="module")
def named() -> list[Named]:
    return name(EmbeddedRelationJudge(EmbeddedEmbedder()), load())


def share(named: list[Named], *, held_out: bool) -> float:
    part = [each for each in named if each.pair.held_out is held_out]
    return sum(each.hit for each in part) / len(part)


def test_there_are_pairs_of_every_kind_and_a_third_of_each_is_held_out() -> None:
    pairs = load()
    assert len(pairs) >= 150
    assert all(pair.right <= set(RELATIONS) for pair in pairs)
    kinds, held = Counter(pair.kind for pair in pairs), Counter(pair.kind for pair in pairs if pair.held_out)
    assert len(kinds) == 8
    assert all(held[kind] == count // 3 for kind, count in kinds.items())


def test_most_relations_are_named_right(named: list[Named]) -> None:
    assert share(named, held_out=False) >= 0.95
    assert share(named, held_out=True) >= 0.80


def test_two_claims_are_hardly_ever_made_one_and_none_is_displaced_by_another(named: list[Named]) -> None:
    assert [each.pair for each in named if each.merged and not each.pair.held_out] == []
    assert sum(each.merged for each in named) <= 1
    assert [each.pair for each in named if each.displaced] == []


def test_what_is_counted_as_merged_and_as_displaced() -> None:
    pair = LabelledPair("k", "Otis", "a", "Otis", "b", frozenset({"unrelated"}), held_out=False)
    assert (Named(pair, "same").merged, Named(pair, "refines").merged, Named(pair, "updates").merged) == (1, 1, 0)
    assert (Named(pair, "contradicts").displaced, Named(pair, "same").displaced) == (True, False)
    assert Named(pair, "unrelated").hit
