"""`export okf`, `export parquet` and `export memory-log`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from memory_pipeline.bootstrap import refresh_fleet_catalog
from memory_pipeline.cli.answers.drawing import table
from memory_pipeline.cli.answers.parts import known_family, open_pipeline
from memory_pipeline.cli.output import Answer
from memory_pipeline.model.errors import InvalidArgument
from memory_pipeline.workflows.export import Exported, export_okf
from memory_pipeline.workflows.export_memory_log import export_memory_log
from memory_pipeline.workflows.families import list_families
from memory_pipeline.workflows.fleet_catalog import FamilyCatalog
from memory_pipeline.workflows.pipeline import Pipeline


def okf(places: Sequence[str], *, every: bool) -> Answer:
    """Write one family's bundle into a folder, or every family's into a folder of its own below it.

    Raises InvalidArgument, UnknownFamily.
    """
    pipeline = open_pipeline()
    families, folder = _places(pipeline, places, every)
    exported = [export_okf(pipeline, family, folder / family if every else folder) for family in families]
    documents = [_document(each) for each in exported]
    rows = [(each.family, str(each.folder), each.memories, each.entities) for each in exported]
    return Answer(
        document=documents if every else documents[0],
        draw=lambda: [table("Exported", "family", "folder", "#claims", "#entities", rows=rows, empty="no family")],
    )


def parquet(places: Sequence[str], *, every: bool) -> Answer:
    """Write one family's rows, or every family's, into the dataset of a folder. Fails where a family cannot be read.

    Raises InvalidArgument, UnknownFamily, InvalidSetting, MalformedDocument.
    """
    pipeline = open_pipeline()
    families, folder = _places(pipeline, places, every)
    found = refresh_fleet_catalog(pipeline, folder, families)
    failed = [{"family": each.family, "error": each.error} for each in found if each.error is not None]
    document = {
        "folder": str(folder.absolute()),
        "families": len(found),
        "memories": sum(each.known.row.memories for each in found if each.known is not None),
        "read": [each.family for each in found if each.memories is not None],
        "failed": failed,
    }
    rows = [(each.family, _made(each), each.known.row.memories if each.known else 0) for each in found]
    return Answer(
        document=document,
        draw=lambda: [table(f"Dataset in {folder}", "family", "", "#memories", rows=rows, empty="no family")],
        failed=bool(failed),
    )


def memory_log(places: Sequence[str], *, now: str | None) -> Answer:
    """Write one family's MEMORY.md into a folder. Raises InvalidArgument, UnknownFamily."""
    if len(places) != 2:
        raise InvalidArgument("name one family and a folder")
    pipeline = open_pipeline(now)
    exported = export_memory_log(pipeline, known_family(pipeline, places[0]).key, Path(places[1]))
    document = {
        "family": exported.family,
        "file": str(exported.file),
        "items": exported.items,
        "left_out": list(exported.left_out),
    }
    rows = [(exported.family, str(exported.file), exported.items, len(exported.left_out))]
    return Answer(
        document=document, draw=lambda: [table("Exported", "family", "file", "#items", "#left out", rows=rows)]
    )


def _places(pipeline: Pipeline, places: Sequence[str], every: bool) -> tuple[tuple[str, ...], Path]:
    """The families and the folder that `F DIR`, or `--all DIR`, names."""
    if len(places) != (1 if every else 2):
        raise InvalidArgument("name one family and a folder, or --all and a folder")
    families = list_families(pipeline) if every else (known_family(pipeline, places[0]).key,)
    return families, Path(places[-1])


def _made(each: FamilyCatalog) -> str:
    if each.error is not None:
        return each.error
    return "unchanged" if each.memories is None else "written"


def _document(exported: Exported) -> dict[str, Any]:
    """The counts of one family's bundle; `removed` files of an earlier export are gone."""
    return {
        "family": exported.family,
        "folder": str(exported.folder),
        "memories": exported.memories,
        "entities": exported.entities,
        "removed": exported.removed,
    }
