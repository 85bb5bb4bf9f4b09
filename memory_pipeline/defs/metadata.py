"""Reports of the workflows as Dagster metadata: numbers to plot, tables and Markdown to read."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import dagster as dg

from memory_pipeline.brief.gather import compile_family
from memory_pipeline.brief.usage import section_uses
from memory_pipeline.model.candidate import Formation
from memory_pipeline.workflows.brief_history import prefix_kept
from memory_pipeline.workflows.dream_family import DreamReport
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_session import SessionOutcome
from memory_pipeline.workflows.reindex import IndexReport
from memory_pipeline.workflows.verify import Check

Metadata = dict[str, Any]


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> dg.TableMetadataValue:
    """A table of text cells with the given column names."""
    records = [dg.TableRecord(dict(zip(columns, map(_cell, row), strict=True))) for row in rows]
    schema = dg.TableSchema(columns=[dg.TableColumn(name) for name in columns])
    return dg.MetadataValue.table(records=records, schema=schema)


def with_rows(**tables: dg.TableMetadataValue) -> Metadata:
    """The tables that have rows: an empty one is nothing to look at."""
    return {name: found for name, found in tables.items() if found.records}


def formation_metadata(formations: Sequence[Formation]) -> Metadata:
    """Counts of candidates and rejections, and every rejection with its reason."""
    rejections = [(formation.session, each) for formation in formations for each in formation.rejections]
    return {
        "sessions": len(formations),
        "candidates": sum(len(formation.survivors) for formation in formations) + len(rejections),
        "survivors": sum(len(formation.survivors) for formation in formations),
        "rejected": len(rejections),
        "failed_sessions": sum(formation.status == "failed" for formation in formations),
        "input_tokens": sum(formation.usage.input_tokens for formation in formations),
        "output_tokens": sum(formation.usage.output_tokens for formation in formations),
        "cost_usd": sum(formation.usage.cost_usd for formation in formations),
        **with_rows(
            by_session=table(
                ("session", "status", "survivors", "rejected"),
                ((each.session, each.status, len(each.survivors), len(each.rejections)) for each in formations),
            ),
            by_gate=counts_table("gate", Counter(each.gate for _, each in rejections)),
            by_fault=counts_table("fault", sum((Counter(each.usage.faults) for each in formations), Counter[str]())),
            rejections=table(
                ("session", "candidate", "gate", "reason"),
                ((session, each.candidate.summary, each.gate, each.reason) for session, each in rejections),
            ),
        ),
    }


def outcome_metadata(outcomes: Sequence[SessionOutcome]) -> Metadata:
    """What each session changed: candidate, decision, memory and reason."""
    decided = [
        (outcome.formation.session, decision)
        for outcome in outcomes
        if outcome.decisions is not None
        for decision in outcome.decisions.decisions
    ]
    return {
        "sessions": len(outcomes),
        "changes": sum(outcome.record is not None for outcome in outcomes),
        **with_rows(
            decisions=counts_table("decision", Counter(decision.kind for _, decision in decided)),
            what_changed=table(
                ("session", "candidate", "decision", "memory", "reason"),
                ((session, each.summary, each.kind, each.memory or "", each.reason) for session, each in decided),
            ),
        ),
    }


def dream_metadata(report: DreamReport) -> Metadata:
    """How many memories moved and why."""
    transitions = report.plan.transitions
    kinds = Counter(transition.kind for transition in transitions)
    return {
        "expired": kinds["expire"],
        "promoted": kinds["promote"],
        "decayed": kinds["decay"],
        "seq": report.record.seq if report.record else 0,
        **with_rows(
            transitions=table(
                ("memory", "transition", "reason"), ((each.memory, each.kind, each.reason) for each in transitions)
            )
        ),
    }


def budget_metadata(pipeline: Pipeline, family: str) -> Metadata:
    """How the brief spends its budget, drawn; for each memory why it is in or out; what a new brief leaves the cache.

    `prefix_kept`: the mean share of a prompt's prefix, 0..1, that a new brief left as it was.
    """
    compiled = compile_family(pipeline.view(family), pipeline.policies.brief, pipeline.count_tokens)
    uses = section_uses(compiled, pipeline.policies.brief, pipeline.count_tokens)
    kept = prefix_kept(pipeline.view(family), pipeline.policies.brief)
    summaries = {memory.id: memory.summary for memory in pipeline.view(family).memories().values()}
    drawn = [f"{use.section:<18} {use.bar} {use.used:>5} of {use.allocated}, {use.lines} lines" for use in uses]
    return {
        "left_out": sum(use.left_out for use in uses),
        "budget": dg.MetadataValue.md("\n".join(["```", *drawn, "```"])),
        **{f"tokens_{use.section}": use.used for use in uses},
        **({} if kept is None else {"prefix_kept": kept}),
        **with_rows(
            why=table(
                ("memory", "in the brief", "why"),
                ((summaries[why.memory], "yes" if why.included else "no", str(why)) for why in compiled.explanations),
            )
        ),
    }


def index_metadata(report: IndexReport) -> Metadata:
    """The index's counts; `unavailable` says why exact search answers meanwhile."""
    return dict(report.as_json())


def check_result(check: Check, *, severity: dg.AssetCheckSeverity) -> dg.AssetCheckResult:
    """A verify check as Dagster's."""
    return dg.AssetCheckResult(
        passed=check.ok,
        severity=severity,
        metadata={"failing": len(check.failing), **with_rows(what_fails=table(("place",), zip(check.failing)))},
    )


def counts_table(name: str, counts: Mapping[str, int]) -> dg.TableMetadataValue:
    """Counts by name, the most frequent first."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return table((name, "count"), ordered)


def _cell(value: object) -> str | int | float:
    return value if isinstance(value, int | float) else str(value)
