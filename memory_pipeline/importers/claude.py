"""Claude's export: `conversations.json`, or a folder or zip with it.

Messages hold content blocks: text, and what tools were asked and answered. The text that was taken out of an attached
file was written by others, so it is a tool's. Where messages name their parents, an edited question is a branch of its
own, and the branch of the newest message counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from memory_pipeline.importers.assistant_export import Conversation, read_export
from memory_pipeline.importers.batch import ImportBatch, ImportOptions
from memory_pipeline.importers.claude_content import attached, blocks
from memory_pipeline.importers.turns import Said, document, plain_id
from memory_pipeline.model.errors import EmptySession, InvalidInstant, MalformedTranscript
from memory_pipeline.model.family import Family
from memory_pipeline.model.instants import parse_instant
from memory_pipeline.model.transcript import Role

_ROLES: dict[str, Role] = {"human": "user", "user": "user", "assistant": "assistant", "system": "system"}


def read(path: Path, *, family: Family | None, options: ImportOptions) -> ImportBatch:
    """One session a conversation, `claude-<its uuid>`. Raises what `read_export` raises."""
    return read_export(path, family, options, _session)


def _session(conversation: Conversation, options: ImportOptions, left_out: Counter[str]) -> dict[str, Any]:
    session = plain_id("claude", conversation.get("uuid"))
    if session is None:
        raise MalformedTranscript("it has no `uuid`, which a session needs for its name")
    messages = conversation.get("chat_messages")
    if not isinstance(messages, list):
        raise MalformedTranscript(f"{session}: it has no list `chat_messages`")
    started = _instant(conversation.get("created_at"))
    said: list[Said] = []
    for place, message in enumerate(_branch(messages, conversation, session, left_out), start=1):
        at = _instant(message.get("created_at")) or (said[-1].at if said else started)
        if at is None:
            raise MalformedTranscript(f"{session}: message {place} and what stands before it have no created_at")
        said.extend(_said(message, at, f"{session}: message {place}", options, left_out))
    if not any(each.text.strip() for each in said):
        raise EmptySession(f"{session}: nobody says anything")
    return document(session, said, options, "import")


def _said(
    message: dict[str, Any], at: datetime, place: str, options: ImportOptions, left_out: Counter[str]
) -> Iterator[Said]:
    sender = message.get("sender")
    if sender not in _ROLES:
        raise MalformedTranscript(f"{place} was sent by {str(sender)[:60]!r}; known are {', '.join(_ROLES)}")
    speaker = options.account if _ROLES[sender] == "user" else None
    words = [Said(role=_ROLES[sender], at=at, text="", speaker=speaker)]
    for tool, text in blocks(message, left_out):
        if tool is not None:
            words.append(Said(role="tool", at=at, text=text, speaker=tool))
        elif words[-1].role == "tool":
            words.append(Said(role=_ROLES[sender], at=at, text=text, speaker=speaker))
        else:
            words[-1] = replace(words[-1], text="\n".join(filter(None, (words[-1].text, text))))
    yield from (Said(role="tool", at=at, text=text, speaker=name) for name, text in attached(message, left_out))
    yield from (each for each in words if each.text.strip() or (each.role == "user" and len(words) == 1))


def _branch(
    messages: list[Any], conversation: Conversation, session: str, left_out: Counter[str]
) -> list[dict[str, Any]]:
    """The messages that count, oldest first: all of them, unless some are alternatives to each other."""
    if not all(isinstance(message, dict) for message in messages):
        raise MalformedTranscript(f"{session}: a message is no object")
    by_id = {message["uuid"]: message for message in messages if isinstance(message.get("uuid"), str)}
    parents = Counter(message.get("parent_message_uuid") for message in by_id.values())
    if all(number == 1 for parent, number in parents.items() if parent is not None):
        return messages
    leaf = conversation.get("current_leaf_message_uuid")
    branch: list[dict[str, Any]] = []
    at = by_id.get(leaf, messages[-1]) if isinstance(leaf, str) else messages[-1]
    while at is not None:
        if len(branch) == len(messages):
            raise MalformedTranscript(f"{session}: its messages are each other's parents")
        branch.append(at)
        at = by_id.get(at.get("parent_message_uuid"))
    left_out["messages of discarded branches"] += len(messages) - len(branch)
    return branch[::-1]


def _instant(value: object) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        return parse_instant(value).replace(microsecond=0)
    except InvalidInstant:
        return None
