"""The endpoint's embedder keeps the port's promises: 512 unit dimensions, one model's vectors only."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np
import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from memory_pipeline.adapters.openai_models.embedder import OpenAIEmbedder
from memory_pipeline.adapters.openai_models.endpoint import Address, Endpoint
from memory_pipeline.adapters.openai_models.policy import ModelPolicy
from memory_pipeline.model.errors import IndexMismatch, IndexUnavailable
from memory_pipeline_tests.adapters.openai_models.scripted import answer, count, problem

PATH = "/v1/embeddings"


def vector(text: str, dimensions: int = 512) -> list[float]:
    """A vector that is a function of the text, of no particular length."""
    numbers = np.random.default_rng(list(text.encode())).normal(size=dimensions) * 3
    return [float(number) for number in numbers]


class Embeddings:
    """Answers as the API does, in another order than it was asked."""

    def __init__(self, server: HTTPServer) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.as_base64 = False
        self.trouble: list[Response] = []
        server.expect_request(PATH).respond_with_handler(self.serve)

    def serve(self, request: Request) -> Response:
        self.bodies.append(json.loads(request.get_data()))
        if self.trouble:
            return self.trouble.pop(0)
        data = [{"index": at, "embedding": self.written(text)} for at, text in enumerate(self.bodies[-1]["input"])]
        return answer({"data": data[::-1], "model": "m"})

    def written(self, text: str) -> Any:
        if self.as_base64:
            return base64.b64encode(np.array(vector(text), dtype="<f4").tobytes()).decode()
        return vector(text)


@pytest.fixture
def api(httpserver: HTTPServer) -> Embeddings:
    return Embeddings(httpserver)


@pytest.fixture
def embedder(httpserver: HTTPServer) -> OpenAIEmbedder:
    address = Address(httpserver.url_for("/v1"), "key")
    return OpenAIEmbedder(Endpoint(address, ModelPolicy(attempts=3), count, lambda _: None), batch=4)


@pytest.mark.parametrize("as_base64", [False, True])
def test_texts_become_unit_vectors_in_their_own_order(
    as_base64: bool, api: Embeddings, embedder: OpenAIEmbedder
) -> None:
    api.as_base64 = as_base64
    texts = ["the dentist", "piano", "the dentist", "choir", "pool", "bus"]
    found = embedder.embed(texts)
    assert (found.shape, found.dtype) == ((6, 512), np.float32)
    expected = np.array([vector(text) for text in texts])
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    np.testing.assert_allclose(found, expected, atol=1e-6)


def test_texts_go_in_batches_and_each_text_once(api: Embeddings, embedder: OpenAIEmbedder) -> None:
    embedder.embed([f"text {number % 6}" for number in range(60)])
    assert [len(body["input"]) for body in api.bodies] == [4, 2]
    assert api.bodies[0]["dimensions"] == 512
    assert api.bodies[0]["model"] == "text-embedding-3-small"


def test_no_texts_ask_nothing(api: Embeddings, embedder: OpenAIEmbedder) -> None:
    assert embedder.embed([]).shape == (0, 512)
    assert api.bodies == []


def test_what_cannot_be_sent_is_replaced_and_what_is_too_long_ends(api: Embeddings, embedder: OpenAIEmbedder) -> None:
    assert embedder.embed(["", "a\ud83d", "x" * 9_000]).shape == (3, 512)
    assert api.bodies[0]["input"] == [" ", "a\ufffd", "x" * 4_000]


def test_the_fingerprint_tells_model_dimensions_and_endpoint_apart(embedder: OpenAIEmbedder) -> None:
    name, dimensions, where = embedder.fingerprint.split(" ")
    assert (name, dimensions) == ("text-embedding-3-small", "512")
    assert where.startswith("http://localhost:")


def test_an_endpoint_that_recovers_costs_nothing(api: Embeddings, embedder: OpenAIEmbedder) -> None:
    api.trouble = [problem(500), problem(429)]
    assert embedder.embed(["a"]).shape == (1, 512)


@pytest.mark.parametrize(
    ("trouble", "error"),
    [
        pytest.param(problem(401), IndexUnavailable, id="a wrong key"),
        pytest.param(Response("<html>"), IndexUnavailable, id="a page"),
        pytest.param(answer({"data": []}), IndexUnavailable, id="none"),
        pytest.param(answer({"data": [{"index": 5, "embedding": [1]}]}), IndexUnavailable, id="another index"),
        pytest.param(answer({"data": [{"index": "x", "embedding": [1]}]}), IndexUnavailable, id="an odd index"),
        pytest.param(answer({"data": [{"index": 0, "embedding": "%%"}]}), IndexUnavailable, id="no base64"),
        pytest.param(answer({"data": [{"index": 0, "embedding": ["a"]}]}), IndexUnavailable, id="no numbers"),
        pytest.param(answer({"data": [{"index": 0, "embedding": [0.0] * 512}]}), IndexUnavailable, id="length zero"),
        pytest.param(answer({"data": [{"index": 0, "embedding": vector("a", 1536)}]}), IndexMismatch, id="1,536 wide"),
    ],
)
def test_what_is_no_embedding_is_an_error_and_never_a_vector(
    trouble: Response, error: type[Exception], api: Embeddings, embedder: OpenAIEmbedder
) -> None:
    api.trouble = [trouble] * 3
    with pytest.raises(error):
        embedder.embed(["a"])
