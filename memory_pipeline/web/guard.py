"""What stands before every page: a body limit, a rate limit, and the headers that keep a browser strict."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "card_session"
DESK_COOKIE = "desk_session"
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardPolicy:
    """Bytes a body may have; requests a minute of one session and of one address."""

    body: int = 32_768
    per_session: int = 240
    per_address: int = 600


class RateLimit:
    """A bucket of tokens for each key, filled evenly; at most `kept` keys are remembered."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, kept: int = 10_000) -> None:
        self._clock = clock
        self._kept = kept
        self._lock = Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, key: str, per_minute: int) -> bool:
        """Take one token of the key's bucket; False where it is empty."""
        with self._lock:
            now = self._clock()
            left, since = self._buckets.pop(key, (float(per_minute), now))
            left = min(float(per_minute), left + (now - since) * per_minute / 60)
            self._buckets[key] = (left - 1 if left >= 1 else left, now)
            while len(self._buckets) > self._kept:
                self._buckets.popitem(last=False)
            return left >= 1


class Guard:
    """ASGI middleware around the whole site."""

    def __init__(self, app: ASGIApp, policy: GuardPolicy, limit: RateLimit) -> None:
        self._app = app
        self._policy = policy
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer 413 or 429."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        answer = _strict(send)
        if not self._in_time(scope, headers):
            await _refuse(
                answer, 429, b"Too many requests at once. Wait a minute and try again.", ((b"retry-after", b"60"),)
            )
            return
        # No form elsewhere may open a link or act here, whatever token it carries.
        if scope["method"] == "POST" and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            await _refuse(answer, 403, b"That came from another site. Open the card itself.")
            return
        body = await _body(receive, self._policy.body)
        if body is None:
            await _refuse(answer, 413, b"That is too long for the card. Write it shorter.")
            return
        await self._app(scope, _replay(body, receive), answer)

    def _in_time(self, scope: Scope, headers: Headers) -> bool:
        client = scope.get("client")
        if not self._limit.allows(f"address {client[0] if client else ''}", self._policy.per_address):
            return False
        session = headers.get("cookie", "")
        begun = COOKIE in session or DESK_COOKIE in session
        return not begun or self._limit.allows(f"session {session[:200]}", self._policy.per_session)


def _strict(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return with_headers


async def _body(receive: Receive, most: int) -> bytes | None:
    """The whole body; None as soon as it is longer than `most`, whatever its headers say."""
    found: bytes = b""
    while True:
        message = await receive()
        found += bytes(message.get("body", b""))
        if len(found) > most:
            return None
        if message["type"] == "http.disconnect" or not message.get("more_body", False):
            return found


def _replay(body: bytes, receive: Receive) -> Receive:
    given = False

    async def once() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return once


async def _refuse(send: Send, status: int, text: bytes, extra: tuple[tuple[bytes, bytes], ...] = ()) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *extra]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})
