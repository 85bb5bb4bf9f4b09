"""Signed card links: the one way from outside to a family's card page.

A token is `payload.mac`, both base64url: JSON of purpose, family, member, end and a nonce, and its HMAC-SHA256. A
token of one purpose (a link, a session) never passes for another.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from memory_pipeline.model.errors import InvalidSetting

Purpose = Literal["link", "session"]
SHORTEST_SECRET = 32
LONGEST_TOKEN = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkPolicy:
    """How long a link waits to be opened, and how long the session lasts that it opens."""

    link: timedelta = timedelta(minutes=15)
    session: timedelta = timedelta(hours=12)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """Who may see which family's card until when. `until` is in seconds of the Unix epoch; `nonce` is its name."""

    purpose: Purpose
    family: str
    member: str | None
    until: int
    nonce: str


class Signer:
    """Signs passes with the secret of MEMORY_CARD_SECRET. Raises InvalidSetting for a secret that can be guessed."""

    def __init__(self, secret: str) -> None:
        if len(secret) < SHORTEST_SECRET:
            raise InvalidSetting(f"MEMORY_CARD_SECRET: use at least {SHORTEST_SECRET} random characters")
        self._key = secret.encode("utf-8")

    def sign(self, given: Pass) -> str:
        """The token of a pass."""
        fields = [given.purpose, given.family, given.member, given.until, given.nonce]
        payload = _encoded(json.dumps(fields, ensure_ascii=True, separators=(",", ":")).encode("ascii"))
        return f"{payload}.{self.mac('pass', payload)}"

    def read(self, token: str, purpose: Purpose, now: datetime) -> Pass | None:
        """The pass of a token; None where it is forged, of another purpose, or over."""
        payload, _, mac = token.partition(".")
        if len(token) > LONGEST_TOKEN or not token.isascii() or not self.is_mac(mac, "pass", payload):
            return None
        try:
            found, family, member, until, nonce = json.loads(
                base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
            )
        except (ValueError, binascii.Error):
            return None
        if found != purpose or now.timestamp() >= until:
            return None
        return Pass(purpose=purpose, family=family, member=member, until=until, nonce=nonce)

    def mac(self, use: str, text: str) -> str:
        """The MAC of a text for one use."""
        return _encoded(hmac.new(self._key, f"{use}\n{text}".encode(), hashlib.sha256).digest())

    def is_mac(self, given: str, use: str, text: str) -> bool:
        """Whether `given` is that MAC, compared in constant time."""
        return hmac.compare_digest(given.encode("utf-8", "replace"), self.mac(use, text).encode("ascii"))


def new_link(signer: Signer, family: str, member: str | None, now: datetime, policy: LinkPolicy, nonce: str) -> str:
    """The token of a link that can be opened once, until `policy.link` is over."""
    until = int((now + policy.link).timestamp())
    return signer.sign(Pass(purpose="link", family=family, member=member, until=until, nonce=nonce))


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")
