"""The scripted model, behind a server that takes several requests at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_httpserver import HTTPServer

from memory_pipeline_tests.adapters.openai_models.scripted import ScriptedModel


@pytest.fixture(scope="session")
def make_httpserver() -> Iterator[HTTPServer]:
    with HTTPServer(threaded=True) as server:
        yield server


@pytest.fixture
def model(httpserver: HTTPServer) -> ScriptedModel:
    return ScriptedModel(httpserver)
