"""The record of an evaluation: one JSON document, in which every figure has n, interval and the failing cases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory_pipeline.evaluation.metrics import GAUGES, Metric
from memory_pipeline.evaluation.run import SplitResult
from memory_pipeline.evaluation.scores import BY_NAME
from memory_pipeline.evaluation.thresholds import Verdict
from memory_pipeline.model.instants import format_instant

_COUNTS = {gauge.name: gauge.counts for gauge in GAUGES}


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationReport:
    """All splits of one run. `versions` names what was measured: pipeline, prompt, model, extractor, judge, embedder.

    `backend`: how the extractor was chosen. `cases`: the digest of the labelled cases. `whole`: every set of both
    splits was run. `stale`: recorded replies that no request of a whole run asked for, since prompt or cases changed.
    """

    at: datetime
    seconds: float
    versions: Mapping[str, str]
    splits: tuple[SplitResult, ...]
    stale: tuple[str, ...] = ()
    backend: str = "configured"
    cases: str = ""
    whole: bool = False

    @property
    def ok(self) -> bool:
        """Every split is."""
        return all(split.ok for split in self.splits)

    def as_json(self) -> dict[str, Any]:
        """`evaluate --json`, and the file `report.json`."""
        return {
            "version": 1,
            "at": format_instant(self.at.replace(microsecond=0)),
            "seconds": round(self.seconds, 1),
            "versions": dict(self.versions),
            "backend": self.backend,
            "cases": self.cases,
            "whole": self.whole,
            "ok": self.ok,
            "stale_replies": list(self.stale),
            "splits": [_split(split) for split in self.splits],
        }


def _split(result: SplitResult) -> dict[str, Any]:
    return {
        "split": result.split,
        "ok": result.ok,
        "cases": dict(result.cases),
        "thresholds": [verdict_json(verdict) for verdict in result.verdicts],
        "metrics": [metric_json(metric) for metric in result.metrics],
        "measures": [
            {
                "name": each.name,
                "value": round(each.value, 2),
                "unit": each.unit,
                "n": each.n,
                "counts": _COUNTS[each.name],
            }
            for each in result.measures
        ],
        "unscored": [
            {"set": each.set, "case": each.case, "crashed": each.crashed, "reason": each.reason}
            for each in result.unscored
        ],
    }


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """One threshold: what it asks, what was measured, whether it holds (null: not measured)."""
    threshold = verdict.threshold
    return {
        "name": threshold.name,
        "figure": verdict.decided_by,
        "at_least": threshold.at_least,
        "at_most": threshold.at_most,
        "bound": verdict.bound,
        "value": None if verdict.value is None else round(verdict.value, 4),
        "n": verdict.n,
        "ok": verdict.ok,
    }


def metric_json(metric: Metric) -> dict[str, Any]:
    """One figure with its interval and the scores that went the worse way, each with its reason."""
    yardstick = BY_NAME[metric.name]
    return {
        "name": metric.name,
        "set": yardstick.set,
        "counts": yardstick.counts,
        "better": yardstick.better,
        "value": round(metric.value, 4),
        "hits": metric.hits,
        "n": metric.n,
        "interval": [round(metric.low, 4), round(metric.high, 4)],
        "failing": [{"case": score.case, "group": score.group, "why": score.why} for score in metric.failing],
    }


def not_measured(splits: Iterable[SplitResult]) -> Sequence[str]:
    """Why cases gave no score, each reason once with its count."""
    reasons = [each.reason for split in splits for each in split.unscored if not each.crashed]
    return [f"{reasons.count(reason)} cases: {reason}" for reason in dict.fromkeys(reasons)]
