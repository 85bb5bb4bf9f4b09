"""The agent's model behind any OpenAI-compatible endpoint, recorded replies included."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from memory_pipeline.adapters.openai_models.endpoint import Endpoint
from memory_pipeline.adapters.openai_models.faults import ModelFault
from memory_pipeline.model.candidate import Usage
from memory_pipeline.model.errors import ExtractionFailed
from memory_pipeline.ports.chat_model import ChatReply, Message, ToolCall


class OpenAIChatModel:
    """Implements ChatModel. What comes back is read without trusting any of it."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    def reply(self, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]]) -> ChatReply:
        """The next message. Raises ExtractionFailed."""
        policy = self._endpoint.policy
        body: dict[str, Any] = {
            "model": policy.model,
            "messages": [dict(message) for message in messages],
            "max_completion_tokens": policy.reply_tokens,
        }
        if policy.temperature is not None:
            body["temperature"] = policy.temperature
        if tools:
            body["tools"] = [{"type": "function", "function": dict(tool)} for tool in tools]
        try:
            return _read(self._endpoint.chat(body))
        except ModelFault as fault:
            usage = Usage(calls=1, faults={fault.kind: 1})
            raise ExtractionFailed(f"{policy.model} gave no reply ({fault})", usage=usage) from fault


def _read(content: bytes) -> ChatReply:
    try:
        message = json.loads(content)["choices"][0]["message"]
        calls = tuple(_call(each) for each in message.get("tool_calls") or ())
        text = message.get("content") or ""
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        raise ModelFault("no_choices", f"the answer holds no message: {content[:60]!r}", retriable=True) from error
    if not isinstance(text, str) or not (text.strip() or calls):
        raise ModelFault("no_content", "the model wrote nothing")
    return ChatReply(text=text, calls=calls)


def _call(call: Mapping[str, Any]) -> ToolCall:
    function = call["function"]
    return ToolCall(id=str(call["id"]), name=str(function["name"]), arguments=str(function.get("arguments") or "{}"))
