"""A run over the memory log as Dagster metadata."""

from typing import Any

from memory_pipeline.defs.metadata import counts_table, table, with_rows
from memory_pipeline.workflows.process_log import LogRun


def log_metadata(run: LogRun) -> dict[str, Any]:
    """Counts to plot, what became of each item, discards by reason, and what was taken out."""
    document = run.as_json()
    totals = document["totals"]
    decided = [(number, each) for number, batch in enumerate(document["batches"], 1) for each in batch["decisions"]]
    removals = document["pruned"]["removals"] if document["pruned"] else []
    return {
        "batches": totals["batches"],
        "events": totals["events"],
        "items": run.items,
        "duplicates_removed": document["duplicates_removed"],
        "pruned": len(removals),
        **{f"items_{operation}": count for operation, count in totals["operations"].items()},
        **with_rows(
            discarded=counts_table("reason", totals["discarded"]),
            dropped=counts_table("reason", totals["dropped"]),
            decisions=table(
                ("batch", "operation", "line", "why"),
                ((number, each["operation"], each["line"], each["reason"]) for number, each in decided),
            ),
            taken_out=table(("why", "line"), ((each["why"], each["line"]) for each in removals)),
            failing_checks=table(
                ("check", "line"), ((check.check, line) for check in run.findings for line in check.failing)
            ),
        ),
    }
