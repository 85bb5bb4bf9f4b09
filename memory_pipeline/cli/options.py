"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

Family = Annotated[str, typer.Argument(metavar="F", help="The family's key.", show_default=False)]
OneFamily = Annotated[str | None, typer.Argument(metavar="F", help="The family's key, or --all.", show_default=False)]
Reference = Annotated[str, typer.Argument(metavar="REF", help="memory://F/ID or conv://F/SESSION#turn=N[-M]")]
AllFamilies = Annotated[bool, typer.Option("--all", help="Every family of the store.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")]
Now = Annotated[
    str | None,
    typer.Option(
        "--now", metavar="INSTANT", help="What counts as now; else the family's clock, the store's, the host's."
    ),
]
Limit = Annotated[int | None, typer.Option("--limit", min=1, metavar="N", help="At most N items; all without it.")]
After = Annotated[str | None, typer.Option("--after", metavar="CURSOR", help="Go on after the `next` of an answer.")]
Batch = Annotated[
    str | None,
    typer.Option(
        "--batch",
        metavar="FILE",
        help="One query a line (- for stdin); prints one JSON document a line, in order.",
        show_default=False,
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print the plan and write nothing.")]
Explain = Annotated[bool, typer.Option("--explain", help="Say for each one why.")]

Surface = Literal["chat", "household", "lookahead", "web_search"]
StatusChoice = Literal["active", "dormant", "expired", "superseded", "retracted", "all"]
