"""The event log becomes MEMORY.md, batch by batch, until no event is left (seed `004`; contract section 11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from memory_pipeline.memory_log.batch_journal import pending
from memory_pipeline.memory_log.checks import Finding, findings
from memory_pipeline.memory_log.comparing import Nearness
from memory_pipeline.memory_log.consolidate import OPERATIONS, duplicates
from memory_pipeline.memory_log.events import Event, EventLog, Unreadable
from memory_pipeline.model.errors import Conflict, FamilyClosed
from memory_pipeline.model.instants import zone
from memory_pipeline.workflows.distil_batch import BatchPlan, Household, household_of, plan_batch
from memory_pipeline.workflows.memory_log_files import MemoryLogFiles, Snapshot
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.progress import Progress, silent
from memory_pipeline.workflows.prune_log import Pruned, prune_log

_REPLANS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class LogRun:
    """What `log process` did.

    `completed`: a batch of an earlier run was waiting and was written first. `tidied`: exact duplicates that went
    without a batch. `unreadable` entries stay in the file and are named. `pruned`: where the cap was reached.
    """

    family: str
    completed: bool
    batches: tuple[BatchPlan, ...]
    tidied: int
    items: int
    unreadable: tuple[Unreadable, ...]
    findings: tuple[Finding, ...]
    pruned: Pruned | None

    @property
    def failed(self) -> bool:
        """Whether a check of the files fails."""
        return any(found.failing for found in self.findings)

    def as_json(self) -> dict[str, Any]:
        """`log process --json`."""
        return {
            "family": self.family,
            "completed_earlier_batch": self.completed,
            "batches": [batch_json(batch) for batch in self.batches],
            "totals": _totals(self.batches),
            "duplicates_removed": self.tidied + sum(len(batch.consolidation.duplicates) for batch in self.batches),
            "items": self.items,
            "checks": [
                {"name": found.check, "ok": not found.failing, "failing": list(found.failing)}
                for found in self.findings
            ],
            "pruned": self.pruned.as_json() if self.pruned else None,
        }


def process_log(pipeline: Pipeline, family: str, batch_size: int | None = None, progress: Progress = silent) -> LogRun:
    """Distil every event in order. A run that was stopped is completed first; events appended meanwhile are next.

    Raises UnknownFamily, FamilyClosed, ExtractionFailed (the batch stays for the next run), InvalidArgument, Conflict.
    """
    household = household_of(pipeline, family)
    if household.family.closed:
        raise FamilyClosed(f"family {family!r} is closed; its MEMORY.md stays readable, nothing new is distilled")
    files = MemoryLogFiles(pipeline.objects, family)
    files.settle()
    completed = files.roll_forward()
    work = _Work(pipeline, household, files, batch_size or pipeline.policies.memory_log.batch_size)
    batches = work.batches(progress)
    tidied = work.tidy()
    files.settle()
    pruned = None
    if len(files.memory().items()) >= pipeline.policies.memory_log.cap:
        pruned = prune_log(pipeline, family, pipeline.policies.memory_log.prune_target)
    memory, log = files.memory(), files.events()
    zone_ = zone(household.family.timezone)
    return LogRun(
        family=family,
        completed=completed,
        batches=tuple(batches),
        tidied=tidied,
        items=len(memory.items()),
        unreadable=tuple(entry for entry in log.entries(zone_) if isinstance(entry, Unreadable)),
        findings=findings(memory, log, pipeline.policies.memory_log),
        pruned=pruned,
    )


class _Work:
    """The batches of one run."""

    def __init__(self, pipeline: Pipeline, household: Household, files: MemoryLogFiles, size: int) -> None:
        self._pipeline, self._household, self._files, self._size = pipeline, household, files, size
        self._zone = zone(household.family.timezone)
        self._nearness = Nearness(pipeline.embedder, pipeline.policies.memory_log)

    def batches(self, progress: Progress) -> list[BatchPlan]:
        """Every batch in order, each written before the next is read."""
        done: list[BatchPlan] = []
        total = 0
        while (batch := self._next()) is not None:
            plan, left = batch
            done.append(plan)
            total = max(total, len(done) + -(-left // self._size))
            progress("distil", len(done), total)
        return done

    def tidy(self) -> int:
        """Exact duplicates go also where no batch came; how many."""
        for _ in range(_REPLANS):
            seen = self._files.snapshot()
            removals = tuple(duplicates(seen.memory))
            if not removals or self._files.commit(seen, pending(_number(seen), (), removals)):
                return len(removals)
        raise Conflict(f"{self._files.memory_key} keeps changing; try again")

    def _next(self) -> tuple[BatchPlan, int] | None:
        """Plan and write the first batch; planned anew where a file changed meanwhile. And how many events are left."""
        for _ in range(_REPLANS):
            seen = self._files.snapshot()
            events = self._first(seen.events)
            if not events:
                return None
            plan = plan_batch(self._pipeline, self._household, events, seen.memory, self._nearness)
            record = pending(_number(seen), [event.raw for event in events], plan.consolidation.edits)
            if self._files.commit(seen, record):
                return plan, max(0, seen.events.count() - len(events))
        raise Conflict(f"{self._files.memory_key} keeps changing; try again")

    def _first(self, log: EventLog) -> tuple[Event, ...]:
        readable = (entry for entry in log.entries(self._zone) if isinstance(entry, Event))
        return tuple(islice(readable, self._size))


def batch_json(batch: BatchPlan) -> dict[str, Any]:
    """One batch's part of the report."""
    return {
        "events": len(batch.events),
        "discarded": dict(sorted(batch.discarded.items())),
        "dropped": dict(sorted(batch.dropped.items())),
        "decisions": [
            {"operation": each.operation, "line": each.line, "target": each.target, "reason": each.reason}
            for each in batch.consolidation.decisions
        ],
        "input_tokens": batch.usage.input_tokens,
        "output_tokens": batch.usage.output_tokens,
        "cost_usd": batch.usage.cost_usd,
    }


def _totals(batches: Sequence[BatchPlan]) -> dict[str, Any]:
    made = Counter(each.operation for batch in batches for each in batch.consolidation.decisions)
    return {
        "batches": len(batches),
        "events": sum(len(batch.events) for batch in batches),
        "operations": {operation: made[operation] for operation in OPERATIONS},
        "discarded": dict(sorted(sum((batch.discarded for batch in batches), Counter[str]()).items())),
        "dropped": dict(sorted(sum((batch.dropped for batch in batches), Counter[str]()).items())),
    }


def _number(seen: Snapshot) -> int:
    return seen.record.number + 1 if seen.record else 1
