"""`memory-pipeline run`, the main job."""

from __future__ import annotations

from typing import Annotated

import typer

from memory_pipeline.cli import late
from memory_pipeline.cli.options import AllFamilies, AsJson, Now
from memory_pipeline.cli.output import give


def run(
    family: Annotated[
        list[str] | None,
        typer.Option("--family", metavar="F", help="Only this family; may be repeated.", show_default=False),
    ] = None,
    every: AllFamilies = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show each candidate: the gate that dropped it, or the decision.")
    ] = False,
    retry_empty: Annotated[
        bool, typer.Option("--retry-empty", help="Form sessions again in which nothing was found.")
    ] = False,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Form, reconcile, dream and index everything that waits; every open family unless some are named."""
    give(late.run.run(family or (), every=every, explain=explain, retry_empty=retry_empty, now=now), as_json)
