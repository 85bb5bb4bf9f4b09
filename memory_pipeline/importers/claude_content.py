"""One message of Claude's export: its text, what tools were asked and answered, and what was attached."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any


def blocks(message: dict[str, Any], left_out: Counter[str]) -> Iterator[tuple[str | None, str]]:
    """The texts of a message in order, each with the tool whose it is, or None for the sender's own."""
    content = message.get("content")
    if not isinstance(content, list) or not content:
        yield None, _string(message.get("text"))
        return
    for block in content:
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "text":
            yield None, _string(block.get("text"))
        elif kind == "tool_use":
            yield _string(block.get("name")) or "tool", json.dumps(block.get("input"), ensure_ascii=False)
        elif kind == "tool_result":
            yield _string(block.get("name")) or "tool", _result(block.get("content"))
        elif kind in ("thinking", "redacted_thinking"):
            left_out["blocks of the model's thinking"] += 1
        else:
            left_out[f"content blocks of the unknown type {str(kind)[:40]!r}"] += 1


def attached(message: dict[str, Any], left_out: Counter[str]) -> Iterator[tuple[str | None, str]]:
    """The name and the extracted text of each attached file; files without text are counted."""
    attachments = message.get("attachments")
    for attachment in attachments if isinstance(attachments, list) else ():
        text = attachment.get("extracted_content") if isinstance(attachment, dict) else None
        if isinstance(text, str) and text.strip():
            yield _string(attachment.get("file_name")) or None, text
        else:
            left_out["attachments without text"] += 1
    files = message.get("files")
    left_out["files without text"] += len(files) if isinstance(files, list) else 0


def _result(content: object) -> str:
    if isinstance(content, str):
        return content
    items = content if isinstance(content, list) else ()
    texts = [_string(item.get("text")) for item in items if isinstance(item, dict)]
    return "\n".join(text for text in texts if text)


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""
