"""`memory-pipeline family …`."""

from __future__ import annotations

from typing import Annotated

import typer

from memory_pipeline.cli import late
from memory_pipeline.cli.options import After, AsJson, Family, Limit, Now
from memory_pipeline.cli.output import give

app = typer.Typer(no_args_is_help=True, help="Families: add, list, show, close, erase.")


@app.command()
def add(
    family: Family,
    timezone: Annotated[str, typer.Option(metavar="TZ", help="The family's IANA time zone.")] = "UTC",
    member: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[:child]", help="Somebody of the household; may be repeated.", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Add a family. Its key is opaque: 1 to 64 of a-z, 0-9, _ and -, never a person's name."""
    give(late.families.add(family, timezone, member or ()), as_json)


@app.command("list")
def list_(limit: Limit = None, after: After = None, as_json: AsJson = False) -> None:
    """List the families."""
    give(late.families.listing(limit, after), as_json)


@app.command()
def show(family: Family, now: Now = None, as_json: AsJson = False) -> None:
    """Show one family and how much is stored of it."""
    give(late.families.show(family, now), as_json)


@app.command()
def close(family: Family, now: Now = None, as_json: AsJson = False) -> None:
    """Close a family: its memories stay readable, nothing new is formed."""
    give(late.families.close(family, now), as_json)


@app.command()
def erase(
    family: Family,
    confirm: Annotated[
        str | None, typer.Option(metavar="TOKEN", help="The token of the answer that showed what would go.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Count what is stored of a family; with the answer's token, erase every byte of it and keep a receipt.

    Also the search index, and in DAGSTER_HOME the runs that name the family. An erasure that was stopped goes on with
    the same token.
    """
    give(late.erasure.erase(family, confirm), as_json)
