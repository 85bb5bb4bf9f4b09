"""Retries are bounded in number, in waiting, in tokens and in money; all over real HTTP, none of it by sleeping."""

from __future__ import annotations

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.openai_models.policy import ModelPolicy, Prices, SessionBudget
from memory_pipeline.adapters.openai_models.reply_cache import StoredReplies
from memory_pipeline.model.errors import ExtractionFailed
from memory_pipeline_tests.adapters.openai_models.scripted import (
    TALK,
    Answer,
    ScriptedModel,
    answer,
    completion,
    each_turn_once,
    item,
    problem,
    reply,
)
from memory_pipeline_tests.formation.talks import CEDAR, talk

GOOD = completion(reply(item()), usage={"prompt_tokens": 900, "completion_tokens": 100})
LONG = talk(*(f"Fact number {number} about the house is that room {number} is blue." for number in range(1, 13)))


@pytest.mark.parametrize(
    ("trouble", "waits"),
    [
        pytest.param([problem(500)], [1.0], id="a server error"),
        pytest.param([problem(429, headers={"Retry-After": "7"})], [7.0], id="seconds that the endpoint asks for"),
        pytest.param([problem(429, headers={"retry-after-ms": "250"})], [0.25], id="milliseconds that it asks for"),
        pytest.param([problem(429, headers={"Retry-After": "soon"})], [1.0], id="a wait that cannot be read"),
        pytest.param([problem(503), problem(500), problem(429)], [1.0, 2.0, 4.0], id="twice as long each time"),
        pytest.param([answer({"choices": []}), problem(502)], [1.0, 2.0], id="an answer without a message"),
    ],
)
def test_an_endpoint_that_recovers_costs_a_wait_and_nothing_else(
    trouble: list[Answer], waits: list[float], model: ScriptedModel
) -> None:
    model.says(*trouble, GOOD)
    found = model.extractor().extract(TALK, CEDAR)
    assert len(found.candidates) == 1
    assert model.waits == waits
    assert found.usage.calls == len(trouble) + 1
    assert sum(found.usage.faults.values()) == len(trouble)


def test_attempts_end_at_their_number(model: ScriptedModel) -> None:
    model.says(problem(500))
    with pytest.raises(ExtractionFailed, match="server_error"):
        model.extractor(ModelPolicy(attempts=4)).extract(TALK, CEDAR)
    assert len(model.bodies) == 4
    assert model.waits == [1.0, 2.0, 4.0]


def test_nobody_waits_longer_than_the_longest_wait(model: ScriptedModel) -> None:
    model.says(problem(429, headers={"Retry-After": "3600"}), GOOD)
    with pytest.raises(ExtractionFailed, match="rate_limited"):
        model.extractor(ModelPolicy(longest_wait=60)).extract(TALK, CEDAR)
    assert (len(model.bodies), model.waits) == (1, [])


def test_a_reply_that_cannot_be_read_is_asked_for_again_with_what_is_wrong(model: ScriptedModel) -> None:
    model.says(completion("I found one thing: kiwi!"), GOOD)
    found = model.extractor().extract(TALK, CEDAR)
    assert len(found.candidates) == 1
    assert found.usage.faults == {"broken_json": 1}
    said = [message["content"] for message in model.bodies[1]["messages"][2:]]
    assert said[0] == "I found one thing: kiwi!"
    assert "no list 'memories' could be read" in said[1]


def test_a_model_that_wrote_nothing_is_asked_the_same_again(model: ScriptedModel) -> None:
    model.says(completion(None), GOOD)
    assert len(model.extractor().extract(TALK, CEDAR).candidates) == 1
    assert model.bodies[0] == model.bodies[1]


def test_a_refusal_is_not_argued_with(model: ScriptedModel) -> None:
    model.says(completion(None, refusal="No."), GOOD)
    with pytest.raises(ExtractionFailed, match="refusal"):
        model.extractor().extract(TALK, CEDAR)
    assert len(model.bodies) == 1


def test_what_was_wrong_first_is_what_is_said_when_asking_again_fails(model: ScriptedModel) -> None:
    model.says(completion("prose"), problem(404, "not_recorded"))
    with pytest.raises(ExtractionFailed, match="broken_json") as failure:
        model.extractor().extract(TALK, CEDAR)
    assert failure.value.usage is not None
    assert failure.value.usage.faults == {"broken_json": 1, "not_recorded": 1}


def test_usage_and_cost_are_the_endpoints_numbers_at_our_prices(model: ScriptedModel) -> None:
    model.says(completion("prose", usage={"prompt_tokens": 800, "completion_tokens": 50}), GOOD)
    found = model.extractor(ModelPolicy(prices=Prices(input_usd=2, output_usd=10))).extract(TALK, CEDAR)
    assert (found.usage.calls, found.usage.input_tokens, found.usage.output_tokens) == (2, 1700, 150)
    assert found.usage.cost_usd == pytest.approx(0.0049)


def test_tokens_are_counted_here_where_the_endpoint_does_not_say(model: ScriptedModel) -> None:
    model.says(completion(reply(item()), usage={"prompt_tokens": "many"}))
    usage = model.extractor().extract(TALK, CEDAR).usage
    sent = sum(len(str(message["content"]).split()) for message in model.bodies[0]["messages"])
    assert usage.input_tokens == sent
    assert usage.output_tokens == len(reply(item()).split())


@pytest.mark.parametrize(
    ("budget", "named"),
    [
        pytest.param(SessionBudget(calls=2), "2 calls .*MEMORY_MODEL_SESSION_CALLS", id="calls"),
        pytest.param(SessionBudget(tokens=30_000), "30000 tokens .*MEMORY_MODEL_SESSION_TOKENS", id="tokens"),
        pytest.param(SessionBudget(usd=0.03), "0.03 US dollars .*MEMORY_MODEL_SESSION_USD", id="dollars"),
    ],
)
def test_a_reached_budget_stops_the_session_and_says_which(
    budget: SessionBudget, named: str, model: ScriptedModel
) -> None:
    model.says(completion("prose", usage={"prompt_tokens": 9_000, "completion_tokens": 5_000}))
    with pytest.raises(ExtractionFailed, match=rf"budget: the session's {named}") as failure:
        model.extractor(ModelPolicy(asks=9, budget=budget)).extract(TALK, CEDAR)
    assert failure.value.usage is not None
    assert failure.value.usage.faults["budget"] == 1
    assert len(model.bodies) == 2


def test_nothing_is_sent_that_the_budget_cannot_pay_for(model: ScriptedModel) -> None:
    model.says(GOOD)
    with pytest.raises(ExtractionFailed, match="budget"):
        model.extractor(ModelPolicy(budget=SessionBudget(tokens=100))).extract(TALK, CEDAR)
    assert model.bodies == []


def test_a_session_that_its_budget_stopped_gets_further_each_time_it_is_tried(model: ScriptedModel) -> None:
    model.says(each_turn_once(lambda turn: [item(summary=f"Room {turn} is blue.")]))
    cache = StoredReplies(InMemoryObjects())
    policy = ModelPolicy(transcript_tokens=200, concurrency=1, budget=SessionBudget(calls=2))
    tries = 0
    while tries < 10:
        tries += 1
        try:
            found = model.extractor(policy, cache).extract(LONG, CEDAR)
            break
        except ExtractionFailed as failure:
            assert "budget" in str(failure)
    assert len(found.candidates) == 12
    assert tries > 1
    assert len(model.bodies) == len(found.request_hash.split())


def test_failed_calls_leave_room_for_the_next_ones(model: ScriptedModel) -> None:
    model.says(problem(500), problem(500), problem(500), GOOD)
    policy = ModelPolicy(budget=SessionBudget(tokens=15_000))
    assert len(model.extractor(policy).extract(TALK, CEDAR).candidates) == 1
