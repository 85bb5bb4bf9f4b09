"""A family's migration as Dagster metadata: the comparison report to read, its counts to plot."""

import dagster as dg

from memory_pipeline.defs.metadata import Metadata, counts_table, with_rows
from memory_pipeline.store.keys import migration_key
from memory_pipeline.workflows.migrate import REPORT_PAGE
from memory_pipeline.workflows.migrate_all import FamilyMigration
from memory_pipeline.workflows.migrate_coverage import STATES
from memory_pipeline.workflows.pipeline import Pipeline


def migration_metadata(pipeline: Pipeline, end: FamilyMigration) -> Metadata:
    """What each step found; of a closed family only that it is closed."""
    if end.ledger is None:
        return {"closed": end.skipped}
    steps = end.ledger.steps
    report = steps.get("report", {})
    return {
        "sessions": steps["enumerate"]["sessions"],
        "passes": end.ledger.passes,
        "lines": report.get("lines", 0),
        **{state: report.get(state, 0) for state in STATES},
        **_page(pipeline, end.family),
        **with_rows(decisions=counts_table("decision", steps.get("reduce", {}).get("decisions", {}))),
    }


def why_not(end: FamilyMigration) -> str | None:
    """Why the family is not over, in one sentence that names it; None where it is, or is closed."""
    if end.error is not None:
        return f"{end.family}: {end.error}"
    if end.ledger is not None and end.ledger.stopped is not None:
        step, reason = end.ledger.stopped
        return f"{end.family} stopped at {step}: {reason}"
    return None


def _page(pipeline: Pipeline, family: str) -> Metadata:
    found = pipeline.objects.get(migration_key(family, REPORT_PAGE))
    return {} if found is None else {"report": dg.MetadataValue.md(found.data.decode("utf-8"))}
