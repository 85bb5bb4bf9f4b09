"""`memory-pipeline demo`."""

from __future__ import annotations

from memory_pipeline.cli import late
from memory_pipeline.cli.options import AsJson
from memory_pipeline.cli.output import give


def demo(as_json: AsJson = False) -> None:
    """Load the demo families into the store, run everything once and show what came out."""
    give(late.demo.show(), as_json)
