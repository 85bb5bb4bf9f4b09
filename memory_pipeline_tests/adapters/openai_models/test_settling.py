"""Our own rules for end dates and sensitive topics have the last word over a model's."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from memory_pipeline.adapters.openai_models.settling import settled
from memory_pipeline.model.memory import Sensitivity
from memory_pipeline_tests.formation.talks import CEDAR, claim, talk

VISIT = "My cousin stays with us until the 19th"
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
