"""Lookalike text is one text, and nothing else is; a quote's place is given in the original."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.language.folding import find_quote, find_quotes, fold


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("don’t", "don't"),
        ("don′t", "don't"),
        ("“yes”", '"yes"'),
        ("„ja“ «oui»", '"ja" "oui"'),
        ("5–6 — ok − 3", "5-6 - ok - 3"),
        ("wait -- what", "wait - what"),
        ("a\u00a0b\u3000c\t\r\nd", "a b c d"),
        ("  a  b  ", "a b"),
        ("n\u200bo\ufeff pe\u00adanuts\u2060", "no peanuts"),
        ("cafe\u0301", "café"),
        ("a\u0323\u0302", "ậ"),
        ("\u1112\u1161\u11ab", "한"),
        ("❤\ufe0f", "❤"),
        ("\ud83d", "\ud83d"),
        ("", ""),
    ],
)
def test_shapes_of_one_text_fold_together(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(
    "pair", [("Nuts", "nuts"), ("nut", "nuts"), ("2604", "2640"), ("'", '"'), ("ﬁ", "fi"), ("…", "...")]
)
def test_nothing_else_folds_together(pair: tuple[str, str]) -> None:
    assert fold(pair[0]) != fold(pair[1])


@pytest.mark.parametrize(
    ("quote", "text", "place"),
    [
        ("I don't eat nuts", "well, I don’t  eat\u00a0nuts.", "I don’t  eat\u00a0nuts"),
        ("no - never", "no — never", "no — never"),
        ("café", "the cafe\u0301 there", "cafe\u0301"),
        ("pea", "a pea, peas", "pea"),
        ("日本", "今日本を読む", "日本"),
        ("ends here", "it ends here\u200b", "ends here"),
    ],
)
def test_the_place_is_exactly_the_originals_text(quote: str, text: str, place: str) -> None:
    span = find_quote(quote, text)
    assert span is not None and span.of(text) == place


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("no", "I know"),
        ("nut", "nuts"),
        ("cafe", "cafe\u0301"),
        ("", "anything"),
        ("  ", "a  b"),
        ("Nuts", "nuts"),
        ("a b", "ab"),
        ("12", "120"),
    ],
)
def test_what_does_not_stand_there_is_not_found(quote: str, text: str) -> None:
    assert find_quote(quote, text) is None


def test_every_place_is_found_in_order() -> None:
    assert [span.start for span in find_quotes("nuts", "nuts, nuts and peanuts nuts")] == [0, 6, 23]


@given(st.text(max_size=80))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(max_size=80))
def test_composed_and_decomposed_text_fold_together(text: str) -> None:
    assert fold(unicodedata.normalize("NFD", text)) == fold(unicodedata.normalize("NFC", text))


@given(
    st.lists(
        st.sampled_from(["I", "don’t", "eat", "nuts—", "“ok”", "e\u0301t\u00e9", "日本", "5"]), min_size=1, max_size=12
    ),
    st.data(),
)
def test_whole_words_of_a_text_are_found_in_it(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    quote = fold(" ".join(words[first : last + 1]))
    span = find_quote(quote, text)
    assert span is not None and fold(span.of(text)) == quote
