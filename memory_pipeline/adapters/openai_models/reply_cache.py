"""Model replies kept by request hash, so that the same request is never paid for twice (contract section 1).

A kept reply and a recorded one have one form: `{"provenance", "request_hash", "reply", ...}`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from memory_pipeline.model.candidate import Usage
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store import json_text, keys


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptReply:
    """The text that a model wrote, who wrote it, whether it was stopped, and what it cost."""

    request_hash: str
    reply: str
    provenance: str
    cut_off: bool = False
    usage: Usage = field(default_factory=Usage)


class ReplyCache(Protocol):
    """Where replies are kept, a family apart from the others."""

    def get(self, family: str, request_hash: str) -> KeptReply | None:
        """The kept reply; None where there is none, or where what is kept cannot be read."""
        ...

    def put(self, family: str, reply: KeptReply) -> None:
        """Keep a reply."""
        ...


class StoredReplies:
    """`candidates/replies/{hash}.json` in the family's folder."""

    def __init__(self, objects: ObjectStore) -> None:
        self._objects = objects

    def get(self, family: str, request_hash: str) -> KeptReply | None:
        """The kept reply; a damaged file counts as none, and the next reply is written over it."""
        stored = self._objects.get(keys.reply_key(family, request_hash))
        return None if stored is None else read_kept(stored.data, request_hash)

    def put(self, family: str, reply: KeptReply) -> None:
        """Write the file."""
        self._objects.put(keys.reply_key(family, reply.request_hash), kept_document(reply))


def kept_document(reply: KeptReply) -> bytes:
    """The file of a kept reply. Halves of surrogate pairs are written as JSON escapes inside the text."""
    usage = reply.usage
    return json_text.document(
        {
            "provenance": reply.provenance,
            "request_hash": reply.request_hash,
            "reply": writable(reply.reply),
            "cut_off": reply.cut_off,
            "usage": {
                "calls": usage.calls,
                "input_tokens": usage.input_tokens,
                "output_tokens": usage.output_tokens,
                "faults": dict(usage.faults),
            },
        }
    )


def read_kept(data: bytes, request_hash: str) -> KeptReply | None:
    """The reply of a file, kept or recorded; None where it is no such file or belongs to another request."""
    try:
        document = json_text.read(data)
    except json_text.JsonFault:
        return None
    if not isinstance(document, dict) or document.get("request_hash") != request_hash:
        return None
    reply, usage = document.get("reply"), document.get("usage", {})
    if not isinstance(reply, str) or not isinstance(usage, dict):
        return None
    return KeptReply(
        request_hash=request_hash,
        reply=reply,
        provenance=str(document.get("provenance", "")),
        cut_off=document.get("cut_off") is True,
        usage=Usage(
            calls=_count(usage.get("calls")),
            input_tokens=_count(usage.get("input_tokens")),
            output_tokens=_count(usage.get("output_tokens")),
            faults={str(kind): _count(times) for kind, times in _mapping(usage.get("faults")).items()},
        ),
    )


def writable(text: str) -> str:
    """The text with each half of a surrogate pair as its JSON escape, as which it reads the same inside a string."""
    return "".join(
        f"\\u{ord(character):04x}" if 0xD800 <= ord(character) <= 0xDFFF else character for character in text
    )


def _count(value: Any) -> int:
    return value if type(value) is int and value >= 0 else 0


def _mapping(value: Any) -> dict[Any, Any]:
    return value if isinstance(value, dict) else {}
