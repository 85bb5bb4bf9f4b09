"""Which shared words make a memory a hit."""

from __future__ import annotations

import pytest

from memory_pipeline.language.words import content_words
from memory_pipeline.retrieval.lexical import Lexicon
from memory_pipeline.retrieval.word_match import QueryWords

COMMON = tuple(f"Theo likes thing {number}" for number in range(40))
TEXTS = (
    *COMMON,
    "Theo plays chess",
    "The gate code is 2604",
    "The gate code is 4804",
    "The bus takes 20 minutes",
    "Dana has physiotherapy",
    "Izzy's concert is in December",
    "Tea for Dana every day",
)
LEXICON = Lexicon.of(TEXTS)
CASES = {
    "a-rare-word": ("does he still play chess", "Theo plays chess", "sure"),
    "a-name-that-everybody-has-is-no-hit-alone": ("tell Theo that I am late", COMMON[0], "none"),
    "a-name-that-is-all-of-the-query": ("Theo", COMMON[0], "sure"),
    "a-number": ("2604", "The gate code is 2604", "sure"),
    "another-number": ("2604", "The gate code is 4804", "none"),
    "a-short-number": ("convert 20 inches", "The bus takes 20 minutes", "none"),
    "a-slip": ("chsess", "Theo plays chess", "unsure"),
    "a-word-one-slip-away": ("convert", "Izzy's concert is in December", "unsure"),
    "a-beginning": ("physio", "Dana has physiotherapy", "sure"),
    "a-weak-word-beside-others": ("which day is pottery", "Tea for Dana every day", "none"),
    "a-weak-word-alone": ("what day is it", "Tea for Dana every day", "unsure"),
    "stop-words": ("what is it", "The gate code is 2604", "none"),
    "nothing-shared": ("pottery", "Theo plays chess", "none"),
}


@pytest.mark.parametrize(("query", "document", "match"), CASES.values(), ids=CASES)
def test_a_hit_needs_a_word_that_says_something(query: str, document: str, match: str) -> None:
    assert QueryWords.of(query, LEXICON).match(content_words(document)) == match


def test_a_word_that_the_family_uses_is_no_slip_of_another() -> None:
    lexicon = Lexicon.of(("the tall tree", "stays till late"))
    assert QueryWords.of("tall", lexicon).match(content_words("stays till late")) == "none"
