"""The answers, loaded when a command first asks for them: the one place through which commands reach the pipeline.

`late.run` is the module `answers.run`, and so on; `memory-pipeline --help` pays for none of them.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memory_pipeline.cli.answers import adoption as adoption
    from memory_pipeline.cli.answers import card as card
    from memory_pipeline.cli.answers import card_actions as card_actions
    from memory_pipeline.cli.answers import card_questions as card_questions
    from memory_pipeline.cli.answers import demo as demo
    from memory_pipeline.cli.answers import doctor as doctor
    from memory_pipeline.cli.answers import erasure as erasure
    from memory_pipeline.cli.answers import evaluation as evaluation
    from memory_pipeline.cli.answers import export as export
    from memory_pipeline.cli.answers import families as families
    from memory_pipeline.cli.answers import imports as imports
    from memory_pipeline.cli.answers import log as log
    from memory_pipeline.cli.answers import migrate as migrate
    from memory_pipeline.cli.answers import reading as reading
    from memory_pipeline.cli.answers import release as release
    from memory_pipeline.cli.answers import release_diff as release_diff
    from memory_pipeline.cli.answers import review as review
    from memory_pipeline.cli.answers import run as run
    from memory_pipeline.cli.answers import serve as serve
    from memory_pipeline.cli.answers import tool_server as tool_server
    from memory_pipeline.cli.answers import upkeep as upkeep

_LATE = (
    "adoption",
    "card",
    "card_actions",
    "card_questions",
    "demo",
    "doctor",
    "erasure",
    "evaluation",
    "export",
    "families",
    "imports",
    "log",
    "migrate",
    "reading",
    "release",
    "release_diff",
    "review",
    "run",
    "serve",
    "tool_server",
    "upkeep",
)


def __getattr__(name: str) -> ModuleType:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"memory_pipeline.cli.answers.{name}")
