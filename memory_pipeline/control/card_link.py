"""Signed links: the one way from outside to a family's card page, or to its review desk.

A token holds family, member, end and a nonce, in the open and signed. A token of one purpose (a link, a session) or of
one door (card, desk) never passes for another.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

import itsdangerous

from memory_pipeline.model.errors import InvalidSetting

Door = Literal["card", "desk"]
Purpose = Literal["link", "session", "desk link", "desk session"]
SHORTEST_SECRET = 32
LONGEST_TOKEN = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkPolicy:
    """How long a link waits to be opened, and how long the session lasts that it opens."""

    link: timedelta = timedelta(minutes=15)
    session: timedelta = timedelta(hours=12)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """Who may see which family's card until when. `until` is in seconds of the Unix epoch; `nonce` is its name.

    `member` is who opens the card, and who reviews at the desk.
    """

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
        self._secret = secret

    def sign(self, given: Pass) -> str:
        """The token of a pass."""
        fields = [given.family, given.member, given.until, given.nonce]
        return str(self._serializer(given.purpose).dumps(fields))

    def read(self, token: str, purpose: Purpose, now: datetime) -> Pass | None:
        """The pass of a token; None where it is forged, of another purpose, or over."""
        if len(token) > LONGEST_TOKEN:
            return None
        try:
            family, member, until, nonce = self._serializer(purpose).loads(token)
        except itsdangerous.BadData:
            return None
        if now.timestamp() >= until:
            return None
        return Pass(purpose=purpose, family=family, member=member, until=until, nonce=nonce)

    def mac(self, use: str, text: str) -> str:
        """The MAC of a text for one use."""
        return self._signer(use).get_signature(text).decode("ascii")

    def is_mac(self, given: str, use: str, text: str) -> bool:
        """Whether `given` is that MAC, compared in constant time."""
        return self._signer(use).verify_signature(text, given.encode("utf-8", "replace"))

    def _serializer(self, purpose: Purpose) -> itsdangerous.URLSafeSerializer:
        return itsdangerous.URLSafeSerializer(
            self._secret, salt=f"card {purpose}", signer_kwargs={"digest_method": hashlib.sha256}
        )

    def _signer(self, use: str) -> itsdangerous.Signer:
        return itsdangerous.Signer(self._secret, salt=f"card {use}", digest_method=hashlib.sha256)


def new_link(
    signer: Signer, family: str, member: str | None, now: datetime, policy: LinkPolicy, nonce: str, door: Door = "card"
) -> str:
    """The token of a link that can be opened once, until `policy.link` is over."""
    until = int((now + policy.link).timestamp())
    return signer.sign(Pass(purpose=link_purpose(door), family=family, member=member, until=until, nonce=nonce))


def link_purpose(door: Door) -> Purpose:
    """What a link to a door is signed for."""
    return "link" if door == "card" else "desk link"


def session_purpose(door: Door) -> Purpose:
    """What a session behind a door is signed for."""
    return "session" if door == "card" else "desk session"
