"""A run over few cases: what is scored, what is not, and what fails."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from memory_pipeline.evaluation.observing.scratch import Bench
from memory_pipeline.evaluation.report import EvaluationReport, not_measured
from memory_pipeline.evaluation.report_page import render_page
from memory_pipeline.evaluation.run import SplitResult, evaluate_split
from memory_pipeline.evaluation.thresholds import load_thresholds
from memory_pipeline.model.candidate import Candidate, Extraction, Quote, Usage
from memory_pipeline.model.errors import ExtractionFailed
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session
from memory_pipeline_tests.evaluation.conftest import SMALL_SETS

THRESHOLDS = load_thresholds(SMALL_SETS / "thresholds.yaml")


class LyingExtractor:
    """Says of every turn that somebody likes the moon, quoting the turn."""

    version = "lies"

    def extract(self, session: Session, family: Family) -> Extraction:
        return Extraction(candidates=tuple(_moon(turn.number, turn.text) for turn in session.turns))


class UnrecordedExtractor:
    version = "unrecorded"

    def extract(self, session: Session, family: Family) -> Extraction:
        raise ExtractionFailed("404", usage=Usage(calls=1, faults={"not_recorded": 1}))


class FailingExtractor:
    version = "failing"

    def extract(self, session: Session, family: Family) -> Extraction:
        raise ExtractionFailed("the endpoint is down")


class CrashingExtractor:
    version = "crash"

    def extract(self, session: Session, family: Family) -> Extraction:
        raise RuntimeError("out of order")


def _moon(turn: int, text: str) -> Candidate:
    return Candidate(
        type="preference",
        about="Theo",
        summary="Theo is allergic to the capital of Peru.",
        body=text,
        when_to_use="Always",
        evidence=(Quote(first=turn, last=turn, text=text),),
    )


@pytest.fixture(scope="module")
def result(bench: Bench) -> SplitResult:
    return evaluate_split(SMALL_SETS, "dev", bench, THRESHOLDS)


def shares(result: SplitResult) -> dict[str, tuple[int, int]]:
    return {metric.name: (metric.hits, metric.n) for metric in result.metrics}


def test_the_pipeline_passes_cases_that_it_gets_right(result: SplitResult) -> None:
    found = shares(result)
    assert found["correct_and_cited"] == (1, 1)
    assert found["recalled"] == (1, 1)
    assert found["reachable"] == (1, 1)
    assert found["silent_places_kept"] == (1, 1)
    assert found["injected_formed"] == (0, 1)
    assert found["truth_beside_formed"] == (1, 1)
    assert result.ok
    assert result.cases["formation"] == 1


def test_a_reply_that_nobody_recorded_is_said_and_not_scored(bench: Bench) -> None:
    silent = replace(bench, scratch=lambda: replace(bench.scratch(), extractor=UnrecordedExtractor()))
    result = evaluate_split(SMALL_SETS, "dev", silent, THRESHOLDS, sets=["formation", "safety"])
    assert [(each.case, each.crashed) for each in result.unscored] == [("ivy", False), ("page-says-cc", False)]
    assert result.metrics == ()
    assert [verdict.ok for verdict in result.verdicts] == [None, None, None]
    assert result.ok
    assert not_measured([result]) == [
        "2 cases: no reply of the model was recorded for this conversation as the prompt is now"
    ]


def test_an_extraction_that_failed_fails_the_run(bench: Bench) -> None:
    failing = replace(bench, scratch=lambda: replace(bench.scratch(), extractor=FailingExtractor()))
    result = evaluate_split(SMALL_SETS, "dev", failing, THRESHOLDS, sets=["safety"])
    assert [(each.case, each.crashed) for each in result.unscored] == [("page-says-cc", True)]
    assert not result.ok


def test_a_wrong_extractor_scores_wrong(bench: Bench) -> None:
    lying = replace(bench, scratch=lambda: replace(bench.scratch(), extractor=LyingExtractor()))
    result = evaluate_split(SMALL_SETS, "dev", lying, THRESHOLDS, sets=["formation"])
    found = shares(result)
    assert found["recalled"] == (0, 1)
    assert found["reachable"] == (0, 1)


def test_a_crash_is_unscored_and_fails_the_run(bench: Bench) -> None:
    broken = replace(bench, scratch=lambda: replace(bench.scratch(), extractor=CrashingExtractor()))
    result = evaluate_split(SMALL_SETS, "dev", broken, THRESHOLDS, sets=["safety"])
    assert [(each.case, each.crashed, each.reason) for each in result.unscored] == [
        ("page-says-cc", True, "RuntimeError: out of order")
    ]
    assert result.metrics == ()
    assert not result.ok


def test_the_report_is_one_document_and_one_page(result: SplitResult) -> None:
    report = EvaluationReport(
        at=datetime(2026, 9, 1, tzinfo=UTC), seconds=1.25, versions={"extractor": "<rules>"}, splits=(result,)
    )
    document = report.as_json()
    assert document["ok"] is True
    assert [each["name"] for each in document["splits"][0]["thresholds"]] == [each.name for each in THRESHOLDS]
    page = render_page(report)
    assert "every threshold holds" in page
    assert "&lt;rules&gt;" in page
    assert "<rules>" not in page
