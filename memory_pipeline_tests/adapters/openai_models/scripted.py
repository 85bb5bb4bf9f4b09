"""An endpoint over real HTTP that answers what a test scripts, and what a well-behaved model would write."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from memory_pipeline.adapters.openai_models.endpoint import Address, Endpoint
from memory_pipeline.adapters.openai_models.extractor import OpenAIExtractor
from memory_pipeline.adapters.openai_models.policy import ModelPolicy
from memory_pipeline.adapters.openai_models.reply_cache import ReplyCache
from memory_pipeline_tests.formation.talks import talk

Answer = Response | Callable[[Request], Response]
PATH = "/v1/chat/completions"
TALK = talk(
    "Theo is allergic to kiwi. Our gate code is 4821.", ("assistant", "Noted."), "Piano is every Tuesday at five."
)


def count(text: str) -> int:
    """Tokens, near enough for a test: words."""
    return len(text.split())


def item(**changes: Any) -> dict[str, Any]:
    """A memory as the prompt asks for it."""
    return {
        "type": "constraint",
        "about": "Theo",
        "summary": "Theo is allergic to kiwi.",
        "body": "Theo is allergic to kiwi",
        "when_to_use": "meals and snacks for Theo",
        "evidence": [{"turn": 1, "quote": "Theo is allergic to kiwi", "asked_in": None}],
        "applies_to": ["Theo"],
        "strength": "hard",
        "authority": "user_stated",
        "confidence": 0.95,
        "durability": "durable",
        "valid_until": None,
        "sensitivity": "minors",
        **changes,
    }


def nine() -> list[dict[str, Any]]:
    """Nine memories that differ."""
    return [item(summary=f"Theo is allergic to kiwi, they said {number} times.") for number in range(1, 10)]


def reply(*items: Any, summary: str = "Dana spoke of Theo.") -> str:
    """The JSON that a model writes."""
    return json.dumps({"summary": summary, "memories": list(items)})


def completion(content: Any, finish: str = "stop", usage: Any = None, **message: Any) -> Response:
    """A chat completion of the API."""
    body: dict[str, Any] = {
        "id": "c1",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [
            {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": content, **message}}
        ],
    }
    if usage is not None:
        body["usage"] = usage
    return answer(body)


def answer(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Any JSON with any status."""
    return Response(json.dumps(body), status=status, headers=headers, content_type="application/json")


def problem(status: int, code: str = "x", headers: dict[str, str] | None = None) -> Response:
    """An error of the API."""
    return answer({"error": {"message": f"it says {status}", "code": code, "type": "t"}}, status, headers)


@dataclass
class ScriptedModel:
    """Answers in the order of `script`, the last one again and again; keeps what it was sent."""

    server: HTTPServer
    script: list[Answer] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    busiest: int = 0
    pause: float = 0.0
    _busy: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.server.expect_request(PATH, method="POST").respond_with_handler(self._serve)

    def says(self, *script: Answer) -> None:
        """Set the script."""
        self.script = list(script)

    @property
    def url(self) -> str:
        """OPENAI_BASE_URL."""
        return self.server.url_for("/v1")

    @property
    def texts(self) -> list[str]:
        """The last message of each request."""
        return [body["messages"][-1]["content"] for body in self.bodies]

    def endpoint(self, policy: ModelPolicy | None = None) -> Endpoint:
        """A client that does not wait but tells how long it would have."""
        return Endpoint(Address(self.url, "test-key"), policy or ModelPolicy(), count, self.waits.append)

    def extractor(self, policy: ModelPolicy | None = None, cache: ReplyCache | None = None) -> OpenAIExtractor:
        """The extractor behind such a client."""
        return OpenAIExtractor(self.endpoint(policy), count, cache)

    def _serve(self, request: Request) -> Response:
        with self._lock:
            self._busy += 1
            self.busiest = max(self.busiest, self._busy)
            place = len(self.bodies)
            self.bodies.append(json.loads(request.get_data()))
        try:
            time.sleep(self.pause)
            chosen = self.script[min(place, len(self.script) - 1)]
            return chosen(request) if callable(chosen) and not isinstance(chosen, Response) else copied(chosen)
        finally:
            with self._lock:
                self._busy -= 1


def copied(response: Answer) -> Response:
    """The same response once more; one that was sent is used up."""
    assert isinstance(response, Response)
    return Response(response.get_data(), status=response.status, headers=list(response.headers))


def turn_numbers(text: str) -> list[int]:
    """The turns that a request shows as new, in order."""
    headers = (line for line in text.splitlines() if line.startswith("== turn "))
    return [int(line.split()[2]) for line in headers if "read before" not in line]


def each_turn_once(items: Callable[[int], Iterable[Any]]) -> Answer:
    """A model that proposes `items(n)` for each new turn n that it is shown."""

    def serve(request: Request) -> Response:
        shown = turn_numbers(json.loads(request.get_data())["messages"][-1]["content"])
        found = [one for number in shown for one in items(number)]
        return completion(reply(*found, summary=f"They spoke in turns {shown[0]} to {shown[-1]}."))

    return serve
