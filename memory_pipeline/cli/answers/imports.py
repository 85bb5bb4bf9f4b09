"""`import FORMAT PATH`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import RenderableType

from memory_pipeline.cli.answers.drawing import plain, table
from memory_pipeline.cli.answers.import_contents import contents
from memory_pipeline.cli.answers.parts import known_family, open_pipeline
from memory_pipeline.cli.errors import error_document
from memory_pipeline.cli.output import Answer, progress_shown, say
from memory_pipeline.importers import ImportBatch, ImportOptions, importer
from memory_pipeline.model.errors import InputError, UnknownFamily
from memory_pipeline.model.instants import zone
from memory_pipeline.workflows.import_formed import settle_formed
from memory_pipeline.workflows.intake import Intake, carry_out, plan_intake
from memory_pipeline.workflows.pipeline import Pipeline


def bring_in(format_: str, path: Path, options: ImportOptions, *, dry_run: bool, now: str | None) -> Answer:
    """Store the sessions of `path`, all of them or none.

    What cannot be read in a file that another program wrote is left out and listed; in our own formats it refuses the
    import. Raises UnknownFormat, UnknownFamily, FamilyClosed, SessionConflict, MalformedTranscript, EmptySession,
    InvalidTimeZone, InvalidArgument.
    """
    pipeline = open_pipeline(now)
    batch = _read(pipeline, format_, path, options)
    if batch.rejected and not batch.foreign:
        _refuse(batch.rejected)
    intakes = tuple(plan_intake(pipeline, each.family, each.sessions, foreign=batch.foreign) for each in batch.families)
    rejected = (*batch.rejected, *(conflict for intake in intakes for conflict in intake.refused))
    for error in rejected:
        say(f"left out: {error}")
    if not dry_run:
        with progress_shown() as progress:
            for each, intake in zip(batch.families, intakes, strict=True):
                carry_out(pipeline, intake, progress)
                settle_formed(pipeline, each.family.key, each.formations, each.succeeds, progress)
    return _answer(format_, batch, intakes, rejected, dry_run=dry_run)


def _read(pipeline: Pipeline, format_: str, path: Path, options: ImportOptions) -> ImportBatch:
    read = importer(format_)
    family = options.family
    if options.timezone is not None:
        zone(options.timezone)
    stored = pipeline.view(family).family() if family is not None and pipeline.view(family).exists() else None
    now = pipeline.host_now() if stored is None else pipeline.now(stored)
    try:
        return read(path, family=stored, options=replace(options, now=now))
    except UnknownFamily:
        if family is not None:
            known_family(pipeline, family)
        raise


def _refuse(rejected: tuple[InputError, ...]) -> None:
    """Name every unreadable session on stderr and raise the first."""
    for other in rejected[1:]:
        say(f"also: {other}")
    raise rejected[0]


def _answer(
    format_: str, batch: ImportBatch, intakes: tuple[Intake, ...], rejected: Iterable[InputError], *, dry_run: bool
) -> Answer:
    document = {
        "format": format_,
        "dry_run": dry_run,
        "families": [intake.as_json() for intake in intakes],
        "contents": [contents(each) for each in batch.families],
        "notes": list(batch.notes),
        "rejected": [error_document(error)["error"] for error in rejected],
    }
    return Answer(document=document, draw=lambda: _drawn(document))


def _drawn(document: dict[str, Any]) -> Iterator[RenderableType]:
    title = f"{'Would import' if document['dry_run'] else 'Imported'} ({document['format']})"
    rows = [
        (family["family"], "new" if family["created"] else "known", len(family["added"]), len(family["known"]))
        for family in document["families"]
    ]
    yield table(title, "family", "", "#new sessions", "#already there", rows=rows)
    for found in document["contents"]:
        span = f"{found['first'] or '-'} to {found['last'] or '-'}"
        yield plain(f"{found['family']}: {found['sessions']} sessions, {found['turns']} turns, {span}")
        if found["open"]:
            yield plain(f"{len(found['open'])} may still grow and are formed once they have ended: {found['open'][-1]}")
        speakers = [(each["name"], each["role"], each["member"], each["turns"]) for each in found["speakers"]]
        yield table("Who speaks", "name", "role", "member", "#turns", rows=speakers)
    yield from (plain(note) for note in document["notes"])
    if document["rejected"]:
        yield plain(f"{len(document['rejected'])} records were left out; they are listed on stderr.", "yellow")
