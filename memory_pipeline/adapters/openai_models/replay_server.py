"""An OpenAI-compatible server that answers from recorded replies, over real HTTP (docs/EVALUATION.md).

So the whole model backend is measured, its client included, and only the model is missing. A request that was not
recorded gets status 404 with the code `not_recorded`.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from memory_pipeline.adapters.openai_models.recording import recorded_hashes, recorded_reply
from memory_pipeline.adapters.openai_models.request import request_hash
from memory_pipeline.model.errors import MalformedDocument

_LONGEST_BODY = 64 * 1024 * 1024


class ReplayServer:
    """Serves a folder of recordings on a free port of the loopback; `with` or `close` ends it.

    `wanted`: a folder in which each request that was not recorded is left as text, `{hash}.txt`, to be recorded.
    """

    def __init__(self, folder: Path, wanted: Path | None = None) -> None:
        self._folder = folder
        self._wanted = wanted
        self._lock = threading.Lock()
        self._asked: set[str] = set()
        self._missing: set[str] = set()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True, name="replay-server")
        self._thread.start()

    @property
    def url(self) -> str:
        """The base address for OPENAI_BASE_URL."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def asked(self) -> tuple[str, ...]:
        """The hashes of all requests so far, ascending."""
        with self._lock:
            return tuple(sorted(self._asked))

    @property
    def missing(self) -> tuple[str, ...]:
        """The hashes of requests that were not recorded, ascending."""
        with self._lock:
            return tuple(sorted(self._missing))

    def unused(self) -> tuple[str, ...]:
        """The recordings that no request has used so far: stale where all sessions have been formed."""
        return tuple(sorted(frozenset(recorded_hashes(self._folder)) - frozenset(self.asked)))

    def answer(self, body: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """Status and JSON for the body of a chat request."""
        wanted = request_hash(body)
        try:
            reply = recorded_reply(self._folder, wanted)
        except MalformedDocument as error:
            return 422, _error("malformed_recording", str(error))
        with self._lock:
            self._asked.add(wanted)
            if reply is None:
                self._missing.add(wanted)
        if reply is None:
            self._leave(wanted, body)
            return 404, _error("not_recorded", f"no reply was recorded for the request {wanted}")
        return 200, _completion(wanted, body, reply)

    def close(self) -> None:
        """Stop serving and free the port."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)

    def __enter__(self) -> ReplayServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _leave(self, wanted: str, body: Mapping[str, Any]) -> None:
        if self._wanted is None:
            return
        self._wanted.mkdir(parents=True, exist_ok=True)
        texts = (f"##### {message['role']} #####\n{message['content']}\n" for message in body.get("messages", ()))
        (self._wanted / f"{wanted}.txt").write_text("\n".join(texts), encoding="utf-8")


def _completion(wanted: str, body: Mapping[str, Any], reply: str) -> dict[str, Any]:
    """A chat completion. No usage: what the recording cost is not known."""
    return {
        "id": f"recorded-{wanted[:12]}",
        "object": "chat.completion",
        "created": 0,
        "model": body.get("model", ""),
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": reply}}],
    }


def _error(code: str, message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": code}}


def _handler(server: ReplayServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """`POST /v1/chat/completions`; all else is 404."""

        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self._body()
            if not self.path.endswith("/chat/completions"):
                self._send(404, _error("not_found", f"{self.path[:80]} is not served; only /chat/completions is"))
            elif body is None:
                self._send(400, _error("bad_request", "the body is no JSON object"))
            else:
                self._send(*server.answer(body))

        def log_message(self, format: str, *args: object) -> None:
            """Requests hold a family's words; none is logged."""

        def _body(self) -> dict[str, Any] | None:
            try:
                length = min(int(self.headers.get("Content-Length", "0")), _LONGEST_BODY)
                body = json.loads(self.rfile.read(length))
            except (ValueError, RecursionError):
                return None
            return body if isinstance(body, dict) else None

        def _send(self, status: int, answer: Mapping[str, Any]) -> None:
            data = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    return Handler
