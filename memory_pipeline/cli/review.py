"""`memory-pipeline review`: a person works through what a migration made."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from memory_pipeline.cli import late
from memory_pipeline.cli.options import After, AsJson, Family, Limit, Now
from memory_pipeline.cli.output import give
from memory_pipeline.model.review import VerdictKind

_Ref = typer.Option(metavar="REF", help="memory://F/ID", show_default=False)


def review(
    family: Family,
    accept: Annotated[str | None, _Ref] = None,
    reject: Annotated[str | None, _Ref] = None,
    rewrite: Annotated[str | None, _Ref] = None,
    summary: Annotated[str | None, typer.Option(metavar="TEXT", help="The new summary of a rewrite.")] = None,
    reviewer: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who judges; else who is logged in.", show_default=False)
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Judge anew what somebody has judged.")] = False,
    labels: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the verdicts as labelled cases.", show_default=False)
    ] = None,
    split: Annotated[Literal["dev", "test"], typer.Option(help="Of the labelled cases.")] = "dev",
    link: Annotated[bool, typer.Option("--link", help="Print a link to the desk as a page (see serve).")] = False,
    address: Annotated[str, typer.Option(help="Where the desk is served.")] = "http://127.0.0.1:8400",
    limit: Limit = None,
    after: After = None,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Review what is remembered beside the words it came from: accept, reject or rewrite.

    On a terminal it shows one memory after the other and takes a key for each; elsewhere, and with --json, the queue.
    A rejected memory is forgotten for good; a rewrite changes its summary only.
    """
    asked: dict[VerdictKind, str | None] = {"accepted": accept, "rejected": reject, "rewritten": rewrite}
    if link:
        give(late.serve.desk_link(family, reviewer or late.review.who_is_here(), address), as_json)
    elif labels is not None:
        give(late.review.labels(family, labels, split, now=now), as_json)
    elif any(asked.values()):
        give(late.review.verdict(family, asked, summary, reviewer, again=again, now=now), as_json)
    elif as_json or not late.review.at_a_terminal():
        give(late.review.queue(family, limit=limit, after=after, now=now), as_json)
    else:
        give(late.review.desk(family, reviewer, after=after, now=now), as_json)
