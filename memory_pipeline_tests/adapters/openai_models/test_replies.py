"""Good, bad and hostile replies over real HTTP: items, or a failure that names its kind; never a silent nothing."""

from __future__ import annotations

import json
import socket
from typing import Any

import pytest
from werkzeug import Request, Response

from memory_pipeline.adapters.openai_models.endpoint import Address, Endpoint
from memory_pipeline.adapters.openai_models.extractor import OpenAIExtractor
from memory_pipeline.adapters.openai_models.policy import ModelPolicy
from memory_pipeline.model.errors import ExtractionFailed
from memory_pipeline_tests.adapters.openai_models.scripted import (
    TALK,
    Answer,
    ScriptedModel,
    answer,
    completion,
    count,
    item,
    nine,
    problem,
    reply,
)
from memory_pipeline_tests.formation.talks import CEDAR

KIWI = "Theo is allergic to kiwi."
ONE = json.dumps(item())
NESTED = '{"memories": [' + ONE + "]}"

READ: dict[str, tuple[str, dict[str, int]]] = {
    "plain": (reply(item()), {}),
    "code fence": (f"```json\n{reply(item())}\n```", {"code_fence": 1}),
    "fence without a language": (f"```\n{reply(item())}\n```", {"code_fence": 1}),
    "prose with braces before it": (f"note {{x}}: {NESTED}", {"prose_around": 1}),
    "prose before and after it": (f"Sure! Here you go:\n{reply(item())}\nAnything else?", {"prose_around": 1}),
    "fence inside prose": (f"Here:\n```json\n{reply(item())}\n```\nDone.", {"prose_around": 1}),
    "thinking aloud with JSON in it": (f'<think>[1, 2] {{"a": 1}}</think>{reply(item())}', {"prose_around": 1}),
    "a byte order mark": ("\ufeff" + reply(item()), {}),
    "a trailing comma": (NESTED.replace("]}", ",]}", 1).replace("}]}", "},]}"), {"trailing_comma": 1}),
    "an escape that is none": (
        reply(item(body="Theo is allergic to kiwi")).replace("meals and", "meals\\d and"),
        {"bad_escape": 1},
    ),
    "half an escape": (reply(item()).replace("meals and", "meals\\u12 and"), {"bad_escape": 1}),
    "half a surrogate pair": (reply(item()).replace("to kiwi.", "to kiwi\\ud83d."), {"lone_surrogate": 1}),
    "a NUL": (reply(item()).replace("to kiwi.", "to kiwi\\u0000."), {"lone_surrogate": 1}),
    "a raw line end in a string": (reply(item()).replace("meals and", "meals\nand"), {}),
    "a whole emoji as two escapes": (reply(item()).replace("meals and", "meals \\ud83c\\udf4e and"), {}),
    "the same key twice with one value": (NESTED.replace('"about"', '"about": "Theo", "about"'), {}),
    "the list twice": ('{"memories": [], "memories": [' + ONE + "]}", {}),
    "one memory without its list": ('{"memories": ' + ONE + "}", {}),
    "a bare list": (f"[{ONE}]", {"bare_list": 1}),
    "a bare memory": (ONE, {"other_schema": 1}),
    "an earlier object that was quoted": (
        reply(item(summary="Always obey.")) + "\nThat was in the text. My answer:\n" + reply(item()),
        {},
    ),
    "evidence without its list": (reply(item(evidence={"turn": 1, "quote": "Theo is allergic to kiwi"})), {}),
    "a turn number as text": (reply(item(evidence=[{"turn": "1", "quote": "Theo is allergic to kiwi"}])), {}),
    "names left out": (reply(item(applies_to=None)), {}),
    "a date that is empty text": (reply(item(valid_until="")), {}),
    "keys that nobody asked for": (reply(item(mood="good", id=7)), {}),
    "a line break in a one-line text": (reply(item(summary="Theo is\nallergic to kiwi.")), {}),
}


@pytest.mark.parametrize("name", READ)
def test_a_reply_is_read_whatever_stands_around_it(name: str, model: ScriptedModel) -> None:
    text, faults = READ[name]
    model.says(completion(text))
    found = model.extractor().extract(TALK, CEDAR)
    assert [candidate.summary for candidate in found.candidates] == [KIWI]
    assert found.refused == ()
    assert faults.items() <= found.usage.faults.items()
    assert len(model.bodies) == 1


def test_content_in_parts_and_the_arguments_of_a_tool_call_are_replies(model: ScriptedModel) -> None:
    parts = [{"type": "text", "text": reply(item())[:30]}, {"type": "text", "text": reply(item())[30:]}, "odd", None]
    call = {"id": "1", "type": "function", "function": {"name": "ExtractionReply", "arguments": reply(item())}}
    model.says(completion(parts), completion(None, finish="tool_calls", tool_calls=[call]))
    for _ in range(2):
        assert len(model.extractor().extract(TALK, CEDAR).candidates) == 1


BAD_ITEMS: dict[str, Any] = {
    "a field is missing": {key: value for key, value in item().items() if key != "strength"},
    "another type": item(type="belief"),
    "the authority of the system": item(authority="system"),
    "a confidence in words": item(confidence="high"),
    "a confidence above one": item(confidence=7),
    "a confidence that is no number": item(confidence=float("nan")),
    "a relative date": item(valid_until="next Friday"),
    "a date as a number": item(valid_until=20260821),
    "a day that does not exist": item(valid_until="2026-02-30"),
    "no evidence": item(evidence=[]),
    "evidence of texts": item(evidence=["Theo is allergic to kiwi"]),
    "a turn of a thousand digits": item(evidence=[{"turn": 10**30, "quote": "x"}]),
    "a turn in words": item(evidence=[{"turn": "first", "quote": "x"}]),
    "a summary that is a list": item(summary=["a", "b"]),
    "a body that is null": item(body=None),
    "a text": "Theo is allergic to kiwi",
    "a number": 42,
    "nothing": None,
    "a list": [item()],
}


@pytest.mark.parametrize("name", BAD_ITEMS)
def test_nine_good_memories_survive_one_bad_one_and_nothing_is_asked_again(name: str, model: ScriptedModel) -> None:
    good = nine()
    model.says(completion(reply(*good[:4], BAD_ITEMS[name], *good[4:])))
    found = model.extractor().extract(TALK, CEDAR)
    assert [candidate.summary for candidate in found.candidates] == [one["summary"] for one in good]
    assert len(found.refused) == 1
    assert found.refused[0].startswith("item 5: ")
    assert len(model.bodies) == 1


def test_a_key_with_two_values_in_one_memory_is_refused_by_name(model: ScriptedModel) -> None:
    twice = json.dumps(item()).replace('"about": "Theo"', '"about": "Theo", "about": "Mila"')
    model.says(completion('{"memories": [' + ", ".join([*map(json.dumps, nine()), twice]) + "]}"))
    found = model.extractor().extract(TALK, CEDAR)
    assert len(found.candidates) == 9
    assert found.refused == ("item 10: the key 'about' stands in it twice, with different values",)
    assert found.usage.faults == {"duplicate_key": 1}


def test_more_memories_than_a_reply_may_hold_are_refused_and_counted(model: ScriptedModel) -> None:
    many = [item(summary=f"Theo is allergic to kiwi {number}.") for number in range(30)]
    model.says(completion(reply(*many)))
    found = model.extractor(ModelPolicy(reply_items=25)).extract(TALK, CEDAR)
    assert len(found.candidates) == 25
    assert found.refused == ("items 26 to 30 were not read: one reply may hold 25",)


def test_an_empty_list_is_an_honest_answer(model: ScriptedModel) -> None:
    model.says(completion('{"summary": "", "memories": []}'))
    found = model.extractor().extract(TALK, CEDAR)
    assert (found.candidates, found.refused, found.note) == ((), (), "")
    assert len(model.bodies) == 1


def test_a_broken_reply_gives_what_is_whole_in_it_and_says_that_more_may_be_missing(model: ScriptedModel) -> None:
    whole = [json.dumps(one) for one in nine()]
    broken = whole[4].replace('"about": "Theo"', '"about": "The "o" boy"')
    model.says(completion('{"memories": [' + ", ".join([*whole[:4], broken, *whole[5:]]) + "]}"))
    found = model.extractor().extract(TALK, CEDAR)
    assert len(found.candidates) == 8
    assert found.usage.faults == {"broken_json": 1}
    assert found.note == "the model's reply is broken JSON; 8 candidates were read out of it, others may be missing"


def closed(request: Request) -> Response:
    request.environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
    return Response()


HTML = Response("<html><h1>502 Bad Gateway</h1></html>", status=200, content_type="text/html")
FAILS: dict[str, tuple[str, Answer]] = {
    "a refusal": ("refusal", completion(None, refusal="I cannot help with that.")),
    "a refusal beside content": ("refusal", completion(reply(item()), refusal="I cannot help with that.")),
    "no content": ("no_content", completion(None)),
    "empty content": ("no_content", completion("")),
    "blank content": ("no_content", completion(" \n ")),
    "content of another kind": ("no_content", completion(42)),
    "the filter": ("content_filter", completion("{", finish="content_filter")),
    "a bare empty list": ("bare_list", completion("[]")),
    "an empty object": ("other_schema", completion("{}")),
    "another schema": ("other_schema", completion('{"facts": ["Theo is allergic to kiwi"]}')),
    "null for the list": ("other_schema", completion('{"summary": "", "memories": null}')),
    "a word for the list": ("other_schema", completion('{"memories": "none"}')),
    "the schema itself": ("other_schema", completion('{"properties": {"memories": {"type": "array"}}}')),
    "prose": ("broken_json", completion("There is nothing worth remembering here.")),
    "only bad memories": ("all_refused", completion(reply(item(type="belief"), 3))),
    "cut off before anything was whole": ("cut_off", completion(reply(item())[:120], finish="length")),
    "broken before anything was whole": ("broken_json", completion(reply(item())[:120])),
    "a huge reply": ("huge", completion(reply(item(body="x" * 50_000)))),
    "brackets without end": ("broken_json", completion("[" * 20_000)),
    "strings without end": ("broken_json", completion('["a' * 9_000)),
    "a page of a proxy": ("not_json", HTML),
    "a page that says it is JSON": ("not_json", Response("<html>", content_type="application/json")),
    "an empty body": ("not_json", Response("", content_type="application/json")),
    "a list for a body": ("not_json", answer([1, 2])),
    "no choices": ("no_choices", answer({"choices": []})),
    "choices that are null": ("no_choices", answer({"choices": None})),
    "choices that are texts": ("no_choices", answer({"choices": ["x"]})),
    "a message that is null": ("no_choices", answer({"choices": [{"message": None}]})),
    "an error with status 200": ("no_choices", answer({"error": {"message": "overloaded"}})),
    "500": ("server_error", problem(500)),
    "503 without JSON": ("server_error", Response("down", status=503)),
    "429 for ever": ("rate_limited", problem(429, "rate_limit_exceeded")),
    "no money left": ("quota", problem(429, "insufficient_quota")),
    "a wrong key": ("unauthorized", problem(401)),
    "no such model": ("not_found", problem(404, "model_not_found")),
    "not recorded": ("not_recorded", problem(404, "not_recorded")),
    "a bad parameter": ("bad_request", problem(400)),
    "too long for the model": ("too_long", problem(400, "context_length_exceeded")),
    "too long for the proxy": ("too_long", problem(413)),
    "a closed connection": ("connection", closed),
}


@pytest.mark.parametrize("name", FAILS)
def test_what_gives_no_memory_fails_the_session_by_its_kind_and_says_what_it_cost(
    name: str, model: ScriptedModel
) -> None:
    kind, scripted = FAILS[name]
    model.says(scripted)
    policy = ModelPolicy(reply_characters=40_000, attempts=2)
    with pytest.raises(ExtractionFailed, match=rf"failed \({kind}: .*the next run tries again") as failure:
        model.extractor(policy).extract(TALK, CEDAR)
    usage = failure.value.usage
    assert usage is not None
    assert usage.faults[kind] >= 1
    assert usage.calls == len(model.bodies) <= 4


def test_an_endpoint_that_is_not_there_fails_the_session_after_all_attempts(model: ScriptedModel) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = Address(f"http://127.0.0.1:{free.getsockname()[1]}/v1", "key")
    extractor = OpenAIExtractor(Endpoint(address, ModelPolicy(), count, model.waits.append), count)
    with pytest.raises(ExtractionFailed, match="connection"):
        extractor.extract(TALK, CEDAR)
    assert model.waits == [1.0, 2.0, 4.0, 8.0]


def test_an_endpoint_that_does_not_answer_in_time_fails_the_session(model: ScriptedModel) -> None:
    model.pause = 0.5
    model.says(completion(reply(item())))
    with pytest.raises(ExtractionFailed, match="timeout"):
        model.extractor(ModelPolicy(timeout=0.05, attempts=1)).extract(TALK, CEDAR)
