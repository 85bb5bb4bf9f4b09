"""`memory-pipeline release`: what was measured and holds is let out to the readers."""

from __future__ import annotations

from memory_pipeline.cli import late
from memory_pipeline.cli.options import AsJson
from memory_pipeline.cli.output import give


def release(as_json: AsJson = False) -> None:
    """Write release.json where the newest whole evaluation holds for what runs now. Exit 1 where it is refused."""
    give(late.release.release(), as_json)
