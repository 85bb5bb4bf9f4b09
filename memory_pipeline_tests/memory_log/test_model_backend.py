"""The same log through the model backend, over real HTTP: the model proposes, and form, gates and files stay ours."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from memory_pipeline.adapters.openai_models.policy import ModelPolicy
from memory_pipeline.model.errors import ExtractionFailed
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_log import process_log
from memory_pipeline_tests.adapters.openai_models.scripted import ScriptedModel, completion, item, problem, reply
from memory_pipeline_tests.memory_log.logs import FAMILY, event_bytes, memory_lines, prepared, user

KNOWN = "[2026-01-01 08:00:00] [fact] John Miller lives in Oslo"
LUNCH = "I'm allergic to peanuts, find me a lunch spot"
EVENTS = (user("hi"), "[2026/02/09 06:33:11] [agent message]: Hello!", user(LUNCH, "2026/02/09 06:34:00"))


def allergy(**changes: Any) -> dict[str, Any]:
    """What a model makes of the lunch request, whose turn is the first that it is shown."""
    said = {
        "about": "John",
        "summary": "John is allergic to peanuts.",
        "body": "I'm allergic to peanuts",
        "when_to_use": "meals for John",
        "evidence": [{"turn": 1, "quote": "I'm allergic to peanuts", "asked_in": None}],
        "applies_to": ["John"],
        "sensitivity": "health",
    }
    return item(**{**said, **changes})


@pytest.fixture
def model(httpserver: HTTPServer) -> ScriptedModel:
    return ScriptedModel(httpserver)


def logged(model: ScriptedModel, *answers: Any) -> Pipeline:
    model.says(*answers)
    once = replace(ModelPolicy(), attempts=1, asks=1, longest_wait=0)
    return replace(prepared([KNOWN], EVENTS), extractor=model.extractor(once))


def test_the_allergy_inside_a_request_is_written_under_the_full_name(model: ScriptedModel) -> None:
    pipeline = logged(model, completion(reply(allergy())))
    assert not process_log(pipeline, FAMILY).failed
    assert memory_lines(pipeline) == [
        KNOWN,
        "[2026-02-09 06:34:00] [fact] John Miller is allergic to peanuts",
    ]
    assert event_bytes(pipeline) == b""


def test_the_model_is_shown_the_users_words_and_nothing_of_the_agents(model: ScriptedModel) -> None:
    process_log(logged(model, completion(reply())), FAMILY)
    (shown,) = model.texts
    assert all(words in shown for words in LUNCH.split(", "))
    assert "Hello!" not in shown


@pytest.mark.parametrize(
    "lie",
    [
        allergy(evidence=[{"turn": 1, "quote": "I'm allergic to almonds", "asked_in": None}]),
        allergy(evidence=[{"turn": 7, "quote": "I'm allergic to peanuts", "asked_in": None}]),
        allergy(summary="John is allergic to peanuts and 3 other nuts."),
        allergy(summary="John is not allergic to peanuts."),
        allergy(summary="John is allergic to peanuts since yesterday."),
    ],
    ids=["misquoted", "a-turn-that-is-not-there", "a-number-nobody-said", "turned-round", "a-relative-day"],
)
def test_what_the_model_makes_up_is_not_written(lie: dict[str, Any], model: ScriptedModel) -> None:
    pipeline = logged(model, completion(reply(lie)))
    process_log(pipeline, FAMILY)
    assert not any(
        "allergic" in line and "John Miller is allergic to peanuts" not in line for line in memory_lines(pipeline)
    )
    assert not any("almonds" in line or "3 other" in line or "yesterday" in line for line in memory_lines(pipeline))


@pytest.mark.parametrize("broken", [problem(500), completion("no JSON here"), completion(None)])
def test_an_endpoint_that_fails_leaves_the_batch_and_the_file_as_they_were(broken: Any, model: ScriptedModel) -> None:
    pipeline = logged(model, broken)
    before = event_bytes(pipeline)
    with pytest.raises(ExtractionFailed, match="a batch was not distilled"):
        process_log(pipeline, FAMILY)
    assert (memory_lines(pipeline), event_bytes(pipeline)) == ([KNOWN], before)
    model.says(completion(reply(allergy())))
    model.bodies.clear()
    assert not process_log(pipeline, FAMILY).failed
    assert len(memory_lines(pipeline)) == 2
