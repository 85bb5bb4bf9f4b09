"""The tools over MCP, tried with the official client over a real process's stdin and stdout."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import CallToolResult, TextContent, Tool

from memory_pipeline.mcp import CANNOT_OPEN, CANNOT_READ, answer, offered, serve
from memory_pipeline.model.errors import IndexMismatch, StoreUnavailable, UnknownFamily
from memory_pipeline.retrieval.tools import TOOLS
from memory_pipeline_tests.cli.conftest import CEDAR, CommandLine, session_of, settings_of
from memory_pipeline_tests.retrieval.household import Household

NOW = "2026-08-20T18:00:00Z"
SECRET = "gate code"
Conversation = Callable[[ClientSession], Awaitable[None]]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Family `cedar` with a coach and a forgotten gate code; family `birch` with a secret of its own."""
    folder = tmp_path_factory.mktemp("served")
    said = {
        "cedar": ("The soccer coach is Renata Voss.", "Our gate code is 4711."),
        "birch": ("Our gate code is 9022.",),
    }
    cli = CommandLine()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in settings_of(folder / "store").items():
            patch.setenv(name, value)
        for family, texts in said.items():
            cli.json("family", "add", family, *CEDAR[1:])
            (folder / "in.jsonl").write_text(json.dumps(session_of("s-1", *texts)), encoding="utf-8")
            cli.json("import", "jsonl", str(folder / "in.jsonl"), "--family", family)
            cli.json("run", "--family", family, "--now", NOW)
        for item in cli.json("card", "list", "cedar")["items"]:
            if SECRET in item["body"].lower():
                cli.json("card", "forget", item["ref"], "--now", NOW)
    return folder / "store"


@pytest.fixture
def served(store: Path, tmp_path: Path) -> Callable[[Conversation], None]:
    """Runs a conversation of a real client with `memory-pipeline mcp cedar` as a process."""
    shutil.copytree(store, tmp_path / "store")
    program = "from memory_pipeline.cli.main import main; main()"
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-c", program, "mcp", "cedar", "--now", NOW],
        env=settings_of(tmp_path / "store"),
        cwd=tmp_path,
    )

    async def run(conversation: Conversation) -> None:
        async with stdio_client(parameters) as (incoming, outgoing), ClientSession(incoming, outgoing) as client:
            with anyio.fail_after(60):
                await client.initialize()
                await conversation(client)

    return lambda conversation: anyio.run(run, conversation)


def text_of(result: CallToolResult) -> str:
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text


def references(store: Path) -> dict[str, str]:
    """What a model has no business to open, by why."""
    birch = next((store / "families/birch/memories").glob("*.md")).stem
    forgotten = next(
        path.stem
        for path in (store / "families/cedar/memories").glob("*.md")
        if "status: retracted" in path.read_text()
    )
    return {
        "another family's memory": f"memory://birch/{birch}",
        "another family's conversation": "conv://birch/s-1#turn=1",
        "a family that is not there": f"memory://nobody/{birch}",
        "another family's id": f"memory://cedar/{birch}",
        "forgotten": f"memory://cedar/{forgotten}",
        "no such turn": "conv://cedar/s-1#turn=99",
        "no such conversation": "conv://cedar/s-77#turn=1",
    }


@pytest.mark.slow
def test_a_client_is_offered_the_three_tools_as_read_only_with_the_schemas_that_openai_gets(
    served: Callable[[Conversation], None],
) -> None:
    async def conversation(client: ClientSession) -> None:
        tools = (await client.list_tools()).tools
        assert [as_openai(tool) for tool in tools] == [tool.as_openai for tool in TOOLS]
        for tool in tools:
            assert tool.annotations is not None
            assert (tool.annotations.read_only_hint, tool.annotations.destructive_hint) == (True, False)
            assert "family" not in tool.input_schema["properties"]

    served(conversation)


@pytest.mark.slow
def test_a_client_goes_from_a_search_to_the_memory_to_the_words_and_is_refused_all_else_in_the_same_words(
    served: Callable[[Conversation], None], store: Path
) -> None:
    async def conversation(client: ClientSession) -> None:
        found = await client.call_tool("search_memory", {"query": "who is the soccer coach?"})
        hit = found.structured_content["results"][0]
        assert json.loads(text_of(found)) == found.structured_content
        memory = await client.call_tool("read_memory", {"ref": hit["ref"]})
        assert "Renata Voss" in memory.structured_content["body"]
        words = await client.call_tool("read_conversation_excerpt", {"ref": hit["evidence"][0]})
        assert "Renata Voss" in words.structured_content["turns"][0]["text"]
        both = await client.call_tool("read_conversation_excerpt", {"ref": "conv://cedar/s-1#turn=1-2"})
        assert "4711" not in text_of(both)
        for why, ref in references(store).items():
            tool = "read_memory" if ref.startswith("memory") else "read_conversation_excerpt"
            refused = await client.call_tool(tool, {"ref": ref})
            assert (refused.is_error, text_of(refused)) == (True, CANNOT_OPEN), why
        malformed = await client.call_tool("read_memory", {"ref": "../../birch"})
        assert malformed.is_error and "memory://" in text_of(malformed)
        other = await client.call_tool("search_memory", {"query": SECRET, "family": "birch"})
        assert other.is_error
        everything = await client.call_tool("search_memory", {"query": SECRET, "include_history": True, "limit": 50})
        assert "4711" not in text_of(everything) and "9022" not in text_of(everything)

    served(conversation)


def as_openai(tool: Tool) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.input_schema}
    return {"type": "function", "function": function}


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_the_offer_of_a_tool_is_its_openai_form_with_the_hints(tool: Any) -> None:
    assert as_openai(offered(tool)) == tool.as_openai


class Broken:
    """A reader whose store or index fails."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def search(self, *_: Any, **__: Any) -> None:
        raise self._error

    read = search


def test_a_store_that_is_down_is_told_without_naming_a_file() -> None:
    refused = answer(Broken(StoreUnavailable("down", file="families/cedar/head.json")), "read_memory", {"ref": "x"})  # type: ignore[arg-type]
    assert (refused.is_error, text_of(refused)) == (True, CANNOT_READ)


@pytest.mark.parametrize(
    "error", [IndexMismatch("run reindex"), UnknownFamily("none")], ids=lambda error: type(error).__name__
)
def test_a_server_that_could_not_answer_does_not_start(error: Exception) -> None:
    with pytest.raises(type(error)):
        serve(Broken(error))  # type: ignore[arg-type]


@pytest.mark.parametrize("limit", [0, -1, True, "5"])
def test_wrong_arguments_are_an_answer_that_names_them(limit: Any) -> None:
    home = Household()
    home.remembers("The soccer coach is Renata Voss.")
    refused = answer(home.reader(), "search_memory", {"query": "coach", "limit": limit})
    assert refused.is_error and "'limit'" in text_of(refused)
