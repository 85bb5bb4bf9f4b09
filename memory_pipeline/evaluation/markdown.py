"""Kept evaluations as Markdown tables: thresholds and figures of each backend side by side, dev and test apart.

`docs/EVALUATION.md` and the Dagster asset show these; no figure there is written by hand.
`python -m memory_pipeline.evaluation.markdown REPORT.json... [--into PAGE.md]` prints them, or puts them between the
page's marks.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from memory_pipeline.evaluation.metrics import GAUGES
from memory_pipeline.evaluation.scores import YARDSTICKS

SHOWN = 12
"""How many failing cases of a figure are named; the record has them all."""

BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
Document = Mapping[str, Any]
Column = tuple[str, Document]


def figures_page(documents: Sequence[Document]) -> str:
    """Thresholds, figures and failing cases of `report.json` documents, one a backend; a column a backend and split."""
    columns = [(f"{_name(each)}, {split['split']}", split) for each in documents for split in each["splits"]]
    parts = [_thresholds(columns), _figures(columns), "\n".join(_failing(columns)), "\n".join(_unscored(columns))]
    return "\n\n".join(part for part in parts if part) + "\n"


def _name(document: Document) -> str:
    backend, _, rest = str(document["versions"]["extractor"]).partition(" ")
    model = rest.partition(" ")[0]
    if backend == "embedded":
        return "embedded rules"
    return "recorded model" if model == "recorded" else model or backend


def _thresholds(columns: Sequence[Column]) -> str:
    rows = {each["name"]: _bound(each) for _, split in columns for each in split["thresholds"]}
    table = [_row(["threshold", "asks", *(name for name, _ in columns)]), _line(2, len(columns))]
    for name, bound in rows.items():
        found = [next((each for each in split["thresholds"] if each["name"] == name), None) for _, split in columns]
        table.append(_row([name, bound, *(_verdict(each) for each in found)]))
    return "\n".join(table)


def _figures(columns: Sequence[Column]) -> str:
    table = [_row(["set", "figure", *(name for name, _ in columns)]), _line(2, len(columns))]
    for yardstick in YARDSTICKS:
        found = [_named(split["metrics"], yardstick.name) for _, split in columns]
        if any(found):
            table.append(_row([yardstick.set, yardstick.name.replace("_", " "), *map(_share, found)]))
    for gauge in GAUGES:
        found = [_named(split["measures"], gauge.name) for _, split in columns]
        if any(found):
            cells = ("-" if each is None else f"{each['value']:.0f} {each['unit']}, n {each['n']}" for each in found)
            table.append(_row([gauge.set, gauge.name.replace("_", " "), *cells]))
    return "\n".join(table)


def _failing(columns: Sequence[Column]) -> Iterator[str]:
    """For each threshold that is missed, the cases."""
    for name, split in columns:
        for each in split["thresholds"]:
            metric = _named(split["metrics"], each["figure"])
            if each["ok"] is False and metric is not None:
                cases = [f"`{case['case']}`" for case in metric["failing"]]
                more = f" and {len(cases) - SHOWN} more" if len(cases) > SHOWN else ""
                yield f"* {name}, {each['name']}: {', '.join(cases[:SHOWN])}{more}"


def _unscored(columns: Sequence[Column]) -> Iterator[str]:
    for name, split in columns:
        reasons = [case["reason"] for case in split["unscored"]]
        yield from (f"* {name}, not scored: {reasons.count(each)}, since {each}" for each in dict.fromkeys(reasons))


def _named(found: Sequence[Document], name: str) -> Document | None:
    return next((each for each in found if each["name"] == name), None)


def _bound(threshold: Document) -> str:
    sign, bound = ("≥", threshold["at_least"]) if threshold["at_least"] is not None else ("≤", threshold["at_most"])
    return f"{sign} {bound.replace('_', ' ')}"


def _verdict(threshold: Document | None) -> str:
    if threshold is None or threshold["value"] is None:
        return "not measured"
    value = f"{threshold['value']:.3f}".rstrip("0").rstrip(".")
    return f"{value} (n {threshold['n']})" if threshold["ok"] else f"**{value}** (n {threshold['n']}), missed"


def _share(metric: Document | None) -> str:
    if metric is None:
        return "-"
    low, high = metric["interval"]
    return f"{100 * metric['value']:.1f} % ({100 * low:.0f}–{100 * high:.0f}), n {metric['n']}"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _line(left: int, right: int) -> str:
    return f"|{'---|' * left}{'---:|' * right}"


def figures_into(page: str, documents: Sequence[Document]) -> str:
    """The page with what stands between its marks replaced. Raises ValueError for one without the marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page needs a line {BEGIN} and a later line {END}")
    days = sorted({str(each["at"])[:10] for each in documents})
    versions = "\n".join(f"* {_name(each)}: {_told(each)}" for each in documents)
    return f"{before}{begin}\n\nMeasured on {', '.join(days)}:\n\n{versions}\n\n{figures_page(documents)}\n{end}{after}"


def _told(document: Document) -> str:
    return ", ".join(f"{part} `{version}`" for part, version in document["versions"].items())


def main(arguments: Sequence[str]) -> int:
    """Print the tables, or write them into a page; 2 for arguments that name no record."""
    page = Path(arguments[arguments.index("--into") + 1]) if "--into" in arguments[:-1] else None
    names = arguments[: arguments.index("--into")] if page else arguments
    if not names:
        print("name at least one report.json", file=sys.stderr)
        return 2
    documents = [json.loads(Path(name).read_text(encoding="utf-8")) for name in names]
    if page is None:
        print(figures_page(documents))
    else:
        page.write_text(figures_into(page.read_text(encoding="utf-8"), documents), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
