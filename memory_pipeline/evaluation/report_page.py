"""The evaluation as a page to look at: thresholds, figures with their intervals drawn, and every failing case.

One file without scripts or outside parts, so that it can be kept with a release and opened anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined

from memory_pipeline.evaluation.cases.load import SETS
from memory_pipeline.evaluation.metrics import GAUGES
from memory_pipeline.evaluation.report import EvaluationReport
from memory_pipeline.evaluation.scores import YARDSTICKS

_TEMPLATE = "report.html.j2"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One figure on the page: a cell a split (None: not measured there)."""

    name: str
    counts: str
    better: str
    cells: tuple[dict[str, Any] | None, ...]


def render_page(report: EvaluationReport) -> str:
    """The whole page. What cases say is escaped: it is data."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters["percent"] = lambda share: f"{100 * share:.1f} %"
    template = environment.from_string(files(__package__).joinpath(_TEMPLATE).read_text(encoding="utf-8"))
    document = report.as_json()
    return template.render(
        report=document,
        verdicts=_verdicts(document),
        sets=[(name, _rows(document, name)) for name in SETS if _rows(document, name)],
        measures=_measures(document),
        unscored=_unscored(document),
    )


def _verdicts(document: dict[str, Any]) -> list[tuple[str, str, list[dict[str, Any] | None]]]:
    names = list(dict.fromkeys(v["name"] for split in document["splits"] for v in split["thresholds"]))
    rows = []
    for name in names:
        found = [next((v for v in s["thresholds"] if v["name"] == name), None) for s in document["splits"]]
        first = next(v for v in found if v is not None)
        bound = f"at least {first['at_least']}" if first["at_least"] is not None else f"at most {first['at_most']}"
        rows.append((name, bound.replace("_", " "), found))
    return rows


def _rows(document: dict[str, Any], name: str) -> list[Row]:
    rows = []
    for yardstick in YARDSTICKS:
        if yardstick.set == name:
            found = [next((m for m in s["metrics"] if m["name"] == yardstick.name), None) for s in document["splits"]]
            if any(found):
                cells = tuple(found)
                rows.append(Row(name=yardstick.name, counts=yardstick.counts, better=yardstick.better, cells=cells))
    return rows


def _measures(document: dict[str, Any]) -> list[Row]:
    rows = []
    for gauge in GAUGES:
        cells = tuple(next((m for m in s["measures"] if m["name"] == gauge.name), None) for s in document["splits"])
        if any(cells):
            rows.append(Row(name=gauge.name, counts=gauge.counts, better="", cells=cells))
    return rows


def _unscored(document: dict[str, Any]) -> list[tuple[str, bool, list[str]]]:
    """Each reason once, with the cases that it kept from being scored."""
    grouped: dict[tuple[str, bool], list[str]] = {}
    for split in document["splits"]:
        for case in split["unscored"]:
            grouped.setdefault((case["reason"], case["crashed"]), []).append(f"{split['split']}: {case['case']}")
    return [(reason, crashed, cases) for (reason, crashed), cases in grouped.items()]
