"""A proxy in front of a real S3 server that refuses, loses, cuts and delays answers by plan."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal
from urllib.parse import urlsplit

Fault = Literal["refused", "throttled", "lost", "cut", "stalled", "dripping", ""]
Plan = Callable[[int], Fault]

STALL_SECONDS = 1.5
BUSY = b"<?xml version='1.0'?><Error><Code>SlowDown</Code><Message>told</Message></Error>"


class UnsteadyServer(ThreadingHTTPServer):
    """Passes requests on; `plan` says by a request's number, from 1, what happens to it. `asked` counts them.

    refused, throttled: answered 503, 429 without being carried out. lost: carried out, and the connection closed
    instead of an answer. cut: carried out, and half of the answer sent. stalled: the answer comes when nobody waits
    any more. dripping: the answer comes in small pieces, each in time.
    """

    daemon_threads = True

    def __init__(self, upstream: str) -> None:
        super().__init__(("127.0.0.1", 0), _Passing)
        self.upstream = urlsplit(upstream).netloc
        self.plan: Plan = lambda _: ""
        self.asked = 0
        self._lock = threading.Lock()

    @property
    def endpoint(self) -> str:
        """The address to use instead of the server's."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def begin(self, plan: Plan) -> None:
        """Count from 1 again, by another plan."""
        with self._lock:
            self.plan, self.asked = plan, 0

    def next_fault(self) -> Fault:
        """What happens to the request that has just come in."""
        with self._lock:
            self.asked += 1
            return self.plan(self.asked)


class _Passing(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: UnsteadyServer

    def _pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        fault = self.server.next_fault()
        if fault in ("refused", "throttled"):
            self._send(503 if fault == "refused" else 429, [("Content-Type", "application/xml")], BUSY)
            return
        status, headers, answer = self._carried_out(body)
        match fault:
            case "lost":
                self._hang_up()
            case "cut":
                self._send(status, headers, answer, upto=len(answer) // 2)
                self._hang_up()
            case "stalled":
                time.sleep(STALL_SECONDS)
                self._hang_up()
            case _:
                self._send(status, headers, answer, pieces=20 if fault == "dripping" else 1)

    do_GET = do_PUT = do_DELETE = do_HEAD = do_POST = _pass_on

    def _carried_out(self, body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
        upstream = http.client.HTTPConnection(self.server.upstream, timeout=30)
        headers = {name: value for name, value in self.headers.items() if name not in ("Expect", "Connection")}
        upstream.request(self.command, self.path, body=body, headers=headers)
        answer = upstream.getresponse()
        found = answer.status, [pair for pair in answer.getheaders() if pair[0] not in _OURS], answer.read()
        upstream.close()
        return found

    def _send(
        self, status: int, headers: list[tuple[str, str]], body: bytes, *, upto: int | None = None, pieces: int = 1
    ) -> None:
        self.send_response_only(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        wanted = body[:upto]
        size = max(1, -(-len(wanted) // pieces))
        for start in range(0, len(wanted), size):
            time.sleep(0.02 if pieces > 1 else 0)
            self.wfile.write(wanted[start : start + size])

    def _hang_up(self) -> None:
        self.close_connection = True
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


_OURS = ("Content-Length", "Connection", "Transfer-Encoding")


@contextmanager
def unsteady(upstream: str) -> Iterator[UnsteadyServer]:
    """The proxy in a thread of its own, ended afterwards."""
    with UnsteadyServer(upstream) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
