"""The benchmark page: honest in its first lines, and mem0 asked with our embedder over a real endpoint."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from benchmarks.locomo import against_mem0
from benchmarks.locomo.against_mem0 import ask_mem0, embeddings_endpoint
from benchmarks.locomo.questions import Question
from benchmarks.page import page, verdicts
from memory_pipeline.adapters.embedded_models.hashing_embedder import HashingEmbedder
from memory_pipeline.model.transcript import Session, Turn

AT = datetime(2026, 5, 7, 12, tzinfo=UTC)
RATES = {"memories": 5000, "reindex_a_second": 1_500, "qdrant-edge": {"p50": 9.0, "p95": 18.0, "cold_ms": 500}}
LOOKUP: dict[str, Any] = {**RATES, "exact": {"p50": 11.0, "p95": 21.0, "cold_ms": 700}}


def system(five: float, ten: float) -> dict[str, float]:
    return {"recall@5": five, "recall@10": ten, "precision@5": 0.1, "precision@10": 0.1, "results": 10.0}


def figures(ours: dict[str, float], **more: Any) -> dict[str, Any]:
    return {
        "questions": 231,
        "without_evidence": 2,
        "systems": {"ours, search": ours, "turns, BM25": system(0.6, 0.7)},
        "turn_tokens": {"median": 310.0, "p95": 339.0, "largest": 366.0},
        "formed": [],
        **more,
    }


def written(locomo: dict[str, Any] | None) -> str:
    return page(locomo=locomo, lookups=[LOOKUP], reindex=LOOKUP, embedder="e", data=None)


@pytest.mark.parametrize(
    ("ours", "said"), [(system(0.59, 0.69), "**below** BM25"), (system(0.61, 0.71), "above every")]
)
def test_the_first_lines_say_where_another_is_better(ours: dict[str, float], said: str) -> None:
    lines = written(figures(ours)).split("## What is found")[1].strip().splitlines()
    assert said in lines[0] and said in lines[1] and "**missed**" in lines[0]


def test_an_aim_that_is_reached_exactly_is_met() -> None:
    (five, ten) = verdicts({"ours, search": system(0.65, 0.74), "turns, BM25": system(0.6, 0.7)})
    assert (five["ours"] >= five["aim"], ten["ours"] >= ten["aim"]) == (True, False)


def test_what_was_not_measured_is_said_to_be_so() -> None:
    assert "Not measured: no file" in written(None)
    assert "mem0 | not measured" in written(figures(system(0.6, 0.7)))
    assert "not measured" not in written(figures(system(0.6, 0.7), mem0_version="2.2.1"))


def test_the_endpoint_gives_our_vectors() -> None:
    with embeddings_endpoint(HashingEmbedder()) as base_url:
        body = json.dumps({"model": "m", "input": ["tea", "milk"]}).encode()
        answer = json.load(urlopen(Request(f"{base_url}/embeddings", body, {"content-type": "application/json"})))
    found = [each["embedding"] for each in answer["data"]]
    assert found == [vector.tolist() for vector in HashingEmbedder().embed(["tea", "milk"])]


def test_a_system_is_asked_with_every_turn_and_its_answers_are_counted_as_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in = tmp_path / "stand_in.py"
    stand_in.write_text(
        "import json, sys\n"
        "asked = json.load(sys.stdin)\n"
        "turns = [[turn['session'], turn['turn']] for each in asked['conversations'] for turn in each['turns']]\n"
        "json.dump({'version': '0', 'results': [turns for _ in asked['questions']], 'search_ms': [1.0]}, sys.stdout)\n"
    )
    monkeypatch.setattr(against_mem0, "PROGRAM", stand_in)
    turns = tuple(Turn(number=n, role="user", speaker="Dana", at=AT, text="tea") for n in (1, 2))
    session = Session(id="s-1", surface="chat", started_at=AT, ended_at=AT, off_record=False, turns=turns)
    question = Question(family="f", text="tea?", category=1, gold=frozenset({("s-1", 1)}))
    answers = ask_mem0(Path(sys.executable), HashingEmbedder(), {"f": [session]}, [question], 10)
    assert answers.results == [[[[("s-1", 1)]], [[("s-1", 2)]]]]
