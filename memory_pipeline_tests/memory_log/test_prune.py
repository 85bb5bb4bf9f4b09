"""Pruning: the seed's order of what goes, and what never does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.memory_log.headers import MEMORY_HEADER
from memory_pipeline.model.errors import InvalidArgument
from memory_pipeline.workflows.memory_log_files import MemoryLogFiles
from memory_pipeline.workflows.process_log import process_log
from memory_pipeline.workflows.prune_log import prune_log
from memory_pipeline_tests.memory_log.logs import FAMILY, memory_lines, prepared, user

SUPERSEDED = "[2026-03-01 08:00:00] [fact] John works at the CraftOS SF office {superseded}"
STALE = "[2026-03-02 08:00:00] [event] John has a meeting with Sarah on 2026-03-10 at 9"
OLD_TWIN = "[2026-01-03 08:00:00] [preference] John likes black coffee"
NEW_TWIN = "[2026-03-04 08:00:00] [preference] John likes black coffee from Kenya"
WEAK = "[2026-01-02 08:00:00] [preference] John might enjoy opera"
DROPPABLE = (WEAK, OLD_TWIN, SUPERSEDED, STALE, NEW_TWIN)
NEVER = (
    "[2025-01-01 08:00:00] [fact] John is an AI researcher at CraftOS",
    "[2025-01-02 08:00:00] [fact] John is married to Emma",
    "[2025-01-03 08:00:00] [contact] Carla is John's boss, carla@acme.example",
    "[2025-01-04 08:00:00] [fact] John is allergic to peanuts",
    "[2025-01-05 08:00:00] [preference] John hates phone calls",
    "[2025-01-06 08:00:00] [preference] John wants the agent to never book before 10:00",
    "[2025-01-07 08:00:00] [event] John and Emma fly to Tokyo on 2026-10-18",
    "[2025-01-08 08:00:00] [project] John is writing a book, the manuscript is due on 2026-12-01",
)


def pruned(lines: tuple[str, ...], target: int) -> tuple[list[str], dict[str, object]]:
    pipeline = prepared(lines)
    report = prune_log(pipeline, FAMILY, target).as_json()
    return memory_lines(pipeline), report


@pytest.mark.parametrize(
    ("target", "gone"),
    [
        (1, {SUPERSEDED}),
        (2, {SUPERSEDED, STALE}),
        (3, {SUPERSEDED, STALE, NEW_TWIN}),
        (4, {SUPERSEDED, STALE, NEW_TWIN, WEAK}),
    ],
    ids=["superseded-first", "then-stale-events", "then-near-duplicates", "then-weak-signals"],
)
def test_what_goes_goes_in_the_seeds_order_and_not_by_age(target: int, gone: set[str]) -> None:
    lines, report = pruned((*NEVER, *DROPPABLE), target)
    left = [line for line in (*NEVER, *DROPPABLE) if line not in gone]
    if NEW_TWIN in gone:
        left[left.index(OLD_TWIN)] = f"{OLD_TWIN} from Kenya"
    assert lines == left
    assert report["after"] == report["before"] - target  # type: ignore[operator]
    assert report["shortfall"] == 0


def test_what_must_stay_stays_whatever_is_asked_and_the_shortfall_is_told() -> None:
    lines, report = pruned((*NEVER, *DROPPABLE), 13)
    assert set(NEVER) <= set(lines)
    assert report["shortfall"] == 9
    assert report["kept"] == {"contact": 1, "future commitment": 2, "hard preference": 3, "identity": 2, "lasting": 1}


def test_age_breaks_ties_only() -> None:
    weak = tuple(f"[2026-0{month}-01 08:00:00] [preference] John might enjoy thing {month}" for month in (3, 1, 2))
    lines, _ = pruned(weak, 1)
    assert lines == [weak[0], weak[2]]


@pytest.mark.parametrize(
    "line",
    [
        "[2026-03-02 08:00:00] [event] John and Emma married on 2026-03-10",
        "[2026-03-02 08:00:00] [event] John had surgery on 2026-03-10",
        "[2026-03-02 08:00:00] [event] John has a meeting on 2026-06-01 at 9",
        "[2026-03-02 08:00:00] [event] John plays the organ on Sundays",
    ],
    ids=["married", "surgery", "today", "no-day"],
)
def test_an_event_of_lasting_consequence_or_without_a_past_day_is_not_stale(line: str) -> None:
    lines, report = pruned((line,), 1)
    assert lines == [line]
    assert report["shortfall"] == 1


def test_a_day_is_past_by_the_familys_own_calendar() -> None:
    line = "[2026-03-02 08:00:00] [event] John has a meeting on 2026-05-31 at 9"
    assert pruned((line,), 1)[0] == []


def test_other_numbers_are_no_near_duplicates() -> None:
    pair = (
        "[2026-01-03 08:00:00] [preference] John likes rooms at 19 degrees",
        "[2026-03-04 08:00:00] [preference] John likes rooms at 23 degrees",
    )
    assert pruned(pair, 1)[0] == list(pair)


def test_the_literal_marker_inside_a_text_makes_nothing_superseded() -> None:
    line = "[2026-03-14 09:00:00] [preference] John tags drafts {superseded} and files them"
    assert pruned((line,), 1)[0] == [line]


def test_the_report_says_of_each_line_why_it_went_and_where() -> None:
    _, report = pruned((*NEVER, *DROPPABLE), 4)
    removals = {each["line"]: (each["why"], each["into"]) for each in report["removals"]}  # type: ignore[attr-defined]
    assert removals == {
        SUPERSEDED: ("superseded", None),
        STALE: ("stale event", None),
        NEW_TWIN: ("near duplicate", f"{OLD_TWIN} from Kenya"),
        WEAK: ("weak signal", None),
    }


def test_a_dry_run_says_the_same_and_writes_nothing() -> None:
    pipeline = prepared((*NEVER, *DROPPABLE))
    assert isinstance(pipeline.objects, InMemoryObjects)
    before = pipeline.objects.contents()
    planned = prune_log(pipeline, FAMILY, 4, dry_run=True).as_json()
    assert pipeline.objects.contents() == before
    assert {**planned, "dry_run": False} == prune_log(pipeline, FAMILY, 4).as_json()


def test_header_and_notes_stay() -> None:
    pipeline = prepared((*DROPPABLE, "a note"))
    prune_log(pipeline, FAMILY, 5)
    memory = MemoryLogFiles(pipeline.objects, FAMILY).memory()
    assert memory.head == MEMORY_HEADER
    assert memory_lines(pipeline)[-1] == "a note"


@pytest.mark.parametrize("target", [0, -1])
def test_a_target_that_removes_nothing_is_refused(target: int) -> None:
    with pytest.raises(InvalidArgument):
        prune_log(prepared(DROPPABLE), FAMILY, target)


def test_a_log_at_its_cap_is_pruned_after_its_events_and_below_it_is_not() -> None:
    pipeline = prepared((*NEVER, *DROPPABLE), [user("i love jazz")])
    for cap, left in ((15, 14), (14, 12)):
        policy = replace(pipeline.policies.memory_log, cap=cap, prune_target=2)
        run = process_log(replace(pipeline, policies=replace(pipeline.policies, memory_log=policy)), FAMILY)
        assert (run.pruned is not None) == (cap == 14)
        assert len(memory_lines(pipeline)) == left
        assert memory_lines(pipeline)[-1].endswith("John loves jazz")
