"""`evaluate`: the labelled cases, the thresholds, and a report as JSON and as a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from memory_pipeline.bootstrap import run_evaluation
from memory_pipeline.cli.answers.drawing import plain, table, verdict
from memory_pipeline.cli.output import Answer, progress_shown
from memory_pipeline.evaluation.metrics import Metric
from memory_pipeline.evaluation.records import keep_record, record_folder
from memory_pipeline.evaluation.report import EvaluationReport, not_measured
from memory_pipeline.evaluation.run import SplitResult
from memory_pipeline.evaluation.scores import BY_NAME
from memory_pipeline.evaluation.thresholds import Verdict
from memory_pipeline.model.errors import InvalidArgument
from memory_pipeline.settings import Backend, load_settings


def evaluate(sets: Sequence[str], *, split: str | None, backend: Backend, out: Path | None) -> Answer:
    """Evaluate the chosen sets and splits. Fails where a threshold is missed or a case crashed.

    Raises InvalidArgument for an unknown set or results among the cases, InvalidSetting where there are no cases,
    MalformedDocument.
    """
    settings = load_settings()
    root = settings.eval_sets_root()
    if out is not None and out.absolute().is_relative_to(root):
        raise InvalidArgument(f"--out {out}: results do not lie among the cases in {root}; name another folder")
    with progress_shown() as progress:
        report = run_evaluation(settings, sets, split, backend, progress)
    folder = out or record_folder(settings.evaluations, report)
    document = report.as_json() | {"report": str(keep_record(report, folder).absolute())}
    return Answer(document=document, draw=lambda: _drawn(report, folder), failed=not report.ok)


def _drawn(report: EvaluationReport, folder: Path) -> Iterable[RenderableType]:
    for result in report.splits:
        rows = [
            (_verdict(each), each.threshold.name, _bound(each), _number(each.value), each.n) for each in result.verdicts
        ]
        yield table(f"Thresholds, {result.split}", "", "threshold", "#asks", "#is", "#n", rows=rows)
        figures = [_figure(metric) for metric in result.metrics]
        figures += [
            ("", each.name.replace("_", " "), f"{each.value:.0f} {each.unit}", "", each.n) for each in result.measures
        ]
        yield table(f"Figures, {result.split}", "set", "figure", "#is", "#95 % interval", "#n", rows=figures)
        yield from _without(result)
    for reason in not_measured(report.splits):
        yield plain(f"Not measured: {reason}", "yellow")
    if report.stale:
        yield plain(f"{len(report.stale)} recorded replies answer no request any more: {report.stale[0]}...", "yellow")
    yield plain(f"Every figure with its failing cases: {folder / 'report.html'}")


def _without(result: SplitResult) -> Iterable[RenderableType]:
    for case in result.unscored:
        if case.crashed:
            yield plain(f"{result.split}, {case.set}, {case.case} crashed: {case.reason}", "bold red")


def _figure(metric: Metric) -> tuple[str, str, str, str, int]:
    interval = f"{100 * metric.low:.1f} to {100 * metric.high:.1f}"
    name = metric.name.replace("_", " ")
    return BY_NAME[metric.name].set, name, f"{100 * metric.value:.1f} %", interval, metric.n


def _verdict(each: Verdict) -> Text:
    return plain("not measured", "yellow") if each.ok is None else verdict(each.ok)


def _bound(each: Verdict) -> str:
    sign = "≥" if each.threshold.at_least is not None else "≤"
    return f"{sign} {_number(each.bound)}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}".rstrip("0").rstrip(".")
