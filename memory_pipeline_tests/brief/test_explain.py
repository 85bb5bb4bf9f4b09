"""Each memory's fate is told in words."""

from __future__ import annotations

import pytest

from memory_pipeline.brief.explain import Explanation, explain
from memory_pipeline_tests.brief.samples import compiled, memory


def test_each_line_names_the_memory_and_why() -> None:
    gone, told = memory("a", status="superseded"), memory("Pizza", type="fact")
    lines = explain(compiled(gone, told).explanations)
    assert set(lines) == {
        f"{gone.id}: left out: superseded",
        f"{told.id}: left out: counted under topics (food); lookup and search find it",
    }


@pytest.mark.parametrize(
    ("explanation", "text"),
    [
        (Explanation(memory="m", reason="in", section="identity"), "in identity"),
        (
            Explanation(memory="m", reason="no_room", section="directives", detail="1100"),
            "left out: directives is full (1100 tokens) and every line in it weighs more",
        ),
        (
            Explanation(memory="m", reason="sensitive", detail="health"),
            "left out: sensitive (health); a search finds it when a task needs it",
        ),
    ],
    ids=lambda value: getattr(value, "reason", ""),
)
def test_a_reason_reads_as_a_sentence(explanation: Explanation, text: str) -> None:
    assert str(explanation) == text


@pytest.mark.parametrize(("reason", "missing"), [("no_room", True), ("too_long", True), ("sensitive", False)])
def test_only_an_essential_line_that_found_no_room_is_missing(reason: str, missing: bool) -> None:
    assert Explanation(memory="m", reason=reason, essential=True).missing is missing  # type: ignore[arg-type]
    assert not Explanation(memory="m", reason=reason).missing  # type: ignore[arg-type]
