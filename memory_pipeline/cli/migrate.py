"""`memory-pipeline migrate`: families of the earlier design move over."""

from __future__ import annotations

from typing import Annotated

import typer

from memory_pipeline.cli import late
from memory_pipeline.cli.options import AllFamilies, AsJson, Now, OneFamily
from memory_pipeline.cli.output import give


def migrate(
    family: OneFamily = None,
    every: AllFamilies = False,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=64, metavar="N", help="Families at once.")] = 1,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Replay a family's history and move its three earlier files over; a stopped run goes on where it was.

    The originals stay as they are, copies go to archive/. migration/report.md says of each earlier line what
    covers it. Exit 1 where a family stopped, or where something that it had asked for is missing.
    """
    give(late.migrate.migrate(family, every=every, jobs=jobs, now=now), as_json)
