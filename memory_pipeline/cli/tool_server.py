"""`memory-pipeline mcp`: the agent's tools for an MCP client."""

from __future__ import annotations

from memory_pipeline.cli import late
from memory_pipeline.cli.options import AsJson, Family, Now
from memory_pipeline.cli.output import give


def mcp(family: Family, now: Now = None, as_json: AsJson = False) -> None:
    """Serve the three read-only tools of one family to an MCP client on stdin and stdout; --json prints the tools."""
    if as_json:
        give(late.tool_server.tools(family, now=now), as_json)
    else:
        late.tool_server.serve_tools(family, now=now)
