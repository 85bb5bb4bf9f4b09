"""Sentences and clauses have exact edges, and a condition stays with what it governs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.language.clauses import clause_around, clauses, sentences


def said(text: str) -> list[str]:
    return [span.of(text) for span in clauses(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("I'm here. Are you? Yes!", ["I'm here.", "Are you?", "Yes!"], id="three marks"),
        pytest.param(
            "See Dr. Chen at 5 p.m. today.", ["See Dr. Chen at 5 p.m. today."], id="abbreviations do not end one"
        ),
        pytest.param("One line\nanother line", ["One line", "another line"], id="a line break ends one"),
        pytest.param("Version 1.5 is out", ["Version 1.5 is out"], id="a decimal point does not end one"),
        pytest.param("  \n ", [], id="blank text has none"),
        pytest.param(
            'He said "stop." Then left.', ['He said "stop."', "Then left."], id="a closing quote belongs to it"
        ),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    assert [span.of(text) for span in sentences(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "I'm allergic to peanuts, find me a lunch spot.",
            ["I'm allergic to peanuts", "find me a lunch spot"],
            id="a fact and a request part at the comma",
        ),
        pytest.param(
            "If it rains, we cancel practice",
            ["If it rains, we cancel practice"],
            id="a condition keeps its consequence",
        ),
        pytest.param(
            "Sam and I got married in 2015", ["Sam and I got married in 2015"], id="two subjects stay together"
        ),
        pytest.param(
            "My son plays soccer on Tuesdays and he has piano on Fridays",
            ["My son plays soccer on Tuesdays", "he has piano on Fridays"],
            id="and before a new subject parts",
        ),
        pytest.param(
            "I can't do mornings because I drop Mia off", ["I can't do mornings", "I drop Mia off"], id="because parts"
        ),
        pytest.param(
            "Dana hates cilantro; keep it out", ["Dana hates cilantro", "keep it out"], id="a semicolon parts"
        ),
        pytest.param("We leave at 5 p.m.", ["We leave at 5 p.m."], id="the stop of an abbreviation stays"),
        pytest.param("Is Leo allergic?", ["Is Leo allergic?"], id="the question mark stays: it is how it was meant"),
        pytest.param(
            "he works nights and my mom doesn't text she likes paper",
            ["he works nights", "my mom doesn't text", "she likes paper"],
            id="without punctuation a new subject and verb part",
        ),
        pytest.param(
            "next he'll tell us he's allergic to beer",
            ["next he'll tell us he's allergic to beer"],
            id="what is told stays with who tells it",
        ),
        pytest.param("The cake she made is gone", ["The cake she made is gone"], id="a noun keeps what describes it"),
        pytest.param(
            "in anything you write for the school, never mention the court case",
            ["in anything you write for the school, never mention the court case"],
            id="an instruction keeps its scope",
        ),
        pytest.param("sign it Ann Bell, never Mrs Bell", ["sign it Ann Bell, never Mrs Bell"], id="a narrowing stays"),
        pytest.param(
            "My sister Rosa, who lives in Leeds, is here",
            ["My sister Rosa, who lives in Leeds, is here"],
            id="a relative clause stays",
        ),
    ],
)
def test_clauses_part_at_new_claims_only(text: str, expected: list[str]) -> None:
    assert said(text) == expected


def test_a_stretch_inside_a_clause_grows_to_its_edges() -> None:
    text = "Leo is not allergic to peanuts, find a bakery"
    start = text.index("allergic")
    assert clause_around(text, start, start + 8).of(text) == "Leo is not allergic to peanuts"


@given(st.text(max_size=200))
def test_spans_lie_in_the_text_in_order_and_never_overlap(text: str) -> None:
    for spans in (sentences(text), clauses(text)):
        edges = [edge for span in spans for edge in (span.start, span.end)]
        assert edges == sorted(edges)
        assert all(span.of(text).strip() for span in spans)


@given(st.text(alphabet="abc I.,!?\n'", max_size=80))
def test_no_letter_is_lost_between_sentences(text: str) -> None:
    kept = "".join(span.of(text) for span in sentences(text))
    assert [c for c in kept if c.isalnum()] == [c for c in text if c.isalnum()]
