"""A comparison of two versions as Dagster metadata: counts to plot, the families, and examples to read."""

from memory_pipeline.defs.metadata import Metadata, table, with_rows
from memory_pipeline.workflows.release_diff import DIFF_STATES, ReleaseDiff

EXAMPLES = 50


def release_diff_metadata(diff: ReleaseDiff) -> Metadata:
    """Memories by state; what each version is made of; for each state but `same` the first fifty memories."""
    parts = [(name, diff.before.parts.get(name, ""), part) for name, part in diff.after.parts.items()]
    rows = [(each.after.family, each.after.sessions, *each.counts.values()) for each in diff.families]
    examples = {
        state: table(("family", "before", "after", "what differs"), diff.examples(state, EXAMPLES))
        for state in DIFF_STATES
        if state != "same"
    }
    return {
        **{f"memories_{state}": count for state, count in diff.counts.items()},
        "sessions_unread": len(diff.failed),
        **with_rows(
            versions=table(("part", "before", "after"), parts),
            by_family=table(("family", "sessions", *DIFF_STATES), rows),
            unread=table(("session",), zip(diff.failed)),
            **examples,
        ),
    }
