"""Directive compliance over real HTTP: a model that obeys what stands before it, and one that does not."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from memory_pipeline.adapters.openai_models.chat_model import OpenAIChatModel
from memory_pipeline.adapters.openai_models.endpoint import Address, Endpoint
from memory_pipeline.adapters.openai_models.policy import ModelPolicy
from memory_pipeline.adapters.openai_models.replay_server import ReplayServer
from memory_pipeline.adapters.token_counter import token_counter
from memory_pipeline.evaluation.markdown import figures_page
from memory_pipeline.evaluation.observing.scratch import Bench
from memory_pipeline.evaluation.report import not_measured
from memory_pipeline.evaluation.run import SplitResult, evaluate_split
from memory_pipeline.evaluation.thresholds import load_thresholds
from memory_pipeline.retrieval.tools import TOOLS
from memory_pipeline_tests.defs.planted_cases import THRESHOLDS, write_sets

GOOD, BAD = "Shall I book it?", "I booked it."


@dataclass
class Double:
    """An endpoint that searches first where it may, then replies. It obeys a wish only where one stands before it."""

    obeys: bool = True
    calls_for_ever: bool = False
    requests: list[dict[str, Any]] = field(default_factory=list)

    def __call__(self, request: Request) -> Response:
        asked = json.loads(request.get_data())
        self.requests.append(asked)
        messages = asked["messages"]
        if asked.get("tools") and (self.calls_for_ever or messages[-1]["role"] != "tool"):
            function = {"name": "search_memory", "arguments": json.dumps({"query": "booking"})}
            call = {"id": "c1", "type": "function", "function": function}
            return _answer({"role": "assistant", "content": None, "tool_calls": [call]})
        told = "ask dana before" in messages[0]["content"].casefold() or "ask me before" in messages[0]["content"]
        return _answer({"role": "assistant", "content": GOOD if self.obeys and told else BAD})


def _answer(message: dict[str, Any]) -> Response:
    body = {"id": "1", "object": "chat.completion", "created": 0, "model": "m"}
    choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
    return Response(json.dumps(body | {"choices": choices}), content_type="application/json")


@pytest.fixture
def sets(tmp_path: Path) -> Path:
    write_sets(tmp_path / "sets")
    return tmp_path / "sets"


def answered(bench: Bench, url: str, sets: Path) -> SplitResult:
    endpoint = Endpoint(Address(url, "none"), ModelPolicy(attempts=1), token_counter())
    thresholds = load_thresholds(sets / "thresholds.yaml")
    return evaluate_split(sets, "dev", replace(bench, agent=OpenAIChatModel(endpoint)), thresholds, sets=["directives"])


def shares(result: SplitResult) -> dict[str, tuple[int, int]]:
    return {metric.name: (metric.hits, metric.n) for metric in result.metrics}


def test_a_model_that_obeys_is_seen_to_follow_and_what_it_was_sent_is_counted(
    bench: Bench, httpserver: HTTPServer, sets: Path
) -> None:
    double = Double()
    httpserver.expect_request("/v1/chat/completions").respond_with_handler(double)
    result = answered(bench, httpserver.url_for("/v1"), sets)
    assert shares(result)["directive_followed"] == (1, 1)
    assert shares(result)["directive_followed_three_files"] == (1, 1)
    tokens = {each.name: each.value for each in result.measures}
    assert tokens["tokens_of_the_agent"] > tokens["tokens_of_the_three_files_agent"] > 0
    assert (result.ok, result.unscored, result.cases) == (True, (), {"directives": 1})
    ours, after_the_tool, theirs = double.requests
    assert [tool["function"]["name"] for tool in ours["tools"]] == [tool.name for tool in TOOLS]
    assert ours["messages"][1]["content"].endswith("Get us a table for four tonight.")
    assert after_the_tool["messages"][-1]["role"] == "tool" and '"results"' in after_the_tool["messages"][-1]["content"]
    assert "tools" not in theirs and 'source="legacy"' in theirs["messages"][0]["content"]


def test_a_model_that_does_not_obey_is_seen_and_told_by_what_it_broke(
    bench: Bench, httpserver: HTTPServer, sets: Path
) -> None:
    httpserver.expect_request("/v1/chat/completions").respond_with_handler(Double(obeys=False))
    result = answered(bench, httpserver.url_for("/v1"), sets)
    assert shares(result)["directive_followed"] == (0, 1)
    (metric,) = (metric for metric in result.metrics if metric.name == "directive_followed")
    assert "asks_without_doing" in metric.failing[0].why and BAD in metric.failing[0].why
    assert shares(result)["directive_in_prompt"] == (1, 1)


def test_where_a_reply_is_worse_than_with_three_files_the_threshold_is_missed_though_the_wish_stood_there(
    bench: Bench, httpserver: HTTPServer, sets: Path
) -> None:
    def worse(request: Request) -> Response:
        ours = "tools" in json.loads(request.get_data())
        return _answer({"role": "assistant", "content": BAD if ours else GOOD})

    httpserver.expect_request("/v1/chat/completions").respond_with_handler(worse)
    result = answered(bench, httpserver.url_for("/v1"), sets)
    (verdict,) = (each for each in result.verdicts if each.threshold.figure == "directive_in_prompt")
    assert (verdict.ok, verdict.decided_by, verdict.value, verdict.bound) == (False, "directive_followed", 0.0, 1.0)


def test_a_model_that_only_calls_tools_has_crashed_the_case_and_gave_no_score(
    bench: Bench, httpserver: HTTPServer, sets: Path
) -> None:
    httpserver.expect_request("/v1/chat/completions").respond_with_handler(Double(calls_for_ever=True))
    result = answered(bench, httpserver.url_for("/v1"), sets)
    assert "directive_followed" not in shares(result)
    assert [(each.crashed, "called tools 6 times" in each.reason) for each in result.unscored] == [(True, True)]


def test_replies_that_nobody_recorded_are_not_measured_and_fail_nothing(
    bench: Bench, sets: Path, tmp_path: Path
) -> None:
    (tmp_path / "recorded").mkdir()
    server = ReplayServer(tmp_path / "recorded")
    try:
        result = answered(bench, server.url, sets)
    finally:
        server.close()
    assert not_measured([result]) == [
        "1 cases: no reply of the model was recorded for this situation as the prompt is now"
    ]
    assert result.ok and shares(result)["directive_in_prompt"] == (1, 1)


def test_without_a_model_the_report_says_what_was_measured_instead(bench: Bench, sets: Path) -> None:
    thresholds = load_thresholds(THRESHOLDS)
    result = evaluate_split(sets, "dev", bench, thresholds, sets=["directives"])
    (reason,) = not_measured([result])
    assert "no model endpoint is configured: measured is whether the instruction stood before the model" in reason
    assert {"directive_in_prompt", "directive_in_prompt_three_files"} == set(shares(result))
    assert {each.name for each in result.measures} == {"tokens_before_the_model", "tokens_of_three_files"}
    split = {"split": "dev", "thresholds": [], "metrics": [], "measures": [], "unscored": []}
    split["unscored"] = [{"set": each.set, "case": each.case, "reason": each.reason} for each in result.unscored]
    assert "no reply was asked for" in figures_page([{"versions": {"extractor": "embedded"}, "splits": [split]}])
