"""A model that talks and may call tools: what an agent's loop needs of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

Message = Mapping[str, Any]
"""One message in the form of OpenAI's chat endpoint: role, content, and tool calls or the call that it answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A tool that the model wants called; `arguments` is JSON as the model wrote it, which need not be any."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReply:
    """What the model answered: a text, or the tools it wants called first."""

    text: str
    calls: tuple[ToolCall, ...] = ()


class ChatModel(Protocol):
    """One model at one endpoint."""

    def reply(self, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]]) -> ChatReply:
        """The next message. `tools` are function descriptions. Raises ExtractionFailed, its faults by kind."""
        ...
