"""`memory-pipeline import FORMAT PATH`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from memory_pipeline.cli import late
from memory_pipeline.cli.options import AsJson, DryRun
from memory_pipeline.cli.output import give


def import_(
    format_: Annotated[str, typer.Argument(metavar="FORMAT", help="native, jsonl or locomo")],
    path: Annotated[Path, typer.Argument(metavar="PATH", help="A file, or for native also a folder of *.json.")],
    family: Annotated[
        str | None, typer.Option("--family", metavar="F", help="Whose conversations these are.", show_default=False)
    ] = None,
    sample: Annotated[
        str | None,
        typer.Option("--sample", metavar="ID", help="One conversation of a collection.", show_default=False),
    ] = None,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Bring conversations in. All of PATH comes in, or nothing: one unreadable session refuses the import."""
    give(late.imports.bring_in(format_, path, family, sample, dry_run=dry_run), as_json)
