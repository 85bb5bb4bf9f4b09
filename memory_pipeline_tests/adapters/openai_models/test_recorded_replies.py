"""Recorded replies, served over real HTTP, so that the model backend is measured offline."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.error import HTTPError

import pytest

from memory_pipeline.adapters.openai_models import recording
from memory_pipeline.adapters.openai_models.endpoint import Address, Endpoint
from memory_pipeline.adapters.openai_models.extractor import OpenAIExtractor
from memory_pipeline.adapters.openai_models.policy import ModelPolicy
from memory_pipeline.adapters.openai_models.recording import (
    record_reply,
    recorded_policy,
    render_request,
    render_requests,
    stale_replies,
)
from memory_pipeline.adapters.openai_models.replay_server import ReplayServer
from memory_pipeline.model.errors import ExtractionFailed, InvalidArgument
from memory_pipeline_tests.adapters.openai_models.scripted import TALK, count, item, reply
from memory_pipeline_tests.formation.talks import CEDAR, talk


@pytest.fixture
def replies(tmp_path: Path) -> Path:
    return tmp_path / "replies"


@pytest.fixture
def server(replies: Path, tmp_path: Path) -> Iterator[ReplayServer]:
    with ReplayServer(replies, tmp_path / "wanted") as running:
        yield running


def replayed(server: ReplayServer) -> OpenAIExtractor:
    return OpenAIExtractor(Endpoint(Address(server.url, "recorded"), recorded_policy(), count), count)


def test_a_recorded_reply_is_what_the_extractor_reads(replies: Path, server: ReplayServer) -> None:
    request = render_request(TALK, CEDAR)
    record_reply(replies, request.hash, reply(item()), "a capable model, by hand")
    found = replayed(server).extract(TALK, CEDAR)
    assert [candidate.about for candidate in found.candidates] == ["Theo"]
    assert found.request_hash == request.hash
    assert (found.usage.calls, found.usage.cost_usd) == (1, 0)
    assert (server.asked, server.missing, server.unused()) == ((request.hash,), (), ())


def test_a_request_that_was_not_recorded_fails_as_such_and_is_left_to_be_recorded(
    server: ReplayServer, tmp_path: Path
) -> None:
    request = render_request(TALK, CEDAR)
    with pytest.raises(ExtractionFailed, match=f"not_recorded.*{request.hash}"):
        replayed(server).extract(TALK, CEDAR)
    assert server.missing == (request.hash,)
    assert (tmp_path / "wanted" / f"{request.hash}.txt").read_text(encoding="utf-8") == request.messages_text


def test_the_rendered_request_holds_all_that_the_model_is_given() -> None:
    text = render_request(TALK, CEDAR).messages_text
    assert text.startswith("##### system #####\nYou read one finished conversation")
    assert "##### user #####\n# Clock" in text
    assert "| Theo is allergic to kiwi. Our gate code is 4821." in text


def test_a_changed_prompt_makes_recordings_stale_visibly(
    replies: Path, server: ReplayServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = render_request(TALK, CEDAR)
    record_reply(replies, old.hash, reply(item()), "a capable model")
    from memory_pipeline.adapters.openai_models import extraction_request

    prompt = extraction_request.extraction_prompt()
    monkeypatch.setattr(
        extraction_request, "extraction_prompt", lambda: replace(prompt, system=f"{prompt.system} Be brief.")
    )
    new = render_request(TALK, CEDAR)
    with pytest.raises(ExtractionFailed, match="not_recorded"):
        replayed(server).extract(TALK, CEDAR)
    assert new.hash != old.hash
    assert server.unused() == stale_replies(replies, [new.hash]) == (old.hash,)


def test_the_hash_depends_on_the_session_the_family_and_nothing_of_the_endpoint() -> None:
    hashes = {
        render_request(TALK, CEDAR).hash,
        render_request(talk("Other words"), CEDAR).hash,
        render_request(TALK, replace(CEDAR, timezone="Asia/Tokyo")).hash,
        render_request(replace(TALK, surface="household_chat"), CEDAR).hash,
    }
    assert len(hashes) == 4
    other = ModelPolicy(model="another", attempts=1, concurrency=9, timeout=1.0)
    assert [render_request(TALK, CEDAR)] == list(render_requests(TALK, CEDAR, policy=other))


def test_a_session_that_takes_several_requests_renders_each() -> None:
    long = talk(*(f"Turn {number} says that room {number} is blue." for number in range(60)))
    policy = ModelPolicy(transcript_tokens=300)
    assert len(render_requests(long, CEDAR, count, policy)) > 2
    assert render_requests(talk(("assistant", "Hi")), CEDAR)


def test_a_recording_is_never_overwritten_by_another(replies: Path) -> None:
    record_reply(replies, "b" * 64, "{}", "one")
    record_reply(replies, "b" * 64, "{}", "one")
    with pytest.raises(InvalidArgument, match="another reply is recorded"):
        record_reply(replies, "b" * 64, "[]", "one")


@pytest.mark.parametrize(("request_hash", "provenance"), [("../x", "m"), ("", "m"), ("b" * 64, " ")])
def test_a_recording_has_a_hash_and_a_provenance(replies: Path, request_hash: str, provenance: str) -> None:
    with pytest.raises(InvalidArgument):
        record_reply(replies, request_hash, "{}", provenance)


def test_a_damaged_recording_is_named_and_not_taken_for_a_missing_one(replies: Path, server: ReplayServer) -> None:
    request = render_request(TALK, CEDAR)
    replies.mkdir()
    (replies / f"{request.hash}.json").write_text("{", encoding="utf-8")
    with pytest.raises(ExtractionFailed, match=r"bad_request.*no recording of this request"):
        replayed(server).extract(TALK, CEDAR)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [("/v1/chat/completions", b"{", 400), ("/v1/chat/completions", b"[]", 400), ("/v1/models", b"{}", 404)],
)
def test_the_server_refuses_what_is_no_chat_request(path: str, body: bytes, status: int, server: ReplayServer) -> None:
    address = server.url.removesuffix("/v1") + path
    with pytest.raises(HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(address, data=body, method="POST"))
    assert refused.value.code == status
    assert json.loads(refused.value.read())["error"]["message"]


def test_the_server_is_only_reached_from_this_machine(server: ReplayServer) -> None:
    assert server.url.startswith("http://127.0.0.1:")
    assert recorded_policy().model == recording.RECORDED_MODEL
