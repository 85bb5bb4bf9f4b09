"""The earlier files are served without the lines that a rule in force forbids, and without no other."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_pipeline.brief.legacy_forgotten import without_forgotten
from memory_pipeline.model.suppression import Suppression, SuppressionScope
from memory_pipeline.store.suppression_rules import SuppressionRules

NOW = datetime(2026, 9, 1, tzinfo=UTC)
FILES = {
    "knowledge.md": "# Family\r\n\n- Dana smokes on the balcony.\n* Dana swims on Fridays. She has a car.\n",
    "explicit_memories.md": "- 2026-08-01: Dana smokes on the balcony\n1. Theo is allergic to peanuts.\n",
}


def rules(scope: SuppressionScope, value: str, *texts: str) -> SuppressionRules:
    rule = Suppression(
        id="01M00TC8F0T0SVG3176DFVC1HZ", scope=scope, value=value, texts=texts, made_at=NOW, made_by="Dana"
    )
    return SuppressionRules([rule], {})


def test_every_line_that_says_it_goes_and_the_others_stay_byte_for_byte() -> None:
    assert without_forgotten(FILES, rules("claim", "Dana", "Dana smokes on the balcony.")) == {
        "knowledge.md": "# Family\r\n\n* Dana swims on Fridays. She has a car.\n",
        "explicit_memories.md": "1. Theo is allergic to peanuts.\n",
    }


@pytest.mark.parametrize(
    ("scope", "value", "gone"),
    [("about", "Theo", "peanuts"), ("topic", "health", "peanuts"), ("about", "Dana", "swims")],
)
def test_a_rule_on_somebody_or_on_a_topic_holds_here_too(scope: SuppressionScope, value: str, gone: str) -> None:
    left = "".join(without_forgotten(FILES, rules(scope, value)).values())
    assert gone not in left
    assert "# Family" in left


def test_another_value_of_the_same_subject_stays() -> None:
    assert without_forgotten(FILES, rules("claim", "Theo", "Theo is allergic to kiwi.")) == FILES
