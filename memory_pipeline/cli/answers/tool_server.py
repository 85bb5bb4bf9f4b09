"""`mcp`: the tools of one family, as a document or served."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from memory_pipeline.bootstrap import build_reader
from memory_pipeline.cli.answers.parts import known_family, open_pipeline
from memory_pipeline.cli.output import Answer
from memory_pipeline.model.errors import InvalidSetting
from memory_pipeline.retrieval.tools import TOOLS


def tools(family: str, *, now: str | None) -> Answer:
    """What a model is offered, in the form that OpenAI's endpoints take. Raises UnknownFamily."""
    known_family(open_pipeline(now), family)
    document = {"family": family, "tools": [tool.as_openai for tool in TOOLS]}
    return Answer(document=document, draw=lambda: ())


def serve_tools(family: str, *, now: str | None) -> None:
    """Serve until the client hangs up. Raises UnknownFamily, IndexMismatch, InvalidSetting without the SDK."""
    if find_spec("mcp") is None:
        raise InvalidSetting("the MCP SDK is not installed; pip install 'memory-pipeline[web]'")
    pipeline = open_pipeline(now)
    known_family(pipeline, family)
    # Doors do not know each other; this one only opens the other by its name.
    import_module("memory_pipeline.mcp").serve(build_reader(pipeline, family))
