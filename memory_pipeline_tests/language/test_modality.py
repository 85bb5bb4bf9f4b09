"""How a text means what it says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.language.modality import modalities, modality, over_in, present_in


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("what is Priya's schedule?", {"question"}),
        ("is it Saturday 10 am or 11?", {"question"}),
        ("soccer's still thursdays 5:30 right?", {"question"}),
        ("Isn't Theo allergic to nuts?", {"question"}),
        ("Who has the kids Wednesday?", {"question"}),
        ("can you always ask me before ordering?", set()),
        ("we used to love ramen", {"past"}),
        ("Theo is used to early mornings", set()),
        ("Finn doesn't nap any more", {"past"}),
        ("I might switch to oat milk", {"possible"}),
        ("maybe we go to Coorg in december, maybe not", {"possible"}),
        ("I think it's 11", {"possible"}),
        ("Theo may be gluten intolerant", {"possible"}),
        ("the party is in May", set()),
        ("if we ever got one it would have to be a poodle", {"hypothetical"}),
        ("if we would move to Hamburg one day, handball would be finished", {"hypothetical"}),
        ("If we win lotto we're moving to the islands, ha.", {"hypothetical"}),
        ("if it rains we cancel swim", {"conditional"}),
        ("nothing goes in without my ok", {"conditional"}),
        ("when you send messages show me first", {"conditional"}),
        ("Finn says he is allergic to broccoli now, lol", {"reported_joke"}),
        ("Dana is for school forms lol", set()),
        ("I sold the kids, just kidding", {"joke"}),
        ("I would like a window seat", {"wished"}),
        ("June hates coconut", set()),
        ("chintu wants a tortoise", {"wished"}),
        ("gonna list the kids for sale 😂", {"joke"}),
        ("", set()),
    ],
)
def test_each_way_to_mean_it_is_told_from_a_plain_assertion(text: str, kinds: set[str]) -> None:
    assert modalities(text) == kinds


def test_the_first_of_several_names_the_text() -> None:
    assert modality("might we go?") == "question" and modality("Theo loves trains") == "asserted"


@pytest.mark.parametrize(
    ("said", "claimed"),
    [
        ("Theo was allergic to milk", "Theo is allergic to milk"),
        ("I worked at Acme", "Dana works at Acme"),
        ("we had a dog", "The family has a dog"),
    ],
)
def test_what_is_told_as_over_is_told_from_what_holds(said: str, claimed: str) -> None:
    assert over_in(said) & present_in(claimed)


@pytest.mark.parametrize(
    ("said", "claimed"),
    [
        ("I have worked at Acme for years", "Dana works at Acme"),
        ("we had to leave, Theo is sick", "Theo is sick"),
        ("Theo's team won", "Theo's team won"),
        ("Canyon Road is closed", "Canyon Road is closed"),
    ],
)
def test_what_still_holds_is_not_taken_for_over(said: str, claimed: str) -> None:
    assert not over_in(said) & present_in(claimed)


@given(st.text(max_size=100))
def test_any_text_has_a_modality(text: str) -> None:
    assert modality(text)
