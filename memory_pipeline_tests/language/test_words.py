"""Words as searches and comparisons see them."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory_pipeline.language.words import STOP_WORDS, content_words, misspells, stem, tokens, trigrams

TOKENS = {
    "case-and-punctuation": ("Soccer, Tuesday!", ("soccer", "tuesday")),
    "possessive": ("Theo's bike and the Kims’ house", ("theo", "bike", "and", "the", "kims", "house")),
    "apostrophe-inside": ("don’t", ("don't",)),
    "accents": ("Café Zoë", ("cafe", "zoe")),
    "decomposed-accents": ("Zoe\u0308", ("zoe",)),
    "zero-width": ("pea\u200bnut", ("peanut",)),
    "clock-and-date": ("at 3:30 on 5/11, 12.5 km", ("at", "3:30", "on", "5/11", "12.5", "km")),
    "hyphen-parts": ("gluten-free", ("gluten", "free")),
    "other-scripts": ("Аня любит чай", ("аня", "любит", "чаи")),
    "emoji": ("🎉🎉", ()),
    "underscore": ("snake_case", ("snake", "case")),
}


@pytest.mark.parametrize(("text", "expected"), TOKENS.values(), ids=TOKENS)
def test_a_text_is_its_folded_words_and_numbers(text: str, expected: tuple[str, ...]) -> None:
    assert tokens(text) == expected


def test_stop_words_say_nothing() -> None:
    assert content_words("What is the gate code?") == ("gate", "code")
    assert not STOP_WORDS & set(content_words(" ".join(sorted(STOP_WORDS))))


ONE_STEM = [
    ("allergy", "allergies", "allergic"),
    ("practice", "practices", "practicing", "practiced"),
    ("peanut", "peanuts"),
    ("swim", "swimming", "swims"),
    ("child", "children"),
    ("class", "classes"),
    ("bake", "baking", "bakes"),
    ("party", "parties"),
    ("buy", "bought"),
]
OTHER_STEMS = [("bus", "bu"), ("wing", "w"), ("2604", "4804"), ("thing", "th"), ("agreed", "agr")]


@pytest.mark.parametrize("words", ONE_STEM, ids=lambda words: words[0])
def test_the_forms_of_a_word_share_a_stem(words: tuple[str, ...]) -> None:
    assert len({stem(word) for word in words}) == 1


@pytest.mark.parametrize(("word", "other"), OTHER_STEMS)
def test_a_stem_keeps_what_tells_words_apart(word: str, other: str) -> None:
    assert stem(word) != stem(other)


def test_trigrams_mark_the_edges_of_a_word() -> None:
    assert trigrams("tea") == ("^te", "ea$", "tea")
    assert trigrams("2604") == () == trigrams("a")


SLIPS = [("orthodontist", "orthodntist"), ("orthodontist", "ortodontits"), ("theo", "thoe"), ("soccer", "socer")]
NO_SLIPS = [("2604", "2640"), ("tea", "ten"), ("cat", "bat"), ("seal", "meal"), ("soccer", "sober"), ("code", "cadet")]


@pytest.mark.parametrize(("word", "written"), SLIPS)
def test_a_small_misspelling_is_forgiven(word: str, written: str) -> None:
    assert misspells(written, word)
    assert misspells(word, written)


@pytest.mark.parametrize(("word", "written"), NO_SLIPS)
def test_another_word_is_no_misspelling(word: str, written: str) -> None:
    assert not misspells(written, word)


@given(st.text())
@example("𝓐")
def test_folding_twice_changes_nothing(text: str) -> None:
    once = tokens(text)
    assert tokens(" ".join(once)) == once


@given(st.text(max_size=30))
def test_stems_and_trigrams_take_any_token(text: str) -> None:
    for token in tokens(text):
        assert stem(token)
        assert list(trigrams(token)) == sorted(set(trigrams(token)))
