"""Replies recorded from a capable model, by request hash, so that the model backend is measured offline.

A recording is `{hash}.json`: `{"provenance", "request_hash", "reply"}`, the reply being the text that the model wrote
when it was given exactly the rendered request. Another prompt, schema or session gives another hash: the old recording
is then no longer asked for, and `stale_replies` lists it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from memory_pipeline.adapters.openai_models.extraction_request import extraction_request, session_cut
from memory_pipeline.adapters.openai_models.policy import ModelPolicy, Prices
from memory_pipeline.adapters.openai_models.reply_cache import read_kept, writable
from memory_pipeline.adapters.openai_models.request import ModelRequest
from memory_pipeline.adapters.token_counter import token_counter
from memory_pipeline.model.errors import InvalidArgument, MalformedDocument
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.token_counter import TokenCounter
from memory_pipeline.store import json_text

RECORDED_MODEL = "recorded"
"""The model's name in every request to recorded replies; which model wrote a reply stands in its provenance."""

_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class RenderedRequest:
    """A request as a person or a model can be given it: its hash, and the texts of its messages."""

    hash: str
    messages_text: str


def recorded_policy(policy: ModelPolicy | None = None) -> ModelPolicy:
    """The policy under which requests to recorded replies are made; they cost nothing."""
    return replace(policy or ModelPolicy(), model=RECORDED_MODEL, prices=Prices(input_usd=0, output_usd=0))


def render_request(session: Session, family: Family, count_tokens: TokenCounter | None = None) -> RenderedRequest:
    """The one request of a session. Raises InvalidArgument for a session that takes several: `render_requests`."""
    found = render_requests(session, family, count_tokens)
    if len(found) != 1:
        raise InvalidArgument(f"session {session.id} takes {len(found)} requests, not one; render each of them")
    return found[0]


def render_requests(
    session: Session, family: Family, count_tokens: TokenCounter | None = None, policy: ModelPolicy | None = None
) -> tuple[RenderedRequest, ...]:
    """Every request that the extractor makes for a session, in order; () for one without a turn to read."""
    asked = recorded_policy(policy)
    chunks = session_cut(asked, session, count_tokens or token_counter()).chunks
    return tuple(rendered(extraction_request(asked, session, family, chunk)) for chunk in chunks)


def rendered(request: ModelRequest) -> RenderedRequest:
    """A request as text: each message under a line with its role."""
    messages = (f"##### {message['role']} #####\n{message['content']}\n" for message in request.body["messages"])
    return RenderedRequest(request.hash, "\n".join(messages))


def record_reply(folder: Path, request_hash: str, reply_text: str, provenance: str) -> Path:
    """Write a recording. Raises InvalidArgument for what is no hash, or where another reply is recorded already."""
    if not _HASH.fullmatch(request_hash):
        raise InvalidArgument(f"{request_hash[:80]!r} is no SHA-256 in hex")
    if not provenance.strip():
        raise InvalidArgument("a recording says who wrote it: give its provenance")
    document = {"provenance": provenance, "request_hash": request_hash, "reply": writable(reply_text)}
    data, file = json_text.document(document), folder / f"{request_hash}.json"
    if file.exists() and file.read_bytes() != data:
        raise InvalidArgument(f"another reply is recorded there; remove {file} first")
    folder.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return file


def recorded_reply(folder: Path, request_hash: str) -> str | None:
    """The recorded text, or None. Raises MalformedDocument, which names the file."""
    file = folder / f"{request_hash}.json"
    if not _HASH.fullmatch(request_hash) or not file.is_file():
        return None
    kept = read_kept(file.read_bytes(), request_hash)
    if kept is None:
        raise MalformedDocument("no recording of this request: provenance, request_hash, reply", file=str(file))
    return kept.reply


def recorded_hashes(folder: Path) -> tuple[str, ...]:
    """The requests that have a recording, ascending."""
    return tuple(sorted(file.stem for file in folder.glob("*.json") if _HASH.fullmatch(file.stem)))


def stale_replies(folder: Path, asked: Iterable[str]) -> tuple[str, ...]:
    """Recordings that none of the requests `asked` for: their prompt, schema or session has changed."""
    used = frozenset(asked)
    return tuple(request_hash for request_hash in recorded_hashes(folder) if request_hash not in used)
