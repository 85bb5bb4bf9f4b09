"""`log process`, `log prune` and `log append`."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import RenderableType

from memory_pipeline.cli.answers.drawing import counts, plain, table, verdict
from memory_pipeline.cli.answers.parts import known_family, open_pipeline
from memory_pipeline.cli.output import Answer, progress_shown
from memory_pipeline.memory_log.policy import checked_batch_size
from memory_pipeline.workflows.log_event import log_event
from memory_pipeline.workflows.process_log import LogRun, process_log
from memory_pipeline.workflows.prune_log import Pruned, prune_log


def process(family: str, *, batch_size: int | None, now: str | None) -> Answer:
    """Distil what waits. Fails where a check fails. Raises UnknownFamily, FamilyClosed, InvalidArgument."""
    pipeline = open_pipeline(now)
    known_family(pipeline, family)
    size = None if batch_size is None else checked_batch_size(batch_size)
    with progress_shown() as progress:
        run = process_log(pipeline, family, size, progress)
    return Answer(document=run.as_json(), draw=lambda: _drawn(run), failed=run.failed)


def prune(family: str, target: int, *, dry_run: bool, now: str | None) -> Answer:
    """Take items out, or show which would go. Raises UnknownFamily, FamilyClosed, InvalidArgument."""
    pipeline = open_pipeline(now)
    known_family(pipeline, family)
    pruned = prune_log(pipeline, family, target, dry_run=dry_run)
    return Answer(document=pruned.as_json(), draw=lambda: _drawn_pruned(pruned))


def append(family: str, kind: str, text: str, *, now: str | None) -> Answer:
    """Add one event. Raises UnknownFamily, FamilyClosed, InvalidArgument."""
    stamp = log_event(open_pipeline(now), family, kind, text)
    document = {"family": family, "at": stamp, "kind": kind}
    return Answer(document=document, draw=lambda: [plain(f"{family}: [{stamp}] [{kind}] is in the log")])


def _drawn(run: LogRun) -> Iterable[RenderableType]:
    document = run.as_json()
    if run.completed:
        yield plain("A batch that an earlier run left half written was completed first.")
    rows = (
        (number, len(batch.events), counts(_operations(document["batches"][number - 1])), counts(batch.discarded))
        for number, batch in enumerate(run.batches, start=1)
    )
    yield table(f"Memory log of {run.family}", "#batch", "#events", "items", "discarded", rows=rows,
                empty="no event was waiting")  # fmt: skip
    decided = [each for batch in run.batches for each in batch.consolidation.decisions]
    if decided:
        lines = ((each.operation, each.line, each.reason) for each in decided)
        yield table("Items", "operation", "+line", "why", rows=lines)
    checks = ((found.check, verdict(not found.failing), "\n".join(found.failing)) for found in run.findings)
    yield table("Checks", "check", "", "+failing", rows=checks)
    yield plain(f"{run.items} items in MEMORY.md")
    if run.pruned is not None:
        yield from _drawn_pruned(run.pruned)


def _operations(batch: dict[str, list[dict[str, str]]]) -> dict[str, int]:
    made = [each["operation"] for each in batch["decisions"]]
    return {operation: made.count(operation) for operation in dict.fromkeys(made)}


def _drawn_pruned(pruned: Pruned) -> Iterable[RenderableType]:
    title = "Would take out" if pruned.dry_run else "Taken out"
    rows = ((each.why, each.line, each.into or "") for each in pruned.plan.removals)
    yield table(f"{title} ({pruned.family})", "why", "+line", "merged into", rows=rows)
    yield plain(f"Kept: {counts(pruned.plan.kept)}")
    if pruned.plan.shortfall:
        yield plain(f"{pruned.plan.shortfall} of {pruned.plan.target} could not go: what is left must stay", "yellow")
