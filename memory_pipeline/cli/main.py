"""`memory-pipeline`: the commands of contract section 13, put together."""

from __future__ import annotations

import sys
from io import TextIOWrapper

import typer

from memory_pipeline.cli import (
    card,
    demo,
    evaluation,
    export,
    families,
    imports,
    log,
    migrate,
    reading,
    release,
    release_diff,
    review,
    run,
    serve,
    tool_server,
    upkeep,
)
from memory_pipeline.cli.door import Door

STORE = "The store"
AGENT = "What an agent is given"
FAMILY = "What a family does"
UPKEEP = "Upkeep"

app = typer.Typer(
    cls=Door,
    name="memory-pipeline",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="A family's memory: small checked claims, each with its source.",
)

for name, command, panel in (
    ("demo", demo.demo, STORE),
    ("import", imports.import_, STORE),
    ("run", run.run, STORE),
    ("brief", reading.brief, AGENT),
    ("turn", reading.turn, AGENT),
    ("search", reading.search, AGENT),
    ("read", reading.read, AGENT),
    ("excerpt", reading.excerpt, AGENT),
    ("mcp", tool_server.mcp, AGENT),
    ("migrate", migrate.migrate, STORE),
    ("review", review.review, FAMILY),
    ("serve", serve.serve, FAMILY),
    ("dream", upkeep.dream, UPKEEP),
    ("reindex", upkeep.reindex, UPKEEP),
    ("verify", upkeep.verify, UPKEEP),
    ("adopt", upkeep.adopt, UPKEEP),
    ("doctor", upkeep.doctor, UPKEEP),
    ("evaluate", evaluation.evaluate, UPKEEP),
    ("release", release.release, UPKEEP),
    ("release-diff", release_diff.release_diff, UPKEEP),
):
    app.command(name, rich_help_panel=panel)(command)
app.add_typer(families.app, name="family", rich_help_panel=STORE)
app.add_typer(card.app, name="card", rich_help_panel=FAMILY)
app.add_typer(log.app, name="log", rich_help_panel=UPKEEP)
app.add_typer(export.app, name="export", rich_help_panel=UPKEEP)


def main() -> None:
    """Run the command of `sys.argv`; what is printed is UTF-8 on any host."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=stream.errors if stream is sys.stdout else "backslashreplace")
    app()
