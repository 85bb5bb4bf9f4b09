"""Evaluations as they are kept: a folder each with `report.json` and `report.html`, and the newest whole one.

A record is whole where every set of both splits was run. What a part of the cases says decides no release.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from memory_pipeline.evaluation.report import EvaluationReport
from memory_pipeline.evaluation.report_page import render_page
from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline.store import json_text

RECORD = "report.json"
PAGE = "report.html"
Record = Mapping[str, Any]


def record_folder(evaluations: Path, report: EvaluationReport) -> Path:
    """The folder of one evaluation, named for its second."""
    return evaluations / f"{report.at:%Y%m%dT%H%M%SZ}"


def keep_record(report: EvaluationReport, folder: Path) -> Path:
    """Write the page and, when that is there, the record as a whole; return the page's path."""
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / PAGE
    page.write_text(render_page(report), "utf-8")
    half = folder / f"{RECORD}.part"
    half.write_text(json.dumps(report.as_json(), ensure_ascii=False, indent=2) + "\n", "utf-8")
    half.replace(folder / RECORD)
    return page


def newest_record(evaluations: Path) -> Record | None:
    """The whole record with the latest `at`; None where there is none. Raises MalformedDocument."""
    return max(_whole(evaluations), key=lambda record: str(record["at"]), default=None)


def cases_digest(root: Path) -> str:
    """What names exactly these labelled cases and thresholds: a digest of every YAML file below `root`."""
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.yaml")):
        digest.update(f"{path.relative_to(root).as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()[:32]


def _whole(evaluations: Path) -> Iterator[Record]:
    for path in sorted(evaluations.glob(f"*/{RECORD}")):
        record = _read(path)
        if record.get("whole") is True:
            yield {**record, "record": path.parent.name}


def _read(path: Path) -> Record:
    try:
        record = json_text.read(path.read_bytes())
    except json_text.JsonFault as fault:
        problem = f"no record of an evaluation: {fault.message}; delete its folder and evaluate again"
        raise MalformedDocument(problem, file=str(path), line=fault.line) from fault
    if not isinstance(record, dict) or not isinstance(record.get("splits"), list) or "at" not in record:
        raise MalformedDocument("no record of an evaluation; delete its folder and evaluate again", file=str(path))
    return record
