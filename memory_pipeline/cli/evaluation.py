"""`memory-pipeline evaluate`: the numbers that decide a release."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from memory_pipeline.cli import late
from memory_pipeline.cli.options import AsJson
from memory_pipeline.cli.output import give

Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="S", help="Only this set of cases; may be given again.", show_default=False),
]
OneSplit = Annotated[Literal["dev", "test"] | None, typer.Option("--split", help="Only this split; both without it.")]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Where report.json and report.html go.", show_default=False),
]
Backend = Annotated[
    Literal["configured", "embedded", "recorded"],
    typer.Option("--backend", help="What extracts: as the settings say, the rules, or the model by recorded replies."),
]


def evaluate(
    sets: Sets = None,
    split: OneSplit = None,
    backend: Backend = "configured",
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Run the labelled cases and hold the figures against the thresholds. Exit 1 where one is missed."""
    give(late.evaluation.evaluate(sets or (), split=split, backend=backend, out=out), as_json)
