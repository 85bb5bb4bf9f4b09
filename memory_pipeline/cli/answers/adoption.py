"""`adopt`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import RenderableType

from memory_pipeline.cli.answers.drawing import plain, table
from memory_pipeline.cli.answers.parts import known_family, open_pipeline
from memory_pipeline.cli.output import Answer
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.workflows.adopt import AdoptReport, adopt_family


def adopt(family: str, *, dry_run: bool, now: str | None) -> Answer:
    """Journal the hand edits of one family; a dry run writes nothing. Fails where one cannot be taken over."""
    pipeline = open_pipeline(now)
    known_family(pipeline, family)
    report = adopt_family(pipeline, family, dry_run=dry_run)
    document = adopt_document(report, dry_run=dry_run)
    return Answer(document=document, draw=lambda: _drawn(document), failed=bool(report.left))


def adopt_document(report: AdoptReport, *, dry_run: bool) -> dict[str, Any]:
    """What was taken over (in a dry run: would be), as change `seq` (null for nothing), and what was left.

    `check_summary`: claims whose words were edited and whose summary was not.
    """
    record = report.record
    return {
        "family": report.family,
        "dry_run": dry_run,
        "seq": None if record is None else record.seq,
        "adopted": [] if record is None else [{"kind": entry.kind, "id": entry.id} for entry in record.entries],
        "check_summary": [str(MemoryRef(report.family, memory)) for memory in report.unsummarised],
        "left": [{"file": edit.file, "reason": edit.reason} for edit in report.left],
    }


def _drawn(document: dict[str, Any]) -> Iterable[RenderableType]:
    rows = [(entry["kind"], entry["id"]) for entry in document["adopted"]]
    yield table(f"Hand edits of {document['family']}", "", "#id", rows=rows, empty="nothing to take over")
    for ref in document["check_summary"]:
        yield plain(
            f"{ref}: its words were edited and its summary was not; brief and search tell the summary", "yellow"
        )
    if document["left"]:
        left = [(edit["file"], edit["reason"]) for edit in document["left"]]
        yield table("Left as they are", "file", "+why", rows=left)
    if document["seq"] is not None:
        yield plain(f"{'Would be' if document['dry_run'] else 'Written as'} change {document['seq']}.")
