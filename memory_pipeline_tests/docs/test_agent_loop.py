"""The documented agent, run against an OpenAI-compatible endpoint over real HTTP."""

from __future__ import annotations

import json
import runpy
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from openai import OpenAI
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from memory_pipeline.adapters.exact_index import ExactIndex
from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.bootstrap import build_pipeline, build_reader
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.retrieval.reader import MemoryReader
from memory_pipeline.settings import Settings
from memory_pipeline.workflows.families import add_family, take_in
from memory_pipeline.workflows.run_family import run_family

LOOP = runpy.run_path(str(Path(__file__).parents[2] / "docs/examples/agent_loop.py"))
NOW = datetime(2026, 8, 20, 18, tzinfo=UTC)


@pytest.fixture(scope="module")
def reader() -> MemoryReader:
    pipeline = replace(
        build_pipeline(Settings(store="/nowhere", index="exact", embedder="hashing"), now=NOW),
        objects=InMemoryObjects(),
        index=ExactIndex(),
    )
    add_family(pipeline, Family(key="fam", timezone="America/Denver", members=(Member(name="Dana"),)))
    said = ("Always ask me before you book anything.", "The gate code is 4471.")
    turns = tuple(Turn(number=n, role="user", speaker="Dana", at=NOW, text=text) for n, text in enumerate(said, 1))
    session = Session(id="s-1", surface="chat", started_at=NOW, ended_at=NOW, off_record=False, turns=turns)
    take_in(pipeline, "fam", [session])
    run_family(pipeline, "fam")
    return build_reader(pipeline, "fam")


class Endpoint:
    """Asks for one tool call, then answers with what the tool gave."""

    def __init__(self, tool: str, arguments: dict[str, Any]) -> None:
        self.tool, self.arguments = tool, arguments
        self.requests: list[dict[str, Any]] = []

    def __call__(self, request: Request) -> Response:
        asked = json.loads(request.get_data())
        self.requests.append(asked)
        last = asked["messages"][-1]
        message: dict[str, Any] = {"role": "assistant", "content": last["content"]}
        if last["role"] != "tool":
            call = {"name": self.tool, "arguments": json.dumps(self.arguments)}
            message = {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "c1", "type": "function", "function": call}],
            }
        body = {"id": "1", "object": "chat.completion", "created": 0, "model": "m"}
        choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
        return Response(json.dumps(body | {"choices": choices}), content_type="application/json")


@pytest.fixture
def client(httpserver: HTTPServer) -> Iterator[OpenAI]:
    with OpenAI(api_key="none", base_url=httpserver.url_for("/v1"), max_retries=0) as client:
        yield client


def test_the_agent_carries_the_brief_first_and_opens_what_a_tool_finds(
    client: OpenAI, httpserver: HTTPServer, reader: MemoryReader
) -> None:
    endpoint = Endpoint("search_memory", {"query": "gate code"})
    httpserver.expect_request("/v1/chat/completions").respond_with_handler(endpoint)
    reply = LOOP["answer"](client, reader, "m", "How do I get in?")
    assert "4471" in reply
    first, second = endpoint.requests
    assert [tool["function"]["name"] for tool in first["tools"]] == [
        "search_memory",
        "read_memory",
        "read_conversation_excerpt",
    ]
    assert "Always ask Dana" in first["messages"][0]["content"]
    assert first["messages"][1]["content"].endswith("How do I get in?")
    assert second["messages"][: len(first["messages"])] == first["messages"]


def test_a_refused_reference_is_an_answer_that_says_nothing_more(
    client: OpenAI, httpserver: HTTPServer, reader: MemoryReader
) -> None:
    endpoint = Endpoint("read_memory", {"ref": "memory://other/01K6N1R0A0B0C0D0E0F0G0H010"})
    httpserver.expect_request("/v1/chat/completions").respond_with_handler(endpoint)
    reply = json.loads(LOOP["answer"](client, reader, "m", "Who else?"))
    assert list(reply) == ["error"]
