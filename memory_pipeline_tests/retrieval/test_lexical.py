"""Sparse vectors: a document's depend on its own text, a query's on the family's."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.ports.memory_index import SparseVector
from memory_pipeline.retrieval.lexical import Lexicon, document_vector, query_vector, word_term

TEXTS = ("Theo plays chess", "Theo plays soccer", "Theo likes tea", "Dana likes tea with honey")
LEXICON = Lexicon.of(TEXTS)


def score(query: str, text: str) -> float:
    document = dict(zip(*_pair(document_vector(text)), strict=True))
    return sum(
        weight * document.get(term, 0.0) for term, weight in zip(*_pair(query_vector(query, LEXICON)), strict=True)
    )


def _pair(vector: SparseVector) -> tuple[tuple[int, ...], tuple[float, ...]]:
    return vector.indices, vector.values


def test_a_rare_word_weighs_more_than_one_that_everybody_has() -> None:
    assert LEXICON.idf(word_term("chess")) > LEXICON.idf(word_term("theo")) > 0
    assert score("Theo chess", TEXTS[0]) > score("Theo chess", TEXTS[1])


def test_a_word_no_memory_holds_is_not_looked_for() -> None:
    assert query_vector("xylophone quartz", Lexicon(0, {})) == SparseVector((), ())


def test_a_misspelled_word_finds_its_memory_first() -> None:
    assert max(TEXTS, key=lambda text: score("ches", text)) == TEXTS[0]


def test_saying_a_word_again_counts_less_each_time_and_a_long_text_less_than_a_short_one() -> None:
    once, twice, thrice = (score("chess", "chess " * times) for times in (1, 2, 3))
    assert once < twice < thrice
    assert twice - once > thrice - twice
    assert score("chess", "chess " + "walnut table lamp " * 20) < once


@given(st.lists(st.text(alphabet="abc é'3"), max_size=5))
def test_the_lexicon_counts_the_documents_that_hold_each_term(texts: list[str]) -> None:
    terms = Counter(term for text in texts for term in document_vector(text).indices)
    assert Lexicon.of(texts) == Lexicon(len(texts), dict(terms))


def test_an_empty_text_has_an_empty_vector() -> None:
    assert document_vector("the of and") == SparseVector((), ())
    assert Lexicon.of([]).idf(1) > 0


@given(st.text())
def test_terms_ascend_and_weights_lie_on_the_grid(text: str) -> None:
    for vector in (document_vector(text), query_vector(text, LEXICON)):
        assert list(vector.indices) == sorted(set(vector.indices))
        assert all(weight > 0 and (weight * 64).is_integer() for weight in vector.values)
        assert all(0 <= term < 2**32 for term in vector.indices)
