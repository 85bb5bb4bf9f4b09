"""An agent that carries the brief, looks up each message and may open references.

`python docs/examples/agent_loop.py FAMILY MESSAGE`

Works with any OpenAI-compatible endpoint (OPENAI_API_KEY, OPENAI_BASE_URL, MEMORY_MODEL). The memory side is read-only.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from openai import OpenAI

from memory_pipeline.bootstrap import build_pipeline, build_reader
from memory_pipeline.brief.prompt import assemble, instructions
from memory_pipeline.model.errors import MemoryPipelineError
from memory_pipeline.retrieval.reader import MemoryReader
from memory_pipeline.retrieval.tools import TOOLS, call_tool

MOST_CALLS = 6


def answer(client: OpenAI, reader: MemoryReader, model: str, message: str) -> str:
    """One reply. Instructions and brief come first and stay the same bytes from call to call; the lookup comes last."""
    system = assemble(instructions("chat").text, reader.brief("chat").text)
    asked = assemble("", reader.turn(message).text, message)
    messages: list[Any] = [{"role": "system", "content": system}, {"role": "user", "content": asked}]
    offered = [{"type": "function", "function": function_of(tool)} for tool in TOOLS]
    for _ in range(MOST_CALLS):
        reply = client.chat.completions.create(model=model, messages=messages, tools=offered).choices[0].message
        if not reply.tool_calls:
            return reply.content or ""
        messages.append(reply.model_dump(exclude_none=True))
        messages += [
            tool_message(reader, call.id, call.function.name, call.function.arguments) for call in reply.tool_calls
        ]
    return "I could not finish looking that up."


def function_of(tool: Any) -> dict[str, Any]:
    """A tool as the endpoint is told of it."""
    return {"name": tool.name, "description": tool.description, "parameters": tool.schema}


def tool_message(reader: MemoryReader, call: str, name: str, arguments: str) -> dict[str, Any]:
    """What a call gives; a refusal (forgotten, unknown, malformed) is an answer too, and says no more than that."""
    try:
        found = call_tool(reader, name, json.loads(arguments or "{}"))
    except (MemoryPipelineError, json.JSONDecodeError) as refused:
        found = {"error": str(refused)}
    return {"role": "tool", "tool_call_id": call, "content": json.dumps(found, ensure_ascii=False)}


def main() -> None:
    """Answer one message of one family."""
    family, message = sys.argv[1:3]
    reader = build_reader(build_pipeline(), family)
    print(answer(OpenAI(), reader, os.environ.get("MEMORY_MODEL", "gpt-4o-mini"), message))


if __name__ == "__main__":
    main()
