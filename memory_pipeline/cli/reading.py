"""`memory-pipeline brief | turn | search | read | excerpt`: what an agent is given."""

from __future__ import annotations

from typing import Annotated

import typer

from memory_pipeline.cli import late
from memory_pipeline.cli.options import AsJson, Batch, Explain, Family, Now, Reference, Surface
from memory_pipeline.cli.output import give, give_lines

Types = Annotated[
    list[str] | None,
    typer.Option("--type", metavar="TYPE", help="Only memories of this type; may be repeated.", show_default=False),
]
Entities = Annotated[
    list[str] | None,
    typer.Option("--entity", metavar="NAME|ID", help="Only what applies to it; may be repeated.", show_default=False),
]


def brief(
    family: Family,
    surface: Annotated[Surface, typer.Option(help="Where it will be read.")] = "chat",
    query: Annotated[
        str | None, typer.Option("--query", help="What the web_search surface is about.", show_default=False)
    ] = None,
    explain: Explain = False,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Print what every conversation begins with."""
    give(late.reading.brief(family, surface, query, explain=explain, now=now), as_json)


def turn(
    family: Family,
    message: Annotated[str | None, typer.Argument(help="What the user just said.", show_default=False)] = None,
    batch: Batch = None,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Print the block that a model is given beside one message."""
    if batch is None:
        give(late.reading.turn(family, message, now=now), as_json)
    else:
        give_lines(late.reading.turns(family, message, batch, now=now))


def search(
    family: Family,
    query: Annotated[str | None, typer.Argument(help="What to look for.", show_default=False)] = None,
    types: Types = None,
    entities: Entities = None,
    include_history: Annotated[
        bool, typer.Option("--include-history", help="Also what is no longer current; never what was forgotten.")
    ] = False,
    limit: Annotated[int | None, typer.Option("--limit", min=1, metavar="N", help="At most N results.")] = None,
    batch: Batch = None,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Search one family's memories, by meaning and by words."""
    wanted = late.reading.Filters(
        types=tuple(types or ()), entities=tuple(entities or ()), include_history=include_history, limit=limit
    )
    if batch is None:
        give(late.reading.search(family, query, wanted, now=now), as_json)
    else:
        give_lines(late.reading.searches(family, query, batch, wanted, now=now))


def read(reference: Reference, now: Now = None, as_json: AsJson = False) -> None:
    """Print a whole memory, front matter included."""
    give(late.reading.read(reference, now=now), as_json)


def excerpt(reference: Reference, now: Now = None, as_json: AsJson = False) -> None:
    """Print the turns that a reference cites."""
    give(late.reading.excerpt(reference, now=now), as_json)
