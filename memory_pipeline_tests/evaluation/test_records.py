"""Evaluations as they are kept: the newest whole one counts, and what cannot be read is named."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.evaluation.records import cases_digest, keep_record, newest_record, record_folder
from memory_pipeline.evaluation.report import EvaluationReport
from memory_pipeline.model.errors import MalformedDocument


def report(day: int, *, whole: bool = True) -> EvaluationReport:
    at = datetime(2026, 9, day, 3, 4, 5, tzinfo=UTC)
    return EvaluationReport(at=at, seconds=1.0, versions={"extractor": "e"}, splits=(), whole=whole)


def keep(folder: Path, kept: EvaluationReport) -> None:
    keep_record(kept, record_folder(folder, kept))


def test_the_newest_whole_record_counts_whatever_was_kept_last(tmp_path: Path) -> None:
    for each in (report(3), report(1), report(4, whole=False)):
        keep(tmp_path, each)
    found = newest_record(tmp_path)
    assert found is not None
    assert (found["at"], found["record"]) == ("2026-09-03T03:04:05Z", "20260903T030405Z")


def test_a_folder_without_a_whole_record_has_none(tmp_path: Path) -> None:
    assert newest_record(tmp_path / "nowhere") is None
    keep(tmp_path, report(1, whole=False))
    assert newest_record(tmp_path) is None


@pytest.mark.parametrize("text", ["", "[]", "{", '{"at": "2026-09-01T00:00:00Z"}', '{"splits": []}'])
def test_what_is_no_record_is_named_with_its_mend(tmp_path: Path, text: str) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/report.json").write_text(text, encoding="utf-8")
    with pytest.raises(MalformedDocument, match=r"a/report\.json.*evaluate again"):
        newest_record(tmp_path)


def test_a_record_that_is_half_written_is_none_yet(tmp_path: Path) -> None:
    keep(tmp_path, report(1))
    (tmp_path / "20260902T000000Z").mkdir()
    (tmp_path / "20260902T000000Z/report.json.part").write_text("{", encoding="utf-8")
    found = newest_record(tmp_path)
    assert found is not None and found["at"].startswith("2026-09-01")


def test_the_digest_of_the_cases_is_of_every_name_and_byte(tmp_path: Path) -> None:
    seen = set()
    for name, text in (("a.yaml", "1"), ("a.yaml", "2"), ("b.yaml", "2"), ("set/dev/a.yaml", "2")):
        path = tmp_path / str(len(seen)) / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
        seen.add(cases_digest(tmp_path / str(len(seen))))
    assert len(seen) == 4


def test_the_document_keeps_what_a_release_asks_for() -> None:
    document: dict[str, Any] = json.loads(json.dumps(report(1).as_json()))
    assert (document["whole"], document["backend"], document["versions"]) == (True, "configured", {"extractor": "e"})
