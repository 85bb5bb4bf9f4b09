"""The three read-only tools as a model is offered them (seed section 9): names, descriptions, arguments, and the call.

Offered in chat and while a saved skill runs, never in household chat. There is no tool that writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memory_pipeline.model.errors import InvalidArgument
from memory_pipeline.model.memory import MEMORY_TYPES

if TYPE_CHECKING:
    from memory_pipeline.retrieval.reader import MemoryReader

_TEXTS = {"type": "array", "items": {"type": "string"}}
_KINDS: dict[str, tuple[type, ...]] = {"string": (str,), "array": (list, tuple), "boolean": (bool,), "integer": (int,)}


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool's name, what a model is told of it, and its arguments as JSON Schema properties."""

    name: str
    description: str
    arguments: Mapping[str, Mapping[str, Any]]
    required: tuple[str, ...]

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the arguments, as MCP and the model endpoints take it."""
        return {
            "type": "object",
            "properties": {name: dict(kind) for name, kind in self.arguments.items()},
            "required": list(self.required),
            "additionalProperties": False,
        }

    @property
    def as_openai(self) -> dict[str, Any]:
        """The tool in the form of `tools=` of OpenAI's chat completions."""
        function = {"name": self.name, "description": self.description, "parameters": self.schema}
        return {"type": "function", "function": function}


SEARCH = Tool(
    "search_memory",
    "Search what the family has told us, by meaning and by words. Gives short lines with references. Search before you"
    " say that you do not know.",
    {
        "query": {"type": "string", "description": "What to look for, in your own words."},
        "types": {**_TEXTS, "description": f"Only these types: {', '.join(MEMORY_TYPES)}."},
        "entities": {**_TEXTS, "description": "Only what applies to these people, places or groups, by name."},
        "include_history": {"type": "boolean", "description": "Also what is no longer current."},
        "limit": {"type": "integer", "minimum": 1, "description": "At most so many results; 10 where it is left out."},
    },
    ("query",),
)
READ = Tool(
    "read_memory",
    "Read one whole memory: its text, its conditions, its dates and where it came from.",
    {"ref": {"type": "string", "description": "Its address, memory://family/ID."}},
    ("ref",),
)
EXCERPT = Tool(
    "read_conversation_excerpt",
    "Read the words that a memory came from.",
    {"ref": {"type": "string", "description": "The address of the turns, conv://family/session#turn=N or N-M."}},
    ("ref",),
)
TOOLS = (SEARCH, READ, EXCERPT)


def call_tool(reader: MemoryReader, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """One call, as the JSON document of contract section 13. Raises InvalidArgument and what the reader raises."""
    tool = next((tool for tool in TOOLS if tool.name == name), None)
    if tool is None:
        raise InvalidArgument(f"no tool {name[:40]!r}; there are {', '.join(tool.name for tool in TOOLS)}")
    _check(tool, arguments)
    match name:
        case SEARCH.name:
            return reader.search(**arguments).as_json()
        case READ.name:
            return reader.read(arguments["ref"]).as_json()
        case _:
            return reader.excerpt(arguments["ref"]).as_json()


def _check(tool: Tool, arguments: Mapping[str, Any]) -> None:
    """Raises InvalidArgument for an argument that is missing, unknown or of another kind: a model wrote it."""
    for name in tool.required:
        if name not in arguments:
            raise InvalidArgument(f"{tool.name} needs {name!r}")
    for name, value in arguments.items():
        kind = tool.arguments.get(name)
        if kind is None:
            raise InvalidArgument(f"{tool.name} takes {', '.join(tool.arguments)}, not {name[:40]!r}")
        if not _is_of(kind, value):
            raise InvalidArgument(f"{name!r} of {tool.name} must be of type {kind['type']}")


def _is_of(kind: Mapping[str, Any], value: object) -> bool:
    if isinstance(value, bool) and kind["type"] != "boolean":
        return False
    if not isinstance(value, _KINDS[kind["type"]]) or (isinstance(value, int) and value < kind.get("minimum", value)):
        return False
    return not isinstance(value, list | tuple) or all(isinstance(item, str) for item in value)
