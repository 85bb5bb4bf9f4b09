"""`dream`, `reindex` and `verify`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import RenderableType

from memory_pipeline.cli.answers.drawing import plain, table, verdict
from memory_pipeline.cli.answers.parts import known_family, one_or_all, open_pipeline
from memory_pipeline.cli.output import Answer
from memory_pipeline.dreaming.plan import DreamPlan
from memory_pipeline.dreaming.sweep import Blocked
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.model.transition import Transition
from memory_pipeline.workflows.dream_family import DreamReport, dream_family
from memory_pipeline.workflows.reindex import IndexReport, rebuild_index, synchronise_index
from memory_pipeline.workflows.verify import Verification, verify_family


def dream(family: str, *, dry_run: bool, now: str | None) -> Answer:
    """One pass over one family; a dry run writes nothing. Raises UnknownFamily."""
    pipeline = open_pipeline(now)
    known_family(pipeline, family)
    report = dream_family(pipeline, family, dry_run=dry_run)
    if not dry_run:
        synchronise_index(pipeline, family)
    document = dream_document(report, dry_run=dry_run)
    return Answer(document=document, draw=lambda: _drawn_dream(document))


def reindex(family: str | None, *, every: bool) -> Answer:
    """Rebuild the index of one family or of all. Fails where the index could not be written."""
    pipeline = open_pipeline()
    reports = [rebuild_index(pipeline, key) for key in one_or_all(pipeline, family, every)]
    documents = [{"family": report.family, **report.as_json()} for report in reports]
    return Answer(
        document=documents if every else documents[0],
        draw=lambda: [_reindex_table(reports)],
        failed=any(report.unavailable for report in reports),
    )


def verify(family: str | None, *, every: bool, now: str | None) -> Answer:
    """Check one family or all. Fails where a promise does not hold."""
    pipeline = open_pipeline(now)
    results = [verify_family(pipeline, key) for key in one_or_all(pipeline, family, every)]
    documents = [result.as_json() for result in results]
    return Answer(
        document=documents if every else documents[0],
        draw=lambda: _drawn_checks(results),
        failed=not all(result.ok for result in results),
    )


def dream_document(report: DreamReport, *, dry_run: bool) -> dict[str, Any]:
    """What the pass planned and, unless it was a dry run, wrote (`seq`, null for nothing)."""
    plan = report.plan
    return {
        "family": report.family,
        "dry_run": dry_run,
        "today": plan.today.isoformat(),
        "transitions": _steps(report.family, plan.transitions),
        "blocked": None if plan.blocked is None else _blocked(report.family, plan.blocked),
        "brief_lines": {section.name: len(section.lines) for section in plan.brief.sections},
        "left_out": _left_out(report.family, plan),
        "writes": plan.change is not None,
        "seq": report.record.seq if report.record else None,
        "next_due": None if plan.next_due is None else plan.next_due.isoformat(),
    }


def _steps(family: str, transitions: Sequence[Transition]) -> list[dict[str, str]]:
    return [
        {"ref": str(MemoryRef(family, step.memory)), "kind": step.kind, "reason": step.reason} for step in transitions
    ]


def _blocked(family: str, blocked: Blocked) -> dict[str, Any]:
    """What the blast-radius limit held back."""
    return {
        "reason": str(blocked),
        "memories": blocked.memories,
        "limit": blocked.limit,
        "active": blocked.active,
        "transitions": _steps(family, blocked.transitions),
    }


def _left_out(family: str, plan: DreamPlan) -> list[dict[str, str]]:
    """Pinned or hard memories that found no room in the brief."""
    return [
        {"ref": str(MemoryRef(family, missing.memory)), "reason": str(missing)} for missing in plan.compiled.missing
    ]


def _drawn_dream(document: dict[str, Any]) -> Iterable[RenderableType]:
    rows = [(step["kind"], step["ref"], step["reason"]) for step in document["transitions"]]
    title = f"{'Plan of the dream' if document['dry_run'] else 'Dream'} of {document['family']}, {document['today']}"
    yield table(title, "", "memory", "why", rows=rows, empty="no memory changes its state")
    if document["blocked"]:
        yield plain(document["blocked"]["reason"], "bold yellow")
    for missing in document["left_out"]:
        yield plain(f"{missing['ref']}: {missing['reason']}", "yellow")
    if document["seq"] is not None:
        yield plain(f"Written as change {document['seq']}.")
    elif not document["writes"]:
        yield plain("Nothing to write.")


def _reindex_table(reports: Sequence[IndexReport]) -> RenderableType:
    rows = ((report.family, report.engine, report.points, report.upserts, report.unavailable) for report in reports)
    return table("Index", "family", "engine", "#points", "#written", "", rows=rows, empty="no family")


def _drawn_checks(results: Sequence[Verification]) -> Iterable[RenderableType]:
    for result in results:
        rows = ((verdict(check.ok), check.name, "\n".join(check.failing)) for check in result.checks)
        yield table(f"Family {result.family}", "", "promise", "failing", rows=rows)
    if not results:
        yield plain("No family to verify.")
