"""An agent that answers one message: the real prompt assembly, the turn block and the three read-only tools.

The earlier design's agent has its three files whole instead, and no tool: there was none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memory_pipeline.brief.legacy import render_legacy
from memory_pipeline.brief.prompt import assemble, instructions
from memory_pipeline.evaluation.three_files import ThreeFiles
from memory_pipeline.model.errors import ExtractionFailed, MemoryPipelineError
from memory_pipeline.ports.chat_model import ChatModel, Message, ToolCall
from memory_pipeline.ports.token_counter import TokenCounter
from memory_pipeline.retrieval.reader import MemoryReader
from memory_pipeline.retrieval.tools import TOOLS, call_tool

MOST_CALLS = 6
"""Replies in which a model may call tools; one that goes on calling has not answered."""
_LINE_CHARACTERS = 10_000
_TOOLS = tuple({"name": tool.name, "description": tool.description, "parameters": tool.schema} for tool in TOOLS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The reply, and the tokens of all the messages that were sent for it."""

    text: str
    tokens: int


def answer_with_memory(model: ChatModel, reader: MemoryReader, message: str, count_tokens: TokenCounter) -> Answer:
    """Instructions and brief first, then what the turn brings; tools are called as the model asks.

    Raises ExtractionFailed.
    """
    system = assemble(instructions("chat").text, reader.brief("chat").text)
    asked = assemble("", reader.turn(message).text, message)
    messages: list[Message] = [{"role": "system", "content": system}, {"role": "user", "content": asked}]
    tokens = 0
    for _ in range(MOST_CALLS):
        tokens += _tokens(messages, count_tokens)
        reply = model.reply(messages, _TOOLS)
        if not reply.calls:
            return Answer(text=reply.text, tokens=tokens)
        messages.append(
            {"role": "assistant", "content": reply.text or None, "tool_calls": list(map(_wire, reply.calls))}
        )
        messages += [_answered(reader, call) for call in reply.calls]
    raise ExtractionFailed(f"the model called tools {MOST_CALLS} times and gave no answer")


def answer_with_three_files(model: ChatModel, files: ThreeFiles, message: str, count_tokens: TokenCounter) -> Answer:
    """The same instructions as far as they speak of no tool, and the files whole. Raises ExtractionFailed."""
    block = render_legacy(files.files(), "chat", _LINE_CHARACTERS)
    system = assemble(instructions("household").text, block)
    messages: list[Message] = [{"role": "system", "content": system}, {"role": "user", "content": message}]
    return Answer(text=model.reply(messages, ()).text, tokens=_tokens(messages, count_tokens))


def _tokens(messages: list[Message], count_tokens: TokenCounter) -> int:
    return sum(count_tokens(str(message.get("content") or "")) for message in messages)


def _wire(call: ToolCall) -> dict[str, Any]:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}


def _answered(reader: MemoryReader, call: ToolCall) -> Message:
    """What a call gives; a refusal (forgotten, unknown, malformed) is an answer too, and says no more than that."""
    try:
        arguments = json.loads(call.arguments)
        found: Any = call_tool(reader, call.name, arguments if isinstance(arguments, Mapping) else {})
    except (MemoryPipelineError, json.JSONDecodeError) as refused:
        found = {"error": str(refused)}
    return {"role": "tool", "tool_call_id": call.id, "content": json.dumps(found, ensure_ascii=False)}
