"""`memory-pipeline export …`: what is remembered, for other tools."""

from __future__ import annotations

from typing import Annotated

import typer

from memory_pipeline.cli import late
from memory_pipeline.cli.options import AllFamilies, AsJson, Now
from memory_pipeline.cli.output import give

app = typer.Typer(no_args_is_help=True, help="Export: write what is remembered for other tools.")

Places = Annotated[
    list[str],
    typer.Argument(metavar="F DIR", help="The family's key and the folder to write; with --all the folder alone."),
]


@app.command()
def okf(places: Places, every: AllFamilies = False, as_json: AsJson = False) -> None:
    """Write a family as a strict bundle of Google's Open Knowledge Format; with --all a folder a family."""
    give(late.export.okf(places, every=every), as_json)


@app.command()
def parquet(places: Places, every: AllFamilies = False, as_json: AsJson = False) -> None:
    """Write ids, kinds, dates and counts, no word of anybody's, as a Parquet dataset; what did not change is kept."""
    give(late.export.parquet(places, every=every), as_json)


@app.command("memory-log")
def memory_log(places: Places, now: Now = None, as_json: AsJson = False) -> None:
    """Write a family's active memories as a MEMORY.md into a folder."""
    give(late.export.memory_log(places, now=now), as_json)
