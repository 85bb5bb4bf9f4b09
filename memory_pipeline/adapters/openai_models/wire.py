"""The body of a `/chat/completions` answer, read without trusting any of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memory_pipeline.adapters.openai_models.faults import ModelFault
from memory_pipeline.adapters.openai_models.policy import ModelPolicy

_BYTES_A_CHARACTER = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class WireReply:
    """What the model wrote, or the fault that stands in its place. `tokens`: in and out, where the endpoint says."""

    text: str | None
    fault: ModelFault | None = None
    cut_off: bool = False
    tokens: tuple[int, int] | None = None


def read_completion(content: bytes, policy: ModelPolicy) -> WireReply:
    """The reply in an answer with status 200. Raises ModelFault not_json, no_choices and huge."""
    if len(content) > policy.reply_characters * _BYTES_A_CHARACTER:
        raise ModelFault("huge", f"an answer of {len(content)} bytes")
    answer = _document(content)
    choices = answer.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        raise ModelFault("no_choices", "the answer holds no message", retriable=True)
    text, finish = _text(message), choice.get("finish_reason")
    return WireReply(
        text=text,
        fault=_fault(message, finish, text, policy),
        cut_off=finish == "length",
        tokens=_tokens(answer.get("usage")),
    )


def _document(content: bytes) -> Mapping[str, Any]:
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise ModelFault("not_json", f"status 200 with {content[:40]!r}", retriable=True)
    return answer


def _fault(message: Mapping[str, Any], finish: Any, text: str | None, policy: ModelPolicy) -> ModelFault | None:
    if message.get("refusal"):
        return ModelFault("refusal", f"the model refused: {str(message['refusal'])[:200]}")
    if finish == "content_filter":
        return ModelFault("content_filter", "the endpoint's filter stopped the model")
    if text is None or not text.strip():
        return ModelFault("no_content", "the model wrote nothing")
    if len(text) > policy.reply_characters:
        return ModelFault("huge", f"a reply of {len(text)} characters, the limit is {policy.reply_characters}")
    return None


def _text(message: Mapping[str, Any]) -> str | None:
    """The content, its parts joined, or the arguments of the first tool call."""
    content = message.get("content")
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "".join(part for part in parts if isinstance(part, str))
    if isinstance(content, str) and content.strip():
        return content
    calls = message.get("tool_calls")
    call = calls[0] if isinstance(calls, list) and calls else None
    function = call.get("function") if isinstance(call, dict) else None
    arguments = function.get("arguments") if isinstance(function, dict) else None
    return arguments if isinstance(arguments, str) else None


def _tokens(usage: Any) -> tuple[int, int] | None:
    if not isinstance(usage, dict):
        return None
    into, out = usage.get("prompt_tokens"), usage.get("completion_tokens")
    if isinstance(into, int) and isinstance(out, int) and into >= 0 and out >= 0:
        return into, out
    return None
