"""A whole evaluation: the chosen sets of the chosen splits, timed, with what was measured named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from memory_pipeline.evaluation.cases.common import Split
from memory_pipeline.evaluation.cases.load import SETS
from memory_pipeline.evaluation.observing.scratch import Bench
from memory_pipeline.evaluation.records import cases_digest
from memory_pipeline.evaluation.report import EvaluationReport
from memory_pipeline.evaluation.run import evaluate_split
from memory_pipeline.evaluation.thresholds import load_thresholds
from memory_pipeline.model.errors import InvalidArgument
from memory_pipeline.model.instants import Clock
from memory_pipeline.workflows.progress import Progress, silent

_SPLITS: tuple[Split, ...] = ("dev", "test")


def evaluate(
    root: Path,
    bench: Bench,
    versions: Mapping[str, str],
    *,
    sets: Sequence[str],
    split: str | None,
    backend: str,
    clock: Clock,
    progress: Progress = silent,
) -> EvaluationReport:
    """The cases below `root` on the bench. No `sets`: all; no `split`: both.

    Raises InvalidArgument for an unknown set, MalformedDocument before any case is run.
    """
    if unknown := [name for name in sets if name not in SETS]:
        raise InvalidArgument(f"no set {unknown[0]!r}; there are {', '.join(SETS)}")
    thresholds, cases, at = load_thresholds(root / "thresholds.yaml"), cases_digest(root), clock()
    splits = tuple(
        evaluate_split(root, each, bench, thresholds, sets=sets or SETS, progress=progress)
        for each in _SPLITS
        if split in (None, each)
    )
    return EvaluationReport(
        at=at,
        seconds=(clock() - at).total_seconds(),
        versions=versions,
        splits=splits,
        backend=backend,
        cases=cases,
        whole=not set(SETS) - set(sets or SETS) and split is None,
    )
