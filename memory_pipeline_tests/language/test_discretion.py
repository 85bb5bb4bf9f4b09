"""What a speaker asks not to remember, and how far the wish reaches."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.language.discretion import wishes_of_discretion


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("Theo naps at 1. ok and don't remember this, but I'm sad", "don't remember this, but I'm sad"),
        ("Please do not remember this what I say now: I cried", "do not remember this what I say now: I cried"),
        ("Don't remember this one. I backed into it.", "Don't remember this one. I backed into it."),
        ("I backed into it. Don't remember this.", "I backed into it. Don't remember this."),
        ("Theo naps at 1. I hate my boss, but keep that between us", "I hate my boss, but keep that between us"),
        ("Just between us, I'm leaving", "between us, I'm leaving"),
        ("off the record, I quit", "off the record, I quit"),
        (
            "Theo naps at 1. Don't keep this. Netball is on Thursday.",
            "Theo naps at 1. Don't keep this. Netball is on Thursday.",
        ),
    ],
)
def test_a_wish_covers_its_statement(text: str, covered: str) -> None:
    (wish,) = wishes_of_discretion(text)
    assert (wish.covered.of(text), wish.reach) == (covered, "here")


@pytest.mark.parametrize(
    ("text", "reach"),
    [
        ("Forget I said that.", "previous"),
        ("keep this between us", "previous"),
        ("can you not save this please", "previous"),
        ("Please don't put this in your memory", "previous"),
        ("Don't remember what I tell you next", "next"),
        ("please forget what I said about the dog", "topic"),
    ],
)
def test_a_wish_alone_reaches_another_turn(text: str, reach: str) -> None:
    (wish,) = wishes_of_discretion(text)
    assert wish.reach == reach


@pytest.mark.parametrize(
    "text",
    [
        "don't forget this: Theo is allergic",
        "I don't remember this place",
        "Do you not remember this?",
        "Is this off the record?",
        "dont put anything in a cart",
        "don't keep it in the fridge",
        "don't write this in the group",
        "remember this",
        "",
    ],
)
def test_what_only_sounds_alike_is_no_such_wish(text: str) -> None:
    assert wishes_of_discretion(text) == ()


@given(st.text(max_size=60), st.text(max_size=60))
def test_what_is_covered_lies_in_the_text(before: str, after: str) -> None:
    text = f"{before} don't remember this {after}"
    assert all(0 <= wish.covered.start < wish.covered.end <= len(text) for wish in wishes_of_discretion(text))
