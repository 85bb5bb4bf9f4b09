"""Evaluations and releases as Dagster metadata: score and threshold as floats, so that the UI plots them over time."""

from collections.abc import Iterator
from pathlib import Path

import dagster as dg

from memory_pipeline.defs.metadata import Metadata, table, with_rows
from memory_pipeline.evaluation.gate import SplitVerdict, judged
from memory_pipeline.evaluation.markdown import figures_page
from memory_pipeline.evaluation.records import Record
from memory_pipeline.evaluation.release import Decision
from memory_pipeline.evaluation.report import EvaluationReport
from memory_pipeline.evaluation.thresholds import Threshold

SHOWN = 20
"""How many failing cases of a figure are listed; the record has them all."""


def evaluation_metadata(report: EvaluationReport, page: Path) -> Metadata:
    """For each threshold `{figure}` (and `_dev`) beside `{figure}_asked`; figures, failing cases, versions to read."""
    plotted: dict[str, float] = {}
    for split in report.splits:
        ending = "" if split.split == "test" or len(report.splits) == 1 else f"_{split.split}"
        for each in split.verdicts:
            if each.value is not None and each.bound is not None:
                plotted[f"{each.threshold.figure}{ending}"] = float(each.value)
                plotted[f"{each.threshold.figure}_asked"] = float(each.bound)
    crashed = [each for split in report.splits for each in split.unscored if each.crashed]
    return {
        **plotted,
        "holds": report.ok,
        "whole": report.whole,
        "backend": report.backend,
        "seconds": report.seconds,
        "crashed": len(crashed),
        "page": dg.MetadataValue.path(page),
        "figures": dg.MetadataValue.md(figures_page([report.as_json()])),
        **with_rows(
            versions=table(("part", "version"), report.versions.items()),
            crashes=table(("set", "case", "reason"), ((each.set, each.case, each.reason) for each in crashed)),
        ),
    }


def threshold_result(record: Record | None, threshold: Threshold) -> dg.AssetCheckResult:
    """One threshold on every split of the newest whole record; without a record nothing vouches for it."""
    if record is None:
        return dg.AssetCheckResult(passed=False, description="No whole evaluation is on record: materialize it.")
    found = judged(record, threshold)
    return dg.AssetCheckResult(
        passed=all(each.ok for each in found),
        severity=dg.AssetCheckSeverity.ERROR,
        description="; ".join(f"{each.split} {_told(each)}" for each in found),
        metadata={
            **dict(_numbers(found)),
            "record": str(record["record"]),
            **with_rows(
                splits=table(("split", "is", "asked", "n", "interval", "holds"), (_row(each) for each in found)),
                failing=table(("split", "case"), _failing(found)),
            ),
        },
    )


def release_metadata(decision: Decision) -> Metadata:
    """What was released and on which scores, or everything that stands against it."""
    if decision.release is None:
        return with_rows(refused=table(("why",), zip(decision.refused)))
    columns = ("threshold", "split", "value", "bound", "n")
    return {
        "written": decision.written,
        "evaluated_at": decision.release.evaluation["at"],
        **with_rows(
            versions=table(("part", "version"), decision.release.versions.items()),
            scores=table(columns, ([score[name] for name in columns] for score in decision.release.scores)),
        ),
    }


def _numbers(found: tuple[SplitVerdict, ...]) -> Iterator[tuple[str, float]]:
    for each in found:
        ending = "" if each.split == "test" else f"_{each.split}"
        if each.verdict.value is not None:
            yield f"score{ending}", float(each.verdict.value)
        if each.verdict.bound is not None:
            yield f"threshold{ending}", float(each.verdict.bound)


def _told(each: SplitVerdict) -> str:
    if each.verdict.value is None:
        return "not measured"
    return f"{each.verdict.value:.4g} of n={each.verdict.n}" + (", with crashes" if each.crashed else "")


def _row(each: SplitVerdict) -> tuple[object, ...]:
    verdict = each.verdict
    interval = "-" if each.interval is None else f"{each.interval[0]:.3f} to {each.interval[1]:.3f}"
    value = "not measured" if verdict.value is None else verdict.value
    return each.split, value, "-" if verdict.bound is None else verdict.bound, verdict.n, interval, str(each.ok)


def _failing(found: tuple[SplitVerdict, ...]) -> Iterator[tuple[str, str]]:
    for each in found:
        yield from ((each.split, f"{case} (crashed)") for case in each.crashed)
        yield from ((each.split, case) for case in each.failing[:SHOWN])
        if len(each.failing) > SHOWN:
            yield each.split, f"and {len(each.failing) - SHOWN} more"
