"""One decision for each new item, against what is on file."""

from __future__ import annotations

import pytest

from memory_pipeline_tests.memory_log.logs import processed, user

STAMP = "[2026-01-03 09:12:00]"


@pytest.mark.parametrize(
    ("known", "said", "operation", "after"),
    [
        ("[fact] John lives in Oslo", "i live in Lisbon now", "supersede", "[fact] John lives in Lisbon"),
        ("[fact] John lives in Oslo", "i moved to Lisbon last week", "supersede", "[fact] John lives in Lisbon"),
        (
            "[preference] John likes jazz",
            "i don't like jazz anymore",
            "supersede",
            "[preference] John doesn't like jazz",
        ),
        ("[contact] Carla is John's boss", "my new boss is Dana", "supersede", "[contact] Dana is John's new boss"),
        (
            "[contact] Carla is John's boss, carla@acme.example",
            "Carla's email is carla@new.example now",
            "supersede",
            "[contact] Carla is John's boss, carla@new.example",
        ),
        (
            "[contact] Carla is John's boss",
            "Carla's email is carla@acme.example",
            "update",
            "[contact] Carla is John's boss, email carla@acme.example",
        ),
        (
            "[fact] John is a nurse",
            "i'm a nurse at Ridge Hospital",
            "update",
            "[fact] John is a nurse at Ridge Hospital",
        ),
        (
            "[fact] John drives a Volvo",
            "i drive a red Volvo from 2012",
            "update",
            "[fact] John drives a red Volvo from 2012",
        ),
        (
            "[fact] John is allergic to peanuts",
            "i'm allergic to peanuts and shellfish",
            "update",
            "[fact] John is allergic to peanuts and shellfish",
        ),
        (
            "[fact] John is allergic to peanuts",
            "i'm allergic to shellfish",
            "add",
            "[fact] John is allergic to shellfish",
        ),
        ("[preference] John likes jazz", "i like techno", "add", "[preference] John likes techno"),
        ("[preference] John prefers concise responses", "i prefer concise responses", "skip", None),
        (
            "[event] John has a dentist appointment on 2026-02-12 at 9",
            "i have a dentist appointment on february 12 at 9",
            "skip",
            None,
        ),
    ],
)
def test_the_operation_fits_what_is_on_file(known: str, said: str, operation: str, after: str | None) -> None:
    lines, run = processed([f"{STAMP} {known}"], [user(said)])
    (decision,) = run.batches[0].consolidation.decisions
    assert decision.operation == operation
    old = f"{STAMP} {known}"
    match operation:
        case "skip":
            assert lines == [old]
        case "update":
            assert lines == [f"{STAMP} {after}"]
        case "supersede":
            assert lines == [f"{old} {{superseded}}", f"[2026-02-09 06:33:10] {after}"]
        case _:
            assert lines == [old, f"[2026-02-09 06:33:10] {after}"]


def test_an_update_keeps_the_older_of_two_times() -> None:
    known = "[2026-03-03 09:12:00] [fact] John is a nurse"
    lines, _ = processed([known], [user("i'm a nurse at Ridge Hospital")])
    assert lines == ["[2026-02-09 06:33:10] [fact] John is a nurse at Ridge Hospital"]


def test_what_is_said_twice_in_a_batch_is_saved_once() -> None:
    lines, run = processed([], [user("i love jazz"), user("as i said, i love jazz")])
    assert lines == ["[2026-02-09 06:33:10] [preference] John loves jazz"]
    assert [each.operation for each in run.batches[0].consolidation.decisions][:1] == ["add"]


def test_a_change_of_mind_within_a_batch_keeps_both_and_marks_the_first() -> None:
    lines, _ = processed([], [user("i live in Oslo"), user("i live in Lisbon now", "2026/02/09 07:00:00")])
    assert lines == [
        "[2026-02-09 06:33:10] [fact] John lives in Oslo {superseded}",
        "[2026-02-09 07:00:00] [fact] John lives in Lisbon",
    ]


def test_a_superseded_item_is_no_longer_compared_with() -> None:
    old = f"{STAMP} [fact] John lives in Oslo {{superseded}}"
    lines, _ = processed([old], [user("i live in Oslo")])
    assert lines == [old, "[2026-02-09 06:33:10] [fact] John lives in Oslo"]


def test_exact_duplicates_go_and_the_older_one_stays() -> None:
    newer, older = (f"[2026-0{month}-03 09:12:00] [fact] John is a nurse" for month in (3, 1))
    other = f"{STAMP} [preference] John likes jazz"
    lines, run = processed([newer, other, older, older], [user("hi")])
    assert lines == [other, older]
    assert run.as_json()["duplicates_removed"] == 2


def test_a_legacy_field_stays_on_its_line_and_is_written_on_none() -> None:
    legacy = f"{STAMP} [fact] John is a nurse {{entities: John}}"
    other = f"{STAMP} [fact] John lives in Oslo {{entities: John, Oslo}}"
    lines, _ = processed([legacy, other], [user("i live in Lisbon now")])
    assert lines == [legacy, f"{other} {{superseded}}", "[2026-02-09 06:33:10] [fact] John lives in Lisbon"]
