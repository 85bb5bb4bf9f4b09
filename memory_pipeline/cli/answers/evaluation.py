"""`evaluate`: the labelled cases, the thresholds, and a report as JSON and as a page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import perf_counter

from rich.console import RenderableType
from rich.text import Text

from memory_pipeline.bootstrap import build_bench, host_clock, stale_recordings
from memory_pipeline.cli.answers.drawing import plain, table, verdict
from memory_pipeline.cli.output import Answer, progress_shown
from memory_pipeline.evaluation.cases.load import SETS
from memory_pipeline.evaluation.metrics import Metric
from memory_pipeline.evaluation.report import EvaluationReport, not_measured
from memory_pipeline.evaluation.report_page import render_page
from memory_pipeline.evaluation.run import SplitResult, evaluate_split
from memory_pipeline.evaluation.scores import BY_NAME
from memory_pipeline.evaluation.thresholds import Verdict, load_thresholds
from memory_pipeline.model.errors import InvalidArgument
from memory_pipeline.settings import Settings, load_settings


def evaluate(sets: Sequence[str], *, split: str | None, backend: str, out: Path | None) -> Answer:
    """Evaluate the chosen sets and splits. Fails where a threshold is missed or a case crashed.

    Raises InvalidArgument for an unknown set or results among the cases, InvalidSetting where there are no cases,
    MalformedDocument.
    """
    if unknown := [name for name in sets if name not in SETS]:
        raise InvalidArgument(f"no set {unknown[0]!r}; there are {', '.join(SETS)}")
    settings = _with_backend(load_settings(), backend)
    root = settings.eval_sets_root()
    if out is not None and out.absolute().is_relative_to(root):
        raise InvalidArgument(f"--out {out}: results do not lie among the cases in {root}; name another folder")
    bench, versions = build_bench(settings)
    thresholds = load_thresholds(root / "thresholds.yaml")
    at, started = host_clock(), perf_counter()
    with progress_shown() as progress:
        splits = tuple(
            evaluate_split(root, each, bench, thresholds, sets=sets or SETS, progress=progress)
            for each in ("dev", "test")
            if split in (None, each)
        )
    whole = not sets and split is None
    report = EvaluationReport(
        at=at,
        seconds=perf_counter() - started,
        versions=versions,
        splits=splits,
        stale=stale_recordings(settings) if whole else (),
    )
    folder = out or settings.evaluations / f"{at:%Y%m%dT%H%M%SZ}"
    document = report.as_json() | {"report": str(_kept(report, folder).absolute())}
    return Answer(document=document, draw=lambda: _drawn(report, folder), failed=not report.ok)


def _with_backend(settings: Settings, backend: str) -> Settings:
    """The settings with the extractor that was asked for; the relation judge is that of the rules either way."""
    if backend == "configured":
        return settings
    if backend == "embedded":
        return settings.model_copy(update={"extractor": "embedded", "judge": "embedded", "replies": None})
    replies = settings.replies or settings.eval_sets_root() / "replies"
    return settings.model_copy(update={"extractor": "openai", "judge": "embedded", "replies": replies})


def _kept(report: EvaluationReport, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.json").write_text(json.dumps(report.as_json(), ensure_ascii=False, indent=2) + "\n", "utf-8")
    page = folder / "report.html"
    page.write_text(render_page(report), "utf-8")
    return page


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
