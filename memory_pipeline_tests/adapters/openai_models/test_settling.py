"""Our own rules for end dates and sensitive topics have the last word over a model's."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from memory_pipeline.adapters.openai_models.settling import settled
from memory_pipeline.model.memory import Sensitivity
from memory_pipeline_tests.formation.talks import CEDAR, claim, talk

VISIT = "My cousin stays with us until the 19th"
BINDING, LOOSE = ("hard", "user_explicit"), ("soft", "inferred")
RECITAL = "the recital is on August 21"


@pytest.mark.parametrize(
    ("said", "told", "right"),
    [
        pytest.param(RECITAL, date(2026, 8, 21), date(2026, 8, 22), id="the day of an event becomes the day after it"),
        pytest.param(RECITAL, date(2026, 8, 22), date(2026, 8, 22), id="the day after an event stays"),
        pytest.param(VISIT, date(2026, 8, 20), date(2026, 8, 19), id="until the 19th ends on the 19th"),
        pytest.param(VISIT, date(2026, 8, 19), date(2026, 8, 19), id="a right end stays"),
        pytest.param(RECITAL, date(2026, 8, 25), date(2026, 8, 25), id="another day is left to the gates"),
        pytest.param(RECITAL, None, None, id="nothing is added"),
        pytest.param("I like tea", date(2026, 8, 21), date(2026, 8, 21), id="what gives no date is left to the gates"),
    ],
)
def test_an_end_that_is_one_day_off_is_put_right(said: str, told: Any, right: Any) -> None:
    found = settled(claim(said, valid_until=told), talk(f"{said}."), CEDAR)
    assert found.valid_until == right


@pytest.mark.parametrize(
    ("summary", "told", "right"),
    [
        ("Dana's blood pressure is high.", "normal", "health"),
        ("Theo is allergic to kiwi.", "normal", "minors"),
        ("Dana's salary is 4,000 a month.", "normal", "finances"),
        ("Dana likes tea.", "normal", "normal"),
        ("Dana likes tea.", "health", "health"),
        ("Theo is allergic to kiwi.", "health", "health"),
    ],
)
def test_what_either_calls_sensitive_is_sensitive(summary: str, told: Sensitivity, right: Sensitivity) -> None:
    assert settled(claim(summary, sensitivity=told), talk(summary), CEDAR).sensitivity == right


def test_a_citation_of_no_turn_is_left_to_the_gates() -> None:
    lost = claim(RECITAL, turn=9, valid_until=date(2026, 8, 21))
    assert settled(lost, talk("hello"), CEDAR).valid_until == date(2026, 8, 21)


def test_relative_words_that_a_model_left_are_made_absolute_as_of_the_day_they_were_said() -> None:
    said = "the recital is next Friday"
    found = settled(claim("The recital is next Friday.", said, body=said), talk(f"{said}."), CEDAR)
    assert found.summary == "The recital is Friday 2026-08-21."
    assert "next Friday" not in found.body
    assert "2026-08-21" in found.body


@pytest.mark.parametrize(
    ("said", "type_", "told", "right"),
    [
        pytest.param(
            "always ask me first", "directive", ("hard", "user_explicit"), ("hard", "user_explicit"), id="wish"
        ),
        pytest.param(
            "I am allergic to kiwi", "constraint", ("hard", "user_explicit"), ("hard", "user_stated"), id="limit"
        ),
        pytest.param("I take the bus to work", "fact", ("hard", "user_explicit"), ("soft", "user_stated"), id="fact"),
        pytest.param(
            "I take the bus to work", "fact", ("soft", "inferred"), ("soft", "inferred"), id="nothing is raised"
        ),
        pytest.param(
            "always ask me first", "directive", ("soft", "user_stated"), ("soft", "user_stated"), id="nor a wish"
        ),
    ],
)
def test_a_claim_is_no_more_binding_than_what_was_said(
    said: str, type_: Any, told: tuple[Any, Any], right: tuple[str, str]
) -> None:
    proposed = claim(f"{said}.", said, type=type_, strength=told[0], authority=told[1])
    found = settled(proposed, talk(f"{said}."), CEDAR)
    assert (found.strength, found.authority) == right
