"""`memory-pipeline card …`: what a family sees of its memory and does with it."""

from __future__ import annotations

from typing import Annotated

import typer

from memory_pipeline.cli import late
from memory_pipeline.cli.options import After, AsJson, Family, Limit, Now, Reference, StatusChoice
from memory_pipeline.cli.output import give

app = typer.Typer(no_args_is_help=True, help="The memory card: list, remember, forget, evidence, history.")


Member = Annotated[
    str | None,
    typer.Option("--member", metavar="NAME", help="Who does it, a member of the household.", show_default=False),
]


@app.command("list")
def list_(
    family: Family,
    status: Annotated[StatusChoice, typer.Option(help="Which memories.")] = "active",
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="INSTANT", help="The card as it was then.", show_default=False)
    ] = None,
    limit: Limit = None,
    after: After = None,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """List what is remembered, the newest first."""
    give(late.card.listing(family, status, as_of=as_of, limit=limit, after=after, now=now), as_json)


@app.command()
def remember(
    family: Family,
    text: Annotated[str, typer.Argument(help="What to remember, in the family's own words.", show_default=False)],
    member: Member = None,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Remember a statement, as explicitly said. Twice changes nothing."""
    give(late.card.remember(family, text, member, now=now), as_json)


@app.command()
def forget(reference: Reference, member: Member = None, now: Now = None, as_json: AsJson = False) -> None:
    """Forget one claim for good."""
    give(late.card.forget(reference, member, now=now), as_json)


@app.command()
def evidence(reference: Reference, now: Now = None, as_json: AsJson = False) -> None:
    """Show the quotes that a memory rests on, with their dates."""
    give(late.card.evidence(reference, now=now), as_json)


@app.command()
def history(reference: Reference, now: Now = None, as_json: AsJson = False) -> None:
    """Show a claim's lineage, the oldest version first."""
    give(late.card.history(reference, now=now), as_json)
