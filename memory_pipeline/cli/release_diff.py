"""`memory-pipeline release-diff`: two versions over one history."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from memory_pipeline.cli import late
from memory_pipeline.cli.options import AllFamilies, AsJson, Now, OneFamily
from memory_pipeline.cli.output import give

_Setting = typer.Option(metavar="NAME=VALUE", help="A setting of that version; else the environment's.")


def release_diff(
    family: OneFamily = None,
    every: AllFamilies = False,
    before: Annotated[list[str] | None, _Setting] = None,
    after: Annotated[list[str] | None, _Setting] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep what this version makes, to compare another with it.")
    ] = None,
    against: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The version before is the one whose FILE was kept.")
    ] = None,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Replay histories through two versions of extractor, prompt or policies and compare, memory by memory.

    Each version works in a scratch store in memory; the family's own files are only read. Two versions of the code
    are compared in two steps: the one keeps its result with --save, the other is held --against it.
    """
    give(
        late.release_diff.compare(
            family, every=every, before=before or [], after=after or [], save=save, against=against, now=now
        ),
        as_json,
    )
