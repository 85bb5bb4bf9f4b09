"""`memory-pipeline serve`: the memory card as a page."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from memory_pipeline.cli import late
from memory_pipeline.cli.options import AsJson
from memory_pipeline.cli.output import give


def serve(
    host: Annotated[str, typer.Option(help="Where to listen; beyond loopback MEMORY_CARD_SECRET must be set.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port.")] = 8400,
    links: Annotated[
        list[str] | None,
        typer.Option("--link", metavar="F", help="Print a link to this family's card first.", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Serve the memory card and its JSON, on loopback by default."""
    give(late.serve.served(host, port, links or []), as_json)
    sys.stdout.flush()
    late.serve.serve(host, port)
