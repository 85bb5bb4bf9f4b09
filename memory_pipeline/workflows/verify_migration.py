"""What must hold of a family's migration before its readers go over: a promise beside those of `verify`."""

from __future__ import annotations

from collections.abc import Iterator

from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline.store import json_text
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.keys import migration_key
from memory_pipeline.workflows.migrate import REPORT
from memory_pipeline.workflows.migrate_ledger import read_ledger
from memory_pipeline.workflows.migrate_report import EXPLICIT
from memory_pipeline.workflows.pipeline import Pipeline


def earlier_wishes_covered(pipeline: Pipeline, view: FamilyView) -> Iterator[str]:
    """The migration went through, and a memory covers every line that the family had asked to remember.

    Raises MalformedDocument for a ledger or a report that cannot be read.
    """
    ledger = read_ledger(pipeline.objects, view.key)
    if ledger.stopped is not None:
        step, reason = ledger.stopped
        yield f"stopped at {step}: {reason}"
    elif not ledger.done:
        yield "the migration has not gone through"
    else:
        yield from _missing(pipeline, migration_key(view.key, REPORT))


def _missing(pipeline: Pipeline, key: str) -> Iterator[str]:
    found = pipeline.objects.get(key)
    try:
        lines = json_text.read(found.data)["lines"] if found else None
        for each in lines or ():
            if each["file"] == EXPLICIT and each["state"] == "missing":
                yield f"{each['file']}:{each['line']}: {each['text']} ({each['how']})"
    except (json_text.JsonFault, KeyError, TypeError) as error:
        raise MalformedDocument("this is no migration report; run the migration again", file=key) from error
    if lines is None:
        yield f"{key}: missing; run the migration again"
