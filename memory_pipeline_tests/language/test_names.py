"""Proper names are found where they stand; capitals of sentences, days and months are no names."""

from __future__ import annotations

import pytest

from memory_pipeline.language.names import pronouns, proper_names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Tom and Rosa love it", ["Tom", "Rosa"], id="two people"),
        pytest.param(
            "Dana's sister lives in New York", ["Dana", "New York"], id="a possessive and a place of two words"
        ),
        pytest.param("our dentist is Dr. Chen", ["Dr. Chen"], id="a title belongs to the name"),
        pytest.param("Leo goes to St. Mark's Place", ["Leo", "St. Mark's Place"], id="an apostrophe inside a name"),
        pytest.param("Please call on Monday in March", [], id="openers, weekdays and months"),
        pytest.param("I think I'm late", [], id="the first person"),
        pytest.param("Volunteering is fun", [], id="a gerund opens the sentence"),
        pytest.param("we met O'Brien at Jean-Luc's", ["O'Brien", "Jean-Luc"], id="apostrophe and hyphen"),
        pytest.param("ask Zoë about São Paulo", ["Zoë", "São Paulo"], id="accents"),
        pytest.param("all lower case", [], id="no capitals"),
    ],
)
def test_names_are_found_as_written(text: str, expected: list[str]) -> None:
    assert [name.text for name in proper_names(text)] == expected


def test_a_name_knows_its_place() -> None:
    text = "ask Dana's boss"
    (name,) = proper_names(text)
    assert text[name.start : name.end] == "Dana"


def test_pronouns_come_in_order_with_repeats() -> None:
    assert pronouns("She gave it to me and I gave it back") == ("she", "it", "me", "i", "it")
