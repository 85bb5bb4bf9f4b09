"""The tools as a model calls them: what it is offered, and what happens when its arguments are wrong."""

from __future__ import annotations

from typing import Any

import pytest

from memory_pipeline.model.errors import InvalidArgument, MalformedReference
from memory_pipeline.retrieval.reader import MemoryReader
from memory_pipeline.retrieval.tools import TOOLS, call_tool
from memory_pipeline_tests.retrieval.household import Household


@pytest.fixture
def reader() -> MemoryReader:
    home = Household()
    home.remembers("The soccer coach is Renata Voss.")
    return home.reader()


def test_there_are_three_tools_and_none_writes() -> None:
    assert [tool.name for tool in TOOLS] == ["search_memory", "read_memory", "read_conversation_excerpt"]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_tools_schema_is_closed_and_each_argument_is_explained(tool: Any) -> None:
    assert tool.schema["additionalProperties"] is False
    assert set(tool.schema["required"]) <= set(tool.schema["properties"])
    assert all(argument["description"] for argument in tool.schema["properties"].values())


def test_the_chain_leads_from_a_search_to_the_memory_to_the_words(reader: MemoryReader) -> None:
    hit = call_tool(reader, "search_memory", {"query": "who is the coach", "limit": 1, "types": ["fact"]})["results"][0]
    memory = call_tool(reader, "read_memory", {"ref": hit["ref"]})
    excerpt = call_tool(reader, "read_conversation_excerpt", {"ref": memory["evidence"][0]})
    assert "Renata Voss" in memory["body"]
    assert "Renata Voss" in excerpt["turns"][0]["text"]


WRONG: dict[str, tuple[str, dict[str, Any]]] = {
    "no-such-tool": ("write_memory", {"text": "x"}),
    "missing": ("search_memory", {}),
    "unknown": ("read_memory", {"ref": "memory://f/x", "family": "other"}),
    "a-number-for-a-text": ("search_memory", {"query": 5}),
    "a-text-for-a-list": ("search_memory", {"query": "x", "types": "fact"}),
    "a-list-of-numbers": ("search_memory", {"query": "x", "entities": [1]}),
    "true-for-a-number": ("search_memory", {"query": "x", "limit": True}),
    "none-at-all": ("search_memory", {"query": "x", "limit": 0}),
    "unknown-type": ("search_memory", {"query": "x", "types": ["gossip"]}),
}


@pytest.mark.parametrize(("name", "arguments"), WRONG.values(), ids=WRONG)
def test_wrong_arguments_are_refused_by_name(reader: MemoryReader, name: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidArgument):
        call_tool(reader, name, arguments)


def test_a_wrong_reference_says_what_one_looks_like(reader: MemoryReader) -> None:
    with pytest.raises(MalformedReference, match="memory://family/ID"):
        call_tool(reader, "read_memory", {"ref": "the coach"})
