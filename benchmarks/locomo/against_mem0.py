"""mem0 beside us: it gets our embedder over an OpenAI-compatible endpoint on loopback, and the same turns."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from benchmarks.locomo.counting import Pieces
from benchmarks.locomo.questions import Question
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.embedder import DIMENSIONS, Embedder

PROGRAM = Path(__file__).with_name("mem0_turns.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mem0Answers:
    """What mem0 found for each question in turn, what that took, and its version."""

    version: str
    results: list[list[Pieces]]
    search_ms: list[float]


def ask_mem0(
    python: Path,
    embedder: Embedder,
    conversations: Mapping[str, Sequence[Session]],
    questions: Sequence[Question],
    limit: int,
) -> Mem0Answers:
    """Add every turn, then ask. Raises CalledProcessError where its interpreter fails."""
    with tempfile.TemporaryDirectory() as folder, embeddings_endpoint(embedder) as base_url:
        asked = {
            "base_url": base_url,
            "dimensions": DIMENSIONS,
            "folder": folder,
            "limit": limit,
            "conversations": [
                {"family": family, "turns": list(_turns(sessions))} for family, sessions in conversations.items()
            ],
            "questions": [{"family": question.family, "text": question.text} for question in questions],
        }
        done = subprocess.run(
            [str(python), str(PROGRAM)],
            input=json.dumps(asked),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            env={"MEM0_DIR": folder, "HOME": folder, "PATH": "/usr/bin:/bin"},
        )
    answered = json.loads(done.stdout)
    results = [[[[(session, turn)]] for session, turn in found] for found in answered["results"]]
    return Mem0Answers(version=answered["version"], results=results, search_ms=answered["search_ms"])


@contextmanager
def embeddings_endpoint(embedder: Embedder) -> Iterator[str]:
    """The base URL of an OpenAI-compatible embeddings endpoint over an embedder, on loopback."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            data = [
                {"object": "embedding", "index": at, "embedding": vector.tolist()}
                for at, vector in enumerate(embedder.embed(asked["input"]))
            ]
            body = json.dumps(
                {
                    "object": "list",
                    "model": asked["model"],
                    "data": data,
                    "usage": {"prompt_tokens": 0, "total_tokens": 0},
                }
            ).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: Any) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()


def _turns(sessions: Sequence[Session]) -> Iterator[dict[str, Any]]:
    for session in sessions:
        for turn in session.turns:
            yield {"session": session.id, "turn": turn.number, "text": f"{turn.speaker}: {turn.text}"}
