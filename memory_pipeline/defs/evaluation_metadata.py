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
    for split in reversed(report.splits):
        ending = "" if split.split == "test" or len(report.splits) == 1 else f"_{split.split}"
        for each in split.verdicts:
            if each.value is not None and each.bound is not None:
                plotted[f"{each.threshold.figure}{ending}"] = _rounded(each.value)
                plotted[f"{each.threshold.figure}_asked"] = _rounded(each.bound)
    crashed = [each for split in report.splits for each in split.unscored if each.crashed]
    return {
        "holds": report.ok,
        "figures": dg.MetadataValue.md(figures_page([report.as_json()])),
        "page": dg.MetadataValue.path(page),
        "whole": report.whole,
        "backend": report.backend,
        "crashed": len(crashed),
        **dict(sorted(plotted.items())),
        "seconds": round(report.seconds, 1),
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
        description=f"{', '.join(f'{each.split} {_told(each)}' for each in found)}; {_asked(threshold, found[-1])}",
        metadata={
            **dict(_numbers(found)),
            "record": str(record["record"]),
            **with_rows(
                splits=table(("split", "is", "asked", "n", "interval", "holds"), (_row(each) for each in found)),
                failing=table(("split", "case", "why"), _failing(found)),
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
            yield f"score{ending}", _rounded(each.verdict.value)
        if each.verdict.bound is not None and (not ending or each.verdict.bound != found[-1].verdict.bound):
            yield f"threshold{ending}", _rounded(each.verdict.bound)


def _told(each: SplitVerdict) -> str:
    if each.verdict.value is None:
        return "not measured"
    return f"{each.verdict.value:.4g} (n {each.verdict.n}{', with crashes' if each.crashed else ''})"


def _asked(threshold: Threshold, each: SplitVerdict) -> str:
    bound = "a figure that was not measured" if each.verdict.bound is None else f"{each.verdict.bound:g}"
    return f"at {'least' if threshold.at_least is not None else 'most'} {bound} is asked"


def _rounded(value: float) -> float:
    return round(float(value), 4)


def _row(each: SplitVerdict) -> tuple[object, ...]:
    verdict = each.verdict
    interval = "-" if each.interval is None else f"{each.interval[0]:.3f} to {each.interval[1]:.3f}"
    value = "not measured" if verdict.value is None else _rounded(verdict.value)
    bound = "-" if verdict.bound is None else _rounded(verdict.bound)
    return each.split, value, bound, verdict.n, interval, "yes" if each.ok else "no"


def _failing(found: tuple[SplitVerdict, ...]) -> Iterator[tuple[str, str, str]]:
    for each in found:
        yield from ((each.split, case, "crashed") for case in each.crashed)
        yield from ((each.split, case, why) for case, why in zip(each.failing[:SHOWN], each.reasons, strict=False))
        if len(each.failing) > SHOWN:
            yield each.split, f"and {len(each.failing) - SHOWN} more", "see the page beside the record"
