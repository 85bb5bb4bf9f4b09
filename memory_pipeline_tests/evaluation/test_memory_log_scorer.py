"""The scorer of the memory log: a right MEMORY.md scores right, and each planted wrong is seen by its own yardstick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from memory_pipeline.evaluation.cases.memory_log import MemoryLogCase
from memory_pipeline.evaluation.observing.memory_log import LogSeen, observe_memory_log
from memory_pipeline.evaluation.observing.not_measured import NotMeasured
from memory_pipeline.evaluation.observing.scratch import Bench
from memory_pipeline.evaluation.scorers.memory_log import score_memory_log
from memory_pipeline.model.candidate import Extraction
from memory_pipeline.model.errors import ExtractionFailed
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session

OLD = "[2026-03-01 08:00:00] [fact] Ana Reis works at the Porto depot"
CONTACT = "[2026-03-02 08:00:00] [contact] Rui is Ana Reis's landlord"
CASE = MemoryLogCase.model_validate(
    {
        "id": "planted",
        "why": "a move, a completed contact and a new taste",
        "household": {"timezone": "Europe/Lisbon", "members": [{"name": "Ana"}]},
        "existing": [OLD, CONTACT, "[2026-03-03 08:00:00] [preference] Ana Reis likes tea"],
        "events": ["[2026/06/01 08:00:00] [user message]: hi"],
        "items": [
            {"category": ["fact"], "must_say": [["Ana"], ["Braga"]], "operation": "supersede", "of": 1},
            {"category": ["contact"], "must_say": [["Rui"], ["555-0101"]], "operation": "update", "of": 2},
            {
                "category": ["preference"],
                "must_say": [["Ana"], ["figs"]],
                "must_not_say": ["dates"],
                "operation": "add",
            },
        ],
        "untouched": [3],
        "must_not_say": [[["weather"]]],
        "count": 5,
    }
)
MARKED = f"{OLD} {{superseded}}"
TEA = "[2026-03-03 08:00:00] [preference] Ana Reis likes tea"
MERGED = "[2026-03-02 08:00:00] [contact] Rui is Ana Reis's landlord, phone 555-0101"
BRAGA = "[2026-06-01 08:00:00] [fact] Ana Reis works at the Braga depot"
FIGS = "[2026-06-01 08:00:00] [preference] Ana Reis loves figs"
RIGHT = (MARKED, MERGED, TEA, BRAGA, FIGS)


def hits(lines: Sequence[str], **seen: object) -> dict[str, list[bool]]:
    found = LogSeen(lines=tuple(lines), header_intact=bool(seen.get("header", True)), failing=())
    scored: dict[str, list[bool]] = {}
    for score in score_memory_log(CASE, found):
        scored.setdefault(score.metric, []).append(score.hit)
    return scored


def test_a_right_file_is_right_by_every_yardstick() -> None:
    assert hits(RIGHT) == {
        "memory_log_right": [True],
        "log_items_found": [True, True, True],
        "log_operation_right": [True, True, True],
        "log_wrong_said": [False],
        "log_needless_items": [False],
        "log_form_kept": [True],
    }


@pytest.mark.parametrize(
    ("lines", "metric", "expected"),
    [
        pytest.param((MARKED, MERGED, TEA, BRAGA), "log_items_found", [True, True, False], id="an-item-is-missing"),
        pytest.param((OLD, MERGED, TEA, BRAGA, FIGS), "log_operation_right", [False, True, True], id="old-not-marked"),
        pytest.param(
            (MARKED, CONTACT, TEA, BRAGA, FIGS, MERGED), "log_operation_right", [True, False, True], id="not-in-place"
        ),
        pytest.param(
            (MARKED, MERGED.replace("03-02", "06-01"), TEA, BRAGA, FIGS),
            "log_operation_right",
            [True, False, True],
            id="older-time-lost",
        ),
        pytest.param(
            (*RIGHT, FIGS.replace("figs", "the weather")), "log_wrong_said", [True], id="says-what-it-must-not"
        ),
        pytest.param((*RIGHT, FIGS.replace("figs", "pears")), "log_needless_items", [True], id="one-item-too-many"),
        pytest.param((*RIGHT[:4], f"{FIGS} and ..."), "log_form_kept", [False], id="cut-off"),
        pytest.param((*RIGHT[:4], f"{FIGS} {{entities: Ana}}"), "log_form_kept", [False], id="legacy-field-written"),
        pytest.param(
            (*RIGHT[:4], FIGS.replace("[preference]", "[taste]")), "log_form_kept", [False], id="new-category"
        ),
        pytest.param(
            (*RIGHT[:4], FIGS.replace("figs", "figs and " + "much " * 150)), "log_form_kept", [False], id="too-long"
        ),
        pytest.param((*RIGHT[:4], FIGS.replace("Ana Reis", "The user Ana")), "log_form_kept", [False], id="the-user"),
        pytest.param(
            (*RIGHT[:4], FIGS.replace("figs", "figs and dates")), "log_items_found", [True, True, False], id="says-more"
        ),
    ],
)
def test_each_planted_wrong_is_seen(lines: tuple[str, ...], metric: str, expected: list[bool]) -> None:
    found = hits(lines)
    assert found[metric] == expected
    assert found["memory_log_right"] == [False]


def test_a_touched_line_or_header_makes_the_batch_wrong() -> None:
    assert hits((MARKED, MERGED, TEA.upper(), BRAGA, FIGS))["memory_log_right"] == [False]
    assert hits(RIGHT, header=False)["memory_log_right"] == [False]


def test_the_observed_file_is_the_one_that_the_log_was_processed_into(bench: Bench) -> None:
    case = CASE.model_copy(update={"events": ["[2026/06/01 08:00:00] [user message]: I love figs"]})
    seen = observe_memory_log(case, bench)
    assert seen.lines[:3] == tuple(CASE.existing)
    assert "figs" in seen.lines[3]
    assert seen.header_intact
    assert seen.failing == ()


class Unrecorded:
    """A model of which no reply was recorded for this batch."""

    version = "recorded"

    def extract(self, session: Session, family: Family) -> Extraction:
        raise ExtractionFailed("not_recorded: no reply was recorded for the request")


def test_a_batch_without_a_recorded_reply_is_not_measured_and_no_crash(bench: Bench) -> None:
    case = CASE.model_copy(update={"events": ["[2026/06/01 08:00:00] [user message]: I love figs"]})
    silent = replace(bench, scratch=lambda: replace(bench.scratch(), extractor=Unrecorded()))
    with pytest.raises(NotMeasured, match="no reply"):
        observe_memory_log(case, silent)
