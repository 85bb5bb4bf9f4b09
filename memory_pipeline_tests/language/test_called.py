"""One name for each person, place or group."""

from __future__ import annotations

import pytest

from memory_pipeline.language.called import CalledNames

NAMES = CalledNames(
    [("Juniper", "June", "Junie"), ("Corinne", "Marcus's sister"), ("William", "Will"), ("Sam", "Kim"), ("Ana", "Kim")]
)


@pytest.mark.parametrize(
    ("text", "uniform"),
    [
        ("June hates coconut", "Juniper hates coconut"),
        ("June's best friend", "Juniper's best friend"),
        ("call junie", "call Juniper"),
        ("Marcus's sister lives in Tucson", "Corinne lives in Tucson"),
        ("the party is on June 3", "the party is on June 3"),
        ("they come in June", "they come in June"),
        ("she will come", "she will come"),
        ("Will comes", "William comes"),
        ("Kim comes", "Kim comes"),
        ("Juniper", "Juniper"),
        ("Junebug", "Junebug"),
    ],
)
def test_an_alias_is_written_as_the_name_it_stands_for_and_nothing_else_is(text: str, uniform: str) -> None:
    assert NAMES.of(text) == uniform


def test_a_way_to_call_two_people_stands_for_nobody() -> None:
    assert NAMES.primary("Kim") == "Kim"
    assert NAMES.primary("june") == "Juniper"


def test_nobody_known_changes_nothing() -> None:
    assert CalledNames([]).of("June") == "June"
