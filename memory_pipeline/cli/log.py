"""`memory-pipeline log …`: an agent's event log and its MEMORY.md."""

from __future__ import annotations

from typing import Annotated

import typer

from memory_pipeline.cli import late
from memory_pipeline.cli.options import AsJson, DryRun, Family, Now
from memory_pipeline.cli.output import give

app = typer.Typer(no_args_is_help=True, help="The memory log: an agent's events distilled into MEMORY.md.")


@app.command()
def process(
    family: Family,
    batch_size: Annotated[
        int | None, typer.Option("--batch-size", metavar="N", help="Events a batch, 25 to 50.", show_default="50")
    ] = None,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Distil every event into MEMORY.md, batch by batch. Exit 1 where a check of the files fails."""
    give(late.log.process(family, batch_size=batch_size, now=now), as_json)


@app.command()
def prune(
    family: Family,
    target: Annotated[int, typer.Option("--target", metavar="N", help="How many items are to go.")],
    dry_run: DryRun = False,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Take N items out of MEMORY.md, the least useful first; what must stay stays."""
    give(late.log.prune(family, target, dry_run=dry_run, now=now), as_json)


@app.command()
def append(
    family: Family,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What happened or was said.")],
    kind: Annotated[str, typer.Option("--kind", metavar="KIND", help="The kind of event.")] = "user message",
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Add one event to the log. Other writers' events are never lost, and no text can forge an event."""
    give(late.log.append(family, kind, text, now=now), as_json)
