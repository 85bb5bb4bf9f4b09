"""A request to the model as its exact JSON body, and the hash by which replies are kept and recorded.

`instructor` says how a schema is put to the endpoint in each form (a response format, a tool, or words in the prompt)
and how an unreadable reply is asked for again. It does not validate: it would ask again because of one bad item.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from memory_pipeline.adapters.openai_models.policy import ModelPolicy

if TYPE_CHECKING:
    from instructor.mode import Mode
    from pydantic import BaseModel

Message = dict[str, Any]


@dataclass(frozen=True)
class ModelRequest:
    """What is sent: `body` is the JSON of `/chat/completions`."""

    body: Mapping[str, Any]
    policy: ModelPolicy

    @cached_property
    def hash(self) -> str:
        """SHA-256, in hex, of model, messages, schema and parameters."""
        return request_hash(self.body)

    @property
    def texts(self) -> str:
        """The texts of all messages, to count their tokens."""
        return "\n".join(str(message.get("content") or "") for message in self.body["messages"])

    def asked_again(self, reply: str, problem: str) -> ModelRequest:
        """The same request after an unreadable reply, with that reply and what is wrong with it."""
        from instructor.processing.response import handle_reask_kwargs
        from openai.types.chat import ChatCompletion, ChatCompletionMessage
        from openai.types.chat.chat_completion import Choice

        said = ChatCompletionMessage(role="assistant", content=reply)
        completion = ChatCompletion(
            id="",
            choices=[Choice(finish_reason="stop", index=0, message=said)],
            created=0,
            model="",
            object="chat.completion",
        )
        copied = {**self.body, "messages": [dict(message) for message in self.body["messages"]]}
        body = handle_reask_kwargs(copied, mode(self.policy), completion, ValueError(problem))
        return ModelRequest(_jsonable(body), self.policy)


def request_hash(body: Mapping[str, Any]) -> str:
    """The hash of a body, whatever the order of its keys."""
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def prepared(policy: ModelPolicy, messages: Sequence[Message], reply: type[BaseModel]) -> ModelRequest:
    """The request for a reply of that shape."""
    from instructor.processing.response import handle_response_model

    parameters: dict[str, Any] = {"model": policy.model, "max_completion_tokens": policy.reply_tokens}
    if policy.temperature is not None:
        parameters["temperature"] = policy.temperature
    _, body = handle_response_model(reply, mode=mode(policy), messages=list(messages), **parameters)
    return ModelRequest(_jsonable(body), policy)


def mode(policy: ModelPolicy) -> Mode:
    """instructor's name for the form of the output."""
    from instructor.mode import Mode

    modes: dict[str, Mode] = {"json_schema": Mode.JSON_SCHEMA, "tools": Mode.TOOLS, "markdown": Mode.MD_JSON}
    return modes[policy.output]


def _jsonable(body: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(body))
    return found
