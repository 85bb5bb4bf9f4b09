"""`import FORMAT PATH`."""

from __future__ import annotations

from pathlib import Path

from memory_pipeline.cli.answers.drawing import table
from memory_pipeline.cli.answers.parts import known_family, open_pipeline
from memory_pipeline.cli.output import Answer, progress_shown, say
from memory_pipeline.importers import ImportBatch, ImportOptions, importer
from memory_pipeline.model.errors import InputError, UnknownFamily
from memory_pipeline.workflows.intake import Intake, carry_out, plan_intake
from memory_pipeline.workflows.pipeline import Pipeline


def bring_in(format_: str, path: Path, family: str | None, sample: str | None, *, dry_run: bool) -> Answer:
    """Store the sessions of `path`, all of them or none.

    Raises UnknownFormat, UnknownFamily, FamilyClosed, SessionConflict, MalformedTranscript, EmptySession.
    """
    pipeline = open_pipeline()
    batch = _read(pipeline, format_, path, family, sample)
    if batch.rejected:
        _refuse(batch.rejected)
    intakes = tuple(plan_intake(pipeline, each.family, each.sessions) for each in batch.families)
    if not dry_run:
        with progress_shown() as progress:
            for intake in intakes:
                carry_out(pipeline, intake, progress)
    return _answer(format_, intakes, dry_run=dry_run)


def _read(pipeline: Pipeline, format_: str, path: Path, family: str | None, sample: str | None) -> ImportBatch:
    read = importer(format_)
    stored = pipeline.view(family).family() if family is not None and pipeline.view(family).exists() else None
    try:
        return read(path, family=stored, options=ImportOptions(sample=sample, family=family))
    except UnknownFamily:
        if family is not None:
            known_family(pipeline, family)
        raise


def _refuse(rejected: tuple[InputError, ...]) -> None:
    """Name every unreadable session on stderr and raise the first."""
    for other in rejected[1:]:
        say(f"also: {other}")
    raise rejected[0]


def _answer(format_: str, intakes: tuple[Intake, ...], *, dry_run: bool) -> Answer:
    title = f"{'Would import' if dry_run else 'Imported'} ({format_})"
    rows = [
        (intake.family.key, "new" if intake.created else "known", len(intake.added), len(intake.known))
        for intake in intakes
    ]
    return Answer(
        document={"format": format_, "dry_run": dry_run, "families": [intake.as_json() for intake in intakes]},
        draw=lambda: [table(title, "family", "", "#new sessions", "#already there", rows=rows)],
    )
