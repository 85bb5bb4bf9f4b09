"""`memory-pipeline import FORMAT PATH`."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal

import typer

from memory_pipeline.cli import late
from memory_pipeline.cli.options import AsJson, DryRun, Now
from memory_pipeline.cli.output import give
from memory_pipeline.model.errors import InvalidArgument

_FORMATS = "native, jsonl, openai, claude, whatsapp, slack, locomo, event-log or memory-log"


def import_(
    format_: Annotated[str, typer.Argument(metavar="FORMAT", help=_FORMATS)],
    path: Annotated[
        Path, typer.Argument(metavar="PATH", help="The export: a file, or a folder or zip where it is one.")
    ],
    family: Annotated[
        str | None, typer.Option("--family", metavar="F", help="Whose conversations these are.", show_default=False)
    ] = None,
    sample: Annotated[
        str | None,
        typer.Option("--sample", metavar="ID", help="One conversation of a collection.", show_default=False),
    ] = None,
    timezone: Annotated[
        str | None,
        typer.Option("--timezone", metavar="TZ", help="Of local times; else the family's.", show_default=False),
    ] = None,
    date_order: Annotated[
        Literal["dmy", "mdy", "ymd"] | None,
        typer.Option("--date-order", help="Where a file's dates can be read in two ways.", show_default=False),
    ] = None,
    pause: Annotated[
        float, typer.Option("--pause", min=0.1, metavar="HOURS", help="A silence that ends a conversation of a chat.")
    ] = 4.0,
    speaker: Annotated[
        list[str] | None,
        typer.Option(
            "--speaker",
            metavar="[NAME=]MEMBER",
            help="Who NAME in a chat is, or who the user of an assistant's export is.",
            show_default=False,
        ),
    ] = None,
    dry_run: DryRun = False,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Bring conversations in. All of PATH comes in, or nothing.

    One unreadable session refuses an import of our own formats and of locomo. In the export of another program an
    unreadable record is left out, counted and listed; a file that is cut off refuses the import.
    """
    from memory_pipeline.importers import ImportOptions

    called, account = _speakers(speaker or [])
    options = ImportOptions(
        sample=sample,
        family=family,
        timezone=timezone,
        date_order=date_order,
        pause=timedelta(hours=pause),
        account=account,
        called=called,
    )
    give(late.imports.bring_in(format_, path, options, dry_run=dry_run, now=now), as_json)


def _speakers(given: list[str]) -> tuple[dict[str, str], str | None]:
    """Names in the file to members, and the member whose account it is. Raises InvalidArgument for two accounts."""
    pairs = [each.rpartition("=") for each in given]
    called = {name.strip(): member.strip() for name, equals, member in pairs if equals}
    accounts = [member.strip() for _, equals, member in pairs if not equals]
    if len(accounts) > 1:
        raise InvalidArgument(
            f"--speaker names {len(accounts)} members as the user; write NAME=MEMBER for people of a chat"
        )
    return called, accounts[0] if accounts else None
