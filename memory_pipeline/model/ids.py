"""Identifiers made from what they name, so that replaying a history from nothing gives the same ones."""

from __future__ import annotations

import hashlib
from datetime import datetime

from ulid import ULID


def digest(*parts: str) -> str:
    """SHA-256 in hex over length-framed parts (so that ("ab", "c") and ("a", "bc") differ)."""
    state = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        state.update(len(data).to_bytes(8, "big"))
        state.update(data)
    return state.hexdigest()


def derived_ulid(at: datetime, *parts: str) -> str:
    """A ULID whose time is `at` (milliseconds) and whose 80 random bits are a hash of `parts` (contract section 2)."""
    milliseconds = max(0, int(at.timestamp() * 1000))
    tail = bytes.fromhex(digest(*parts))[:10]
    return str(ULID(milliseconds.to_bytes(6, "big") + tail))
