"""MEMORY.md at its cap: the plan of what goes, and its writing (seed `004`, *Pruning Mode*)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from memory_pipeline.memory_log.batch_journal import pending
from memory_pipeline.memory_log.comparing import Nearness
from memory_pipeline.memory_log.prune import PrunePlan, plan_prune
from memory_pipeline.memory_log.ranking import DROP_ORDER
from memory_pipeline.model.errors import Conflict, FamilyClosed, InvalidArgument
from memory_pipeline.model.instants import local_date
from memory_pipeline.workflows.memory_log_files import MemoryLogFiles
from memory_pipeline.workflows.pipeline import Pipeline

_REPLANS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruned:
    """A plan, and whether it was only looked at."""

    family: str
    plan: PrunePlan
    dry_run: bool

    def as_json(self) -> dict[str, Any]:
        """`log prune --json`."""
        counted = Counter(removal.why for removal in self.plan.removals)
        return {
            "family": self.family,
            "dry_run": self.dry_run,
            "target": self.plan.target,
            "before": self.plan.before,
            "after": self.plan.before - len(self.plan.removals),
            "shortfall": self.plan.shortfall,
            "removed": {why: counted[why] for why in DROP_ORDER},
            "removals": [{"line": each.line, "why": each.why, "into": each.into} for each in self.plan.removals],
            "kept": self.plan.kept,
        }


def prune_log(pipeline: Pipeline, family: str, target: int, *, dry_run: bool = False) -> Pruned:
    """Take `target` items out of MEMORY.md, or as many as may go. A dry run writes nothing.

    Raises UnknownFamily, FamilyClosed, InvalidArgument, Conflict.
    """
    stored = pipeline.view(family).family()
    if target < 1:
        raise InvalidArgument(f"--target says how many items are to go; {target} is none")
    if stored.closed and not dry_run:
        raise FamilyClosed(f"family {family!r} is closed; its MEMORY.md stays as it is")
    today = local_date(pipeline.now(stored), stored.timezone)
    files, policy = MemoryLogFiles(pipeline.objects, family), pipeline.policies.memory_log
    nearness = Nearness(pipeline.embedder, policy)
    if dry_run:
        plan = plan_prune(files.memory(), target, today, pipeline.judge, nearness, policy)
        return Pruned(family=family, plan=plan, dry_run=True)
    for _ in range(_REPLANS):
        seen = files.snapshot()
        plan = plan_prune(seen.memory, target, today, pipeline.judge, nearness, policy)
        number = seen.record.number + 1 if seen.record else 1
        if not plan.edits or files.commit(seen, pending(number, (), plan.edits)):
            return Pruned(family=family, plan=plan, dry_run=False)
    raise Conflict(f"{files.memory_key} keeps changing; try again")
