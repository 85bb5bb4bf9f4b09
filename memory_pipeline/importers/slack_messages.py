"""One message of a Slack export: who posted it, where it belongs, and its text without Slack's own marks."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory_pipeline.importers.batch import ImportOptions
from memory_pipeline.importers.slack_names import Names
from memory_pipeline.importers.turns import Said, epoch
from memory_pipeline.model.errors import MalformedTranscript

_SPOKEN = (None, "", "thread_broadcast", "file_share", "me_message", "bot_message")
_TS = re.compile(r"\d{1,12}\.\d{1,9}", re.ASCII)
_REFERENCE = re.compile(r"<([^<>]+)>")


@dataclass(frozen=True, slots=True)
class Posted:
    """A message with its address in the channel; `thread`: the address of the message that it answers."""

    said: Said
    ts: str
    thread: str | None

    @property
    def order(self) -> tuple[int, str]:
        """By instant: seconds, then the part behind the point."""
        seconds, _, rest = self.ts.partition(".")
        return int(seconds), rest


def posted(message: object, names: Names, options: ImportOptions, left_out: Counter[str]) -> Iterator[Posted]:
    """The message, and after it what it shares of others; nothing for what the service wrote itself.

    Raises MalformedTranscript for a message without a time or without anybody who posted it.
    """
    if not isinstance(message, dict):
        raise MalformedTranscript("is no JSON object")
    if message.get("type", "message") != "message" or message.get("subtype") not in _SPOKEN:
        left_out["messages of the service itself"] += 1
        return
    ts = message.get("ts")
    at = epoch(float(ts)) if isinstance(ts, str) and _TS.fullmatch(ts) else None
    if at is None or not isinstance(ts, str):
        raise MalformedTranscript(f"its `ts` is {str(ts)[:40]!r}; expected such as '1786734180.000200'")
    answered = message.get("thread_ts")
    thread = answered if isinstance(answered, str) and _TS.fullmatch(answered) and answered != ts else None
    left_out["files without text"] += len(message["files"]) if isinstance(message.get("files"), list) else 0
    text = plain(message.get("text"), names)
    if text.strip():
        yield Posted(_said(message, text, at, names, options), ts, thread)
    for shared in message["attachments"] if isinstance(message.get("attachments"), list) else ():
        quoted = plain(shared.get("text") or shared.get("fallback"), names) if isinstance(shared, dict) else ""
        if quoted.strip():
            yield Posted(Said(role="tool", at=at, text=quoted, speaker=None), ts, thread)


def plain(text: object, names: Names) -> str:
    """The text with names instead of ids and without escapes: `<@U1> &amp; co` becomes `@Dana & co`."""
    if not isinstance(text, str):
        return ""
    return html.unescape(_REFERENCE.sub(lambda found: _spoken(found[1], names), text))


def _said(message: dict[str, Any], text: str, at: datetime, names: Names, options: ImportOptions) -> Said:
    user = message.get("user")
    if message.get("bot_id") or message.get("subtype") == "bot_message" or user == "USLACKBOT":
        name = message.get("username")
        return Said(role="tool", at=at, text=text, speaker=name if isinstance(name, str) and name else None)
    if not isinstance(user, str):
        raise MalformedTranscript("it names no user who posted it")
    name = names.user(user)
    return Said(role="user", at=at, text=text, speaker=options.called.get(name, name))


def _spoken(reference: str, names: Names) -> str:
    target, _, label = reference.partition("|")
    if target.startswith("@"):
        return f"@{names.users.get(target[1:]) or label or target[1:]}"
    if target.startswith("#"):
        return f"#{label or target[1:]}"
    if target.startswith("!"):
        return label or f"@{target[1:].partition('^')[0]}"
    return f"{label} ({target})" if label and label not in target else target
