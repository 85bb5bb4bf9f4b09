"""What an endpoint says that it had cached is counted, over real HTTP; what it does not say is not made up."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from benchmarks.prompt_cache import cached
from memory_pipeline_tests.adapters.openai_models.scripted import ScriptedModel, completion

SENT = [("s-1", "the brief, then hello"), ("s-1", "the brief, then more")]


def usage(cached_tokens: int | None) -> dict[str, object]:
    details = {} if cached_tokens is None else {"prompt_tokens_details": {"cached_tokens": cached_tokens}}
    return {"prompt_tokens": 100, "completion_tokens": 1, "total_tokens": 101, **details}


@pytest.fixture
def model(httpserver: HTTPServer) -> ScriptedModel:
    return ScriptedModel(httpserver)


def test_the_share_is_that_of_all_tokens_sent(model: ScriptedModel) -> None:
    model.says(completion("ok", usage=usage(0)), completion("ok", usage=usage(80)))
    assert cached(model.endpoint(), SENT) == "40.0 % of 2 calls"
    assert [body["max_completion_tokens"] for body in model.bodies] == [1, 1]


def test_an_endpoint_that_says_nothing_is_shown_as_such(model: ScriptedModel) -> None:
    model.says(completion("ok", usage=usage(None)))
    assert cached(model.endpoint(), SENT) == "the endpoint does not say"


def test_without_an_endpoint_nothing_is_sent() -> None:
    assert cached(None, SENT) == "no endpoint is set"
