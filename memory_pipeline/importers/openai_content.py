"""One message of ChatGPT's export: whose words they are, and which of them are text."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

from memory_pipeline.model.transcript import ROLES, Role

_WRITTEN = ("text", "multimodal_text")
_CONTEXT = ("user_editable_context", "model_editable_context")
"""Custom instructions and the model's own notes: put before every conversation, said in none."""


def role_of(message: dict[str, Any]) -> Role:
    """Whose turn it is. What is no plain text of the user's, and what the model sends to a tool, is the tool's."""
    role = message["author"].get("role")
    content_type = _content(message).get("content_type")
    if content_type in _CONTEXT or _sets_the_scene(message):
        return "system"
    if role not in ROLES:
        return "tool"
    if content_type not in _WRITTEN and role == "user":
        return "tool"
    if role == "assistant" and message.get("recipient") not in (None, "", "all"):
        return "tool"
    return cast(Role, role)


def speaker_of(message: dict[str, Any]) -> str | None:
    """The tool's name, or that of the tool that the model wrote to."""
    for name in (message["author"].get("name"), message.get("recipient")):
        if isinstance(name, str) and name and name != "all":
            return name
    return None


def text_of(message: dict[str, Any], left_out: Counter[str]) -> str:
    """The message's text; parts that are pictures or files have none and are counted."""
    content = _content(message)
    parts = content.get("parts")
    if isinstance(parts, list):
        texts = (_part(part, left_out) for part in parts)
        return "\n".join(text for text in texts if text)
    for key in ("text", "result", "user_instructions", "model_set_context"):
        if isinstance(content.get(key), str):
            return str(content[key])
    return ""


def _part(part: object, left_out: Counter[str]) -> str:
    """A string, or what was said in a recording; anything else holds no words."""
    if isinstance(part, str):
        return part
    text = part.get("text") if isinstance(part, dict) else None
    if isinstance(text, str):
        return text
    if part is not None:
        left_out["pictures, recordings and files in messages"] += 1
    return ""


def _content(message: dict[str, Any]) -> dict[str, Any]:
    content = message.get("content")
    return content if isinstance(content, dict) else {}


def _sets_the_scene(message: dict[str, Any]) -> bool:
    metadata = message.get("metadata")
    return isinstance(metadata, dict) and metadata.get("is_user_system_message") is True
