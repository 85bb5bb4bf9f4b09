"""ChatGPT's export: `conversations.json`, or a folder or zip with it.

A conversation is a tree: editing a question or asking for another answer makes a branch. What counts is the branch
that ends in `current_node`, walked up to the root; the others were discarded. The format is not documented by its
maker; observed content types are read, all else that a tool or the model produced is a tool's text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from memory_pipeline.importers.assistant_export import Conversation, read_export
from memory_pipeline.importers.batch import ImportBatch, ImportOptions
from memory_pipeline.importers.openai_content import role_of, speaker_of, text_of
from memory_pipeline.importers.turns import Said, document, epoch, plain_id
from memory_pipeline.model.errors import EmptySession, MalformedTranscript
from memory_pipeline.model.family import Family

_THINKING = ("thoughts", "reasoning_recap")


def read(path: Path, *, family: Family | None, options: ImportOptions) -> ImportBatch:
    """One session a conversation, `openai-<its id>`. Raises what `read_export` raises."""
    return read_export(path, family, options, _session)


def _session(conversation: Conversation, options: ImportOptions, left_out: Counter[str]) -> dict[str, Any]:
    session = plain_id("openai", conversation.get("conversation_id") or conversation.get("id"))
    if session is None:
        raise MalformedTranscript("it has no `conversation_id`, which a session needs for its name")
    said = list(_said(conversation, session, options, left_out))
    if not any(each.text.strip() for each in said):
        raise EmptySession(f"{session}: nobody says anything on the way to current_node")
    off_record = conversation.get("is_do_not_remember") is True
    return document(session, said, options, "import", off_record=off_record)


def _said(conversation: Conversation, session: str, options: ImportOptions, left_out: Counter[str]) -> Iterator[Said]:
    messages = list(_messages(conversation, session, left_out))
    clock = epoch(conversation.get("create_time")) or _first_time(messages)
    if clock is None:
        raise MalformedTranscript(f"{session}: neither it nor any of its messages has a create_time")
    for message in messages:
        clock = epoch(message.get("create_time")) or clock
        role, text = role_of(message), text_of(message, left_out)
        if text.strip() or role == "user":
            speaker = options.account if role == "user" else speaker_of(message) if role == "tool" else None
            yield Said(role=role, at=clock, text=text, speaker=speaker)


def _first_time(messages: list[dict[str, Any]]) -> datetime | None:
    times = (epoch(message.get("create_time")) for message in messages)
    return next((time for time in times if time is not None), None)


def _messages(conversation: Conversation, session: str, left_out: Counter[str]) -> Iterator[dict[str, Any]]:
    """The messages of the branch that counts, oldest first, without what no reader of the chat ever saw."""
    mapping = conversation.get("mapping")
    if not isinstance(mapping, dict):
        raise MalformedTranscript(f"{session}: it has no `mapping` of messages")
    for node in _branch(mapping, conversation.get("current_node"), session):
        message = node.get("message")
        if message is None:
            continue
        if not isinstance(message, dict) or not isinstance(message.get("author"), dict):
            raise MalformedTranscript(f"{session}: a message is no object with an `author`")
        content = message.get("content")
        if isinstance(content, dict) and content.get("content_type") in _THINKING:
            left_out["messages of the model's thinking"] += 1
        elif _is_hidden(message):
            left_out["hidden messages"] += 1
        else:
            yield message


def _branch(mapping: dict[str, Any], current: object, session: str) -> list[dict[str, Any]]:
    """The nodes from the root to `current`."""
    if not isinstance(current, str) or current not in mapping:
        raise MalformedTranscript(f"{session}: `current_node` names no message, so no branch is the one that counts")
    branch: list[dict[str, Any]] = []
    seen: set[str] = set()
    at: object = current
    while isinstance(at, str) and at in mapping:
        node = mapping[at]
        if at in seen or not isinstance(node, dict):
            raise MalformedTranscript(f"{session}: the way from current_node to the root is broken at {at[:60]}")
        seen.add(at)
        branch.append(node)
        at = node.get("parent")
    return branch[::-1]


def _is_hidden(message: dict[str, Any]) -> bool:
    metadata = message.get("metadata")
    return isinstance(metadata, dict) and metadata.get("is_visually_hidden_from_conversation") is True
