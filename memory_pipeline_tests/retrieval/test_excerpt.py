"""Masking: a forgotten quote leaves no trace, and nothing else is touched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.retrieval.excerpt import FORGOTTEN, masked

CASES = {
    "whole": ("I am ill.", ["I am ill."], FORGOTTEN),
    "within": ("Well, I am ill. Bye.", ["I am ill."], f"Well, {FORGOTTEN} Bye."),
    "twice": ("no no", ["no"], f"{FORGOTTEN} {FORGOTTEN}"),
    "longer-first": ("I am very ill", ["ill", "very ill"], f"I am {FORGOTTEN}"),
    "signs-are-literal": ("costs 5.50 (now)", ["5.50 (now)"], f"costs {FORGOTTEN}"),
    "none": ("Nothing here", ["other"], "Nothing here"),
    "blank-quotes-mask-nothing": ("a b", ["", " "], "a b"),
}


@pytest.mark.parametrize(("text", "quotes", "expected"), CASES.values(), ids=CASES)
def test_each_quote_is_replaced(text: str, quotes: list[str], expected: str) -> None:
    assert masked(text, quotes) == expected


@given(st.text(min_size=1, alphabet="xyz.*[ "), st.text(alphabet="xyz.*[ "), st.text(alphabet="xyz.*[ "))
def test_no_quote_is_left(quote: str, before: str, after: str) -> None:
    if quote.strip():
        assert FORGOTTEN in masked(before + quote + after, [quote])
        assert quote not in masked(before + quote + after, [quote]).replace(FORGOTTEN, "\n")
