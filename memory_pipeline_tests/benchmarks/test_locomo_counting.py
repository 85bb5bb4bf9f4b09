"""What the LoCoMo benchmark counts, and what it does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.locomo.counting import counted, coverage, score
from benchmarks.locomo.questions import Question, addresses_in, read_questions

S = "session-01"


def question(*turns: int, family: str = "a") -> Question:
    return Question(family=family, text="?", category=1, gold=frozenset((S, turn) for turn in turns))


def test_at_most_two_turns_a_piece_and_four_a_result_count() -> None:
    assert counted([[(S, 1), (S, 2), (S, 3)], [(S, 4)], [(S, 5), (S, 6)]]) == ((S, 1), (S, 2), (S, 4), (S, 5))
    assert counted([[(S, 1)], [(S, 1), (S, 2)]]) == ((S, 1), (S, 2))


def test_recall_is_the_mean_over_questions_of_their_gold_turns_found() -> None:
    questions = [question(1, 2), question(9)]
    results = [[[[(S, 1)]], [[(S, 5)]]], [[[(S, 3)]]]]
    found = score(questions, results, first=5)
    assert (found.recall, found.questions) == (0.25, 2)
    assert found.precision == pytest.approx((1 / 2 + 0) / 2)


def test_only_the_first_results_count() -> None:
    results = [[[[(S, 5)]], [[(S, 1)]]]]
    assert score([question(1)], results, first=1).recall == 0.0
    assert score([question(1)], results, first=2).recall == 1.0


def test_citing_everything_wins_nothing() -> None:
    everything = [[(S, turn) for turn in range(1, 100)]]
    assert score([question(50)], [[everything]], first=5).recall == 0.0


def test_coverage_counts_distinct_gold_turns_of_one_family() -> None:
    questions = [question(1, 2), question(2, 3), question(4, family="b")]
    assert coverage(questions, [[[(S, 2), (S, 3)]], [[(S, 2)]]], "a") == (2, 3)


def test_a_citation_may_name_several_turns() -> None:
    assert addresses_in("D8:6; D9:17") == [("session-08", 6), ("session-09", 17)]


def test_adversarial_questions_and_those_without_evidence_are_left_out_and_corrections_replace(tmp_path: Path) -> None:
    asked = [
        {"question": "one", "category": 1, "evidence": ["D1:3"]},
        {"question": "two", "category": 4, "evidence": ["D1:4"]},
        {"question": "bare", "category": 2, "evidence": []},
        {"question": "trap", "category": 5, "evidence": ["D1:5"]},
    ]
    data, fixes = tmp_path / "data.json", tmp_path / "fixes.json"
    data.write_text(json.dumps([{"sample_id": "conv-1", "qa": asked}]))
    fixes.write_text(json.dumps([{"sample_id": "conv-1", "question": "two", "correct_evidence": ["D2:1", "D2:2"]}]))
    questions, bare = read_questions(data, fixes)
    assert [(each.text, sorted(each.gold)) for each in questions] == [
        ("one", [("session-01", 3)]),
        ("two", [("session-02", 1), ("session-02", 2)]),
    ]
    assert bare == 1
