"""A reply is paid for once: it is kept by the hash of its request, beside the family's candidates."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.openai_models.policy import ModelPolicy
from memory_pipeline.adapters.openai_models.recording import record_reply, recorded_reply
from memory_pipeline.adapters.openai_models.reply_cache import KeptReply, StoredReplies, kept_document, read_kept
from memory_pipeline.adapters.openai_models.reply_text import read_reply
from memory_pipeline.formation.extract import form
from memory_pipeline.formation.policy import FormationPolicy
from memory_pipeline.model.candidate import Usage
from memory_pipeline.model.errors import ExtractionFailed, InvalidKey
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store.formation_form import dump_formation, load_formation
from memory_pipeline_tests.adapters.openai_models.scripted import (
    TALK,
    ScriptedModel,
    completion,
    item,
    problem,
    reply,
)
from memory_pipeline_tests.formation.talks import CEDAR, talk

HASH = "a" * 64


def test_a_kept_reply_makes_no_request_and_gives_the_same_extraction(
    model: ScriptedModel, objects: ObjectStore
) -> None:
    model.says(problem(500), completion(reply(item()), usage={"prompt_tokens": 900, "completion_tokens": 100}))
    first = model.extractor(cache=StoredReplies(objects)).extract(TALK, CEDAR)
    again = model.extractor(cache=StoredReplies(objects)).extract(TALK, CEDAR)
    assert len(model.bodies) == 2
    assert again == first
    assert first.usage.faults == {"server_error": 1}


def test_a_formation_made_again_from_kept_replies_has_the_same_bytes(model: ScriptedModel) -> None:
    cache = StoredReplies(InMemoryObjects())
    model.says(completion(f"```\n{reply(item(), item(type='belief'))}\n```"))
    made = [dump_formation(form(TALK, CEDAR, model.extractor(cache=cache), FormationPolicy())) for _ in range(2)]
    assert made[0] == made[1]
    read = load_formation(made[0], "candidates/x.json")
    assert read.usage.faults == {"code_fence": 1}
    assert dump_formation(read) == made[0]
    assert len(read.survivors) == len(read.refused) == 1


def test_it_lies_beside_the_candidates_under_its_hash(model: ScriptedModel) -> None:
    objects = InMemoryObjects()
    model.says(completion(reply(item())))
    found = model.extractor(cache=StoredReplies(objects)).extract(TALK, CEDAR)
    assert list(objects.keys("")) == [f"families/fam_cedar/candidates/replies/{found.request_hash}.json"]


def test_another_family_session_model_or_parameter_is_another_request(model: ScriptedModel) -> None:
    model.says(completion(reply(item())))
    cache = StoredReplies(InMemoryObjects())
    model.extractor(cache=cache).extract(TALK, CEDAR)
    model.extractor(cache=cache).extract(TALK, replace(CEDAR, key="fam_other"))
    model.extractor(cache=cache).extract(TALK, replace(CEDAR, timezone="Europe/Berlin"))
    model.extractor(cache=cache).extract(talk("Something else"), CEDAR)
    model.extractor(ModelPolicy(model="another"), cache).extract(TALK, CEDAR)
    model.extractor(ModelPolicy(temperature=None), cache).extract(TALK, CEDAR)
    model.extractor(ModelPolicy(output="tools"), cache).extract(TALK, CEDAR)
    assert len(model.bodies) == 7


def test_what_could_not_be_read_is_not_kept(model: ScriptedModel) -> None:
    objects = InMemoryObjects()
    model.says(completion("prose"))
    with pytest.raises(ExtractionFailed):
        model.extractor(cache=StoredReplies(objects)).extract(TALK, CEDAR)
    assert list(objects.keys("")) == []


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"request_hash": "other", "reply": "x"}'])
def test_a_damaged_kept_reply_is_asked_for_again_and_written_over(damage: bytes, model: ScriptedModel) -> None:
    objects = InMemoryObjects()
    model.says(completion(reply(item())))
    cache = StoredReplies(objects)
    found = model.extractor(cache=cache).extract(TALK, CEDAR)
    key = next(objects.keys(""))
    whole = objects.get(key)
    objects.put(key, damage)
    assert model.extractor(cache=cache).extract(TALK, CEDAR).candidates == found.candidates
    assert objects.get(key) == whole


def test_a_kept_reply_that_can_no_longer_be_read_is_counted_and_replaced(model: ScriptedModel) -> None:
    cache = StoredReplies(InMemoryObjects())
    model.says(completion(reply(item())))
    found = model.extractor(cache=cache).extract(TALK, CEDAR)
    cache.put("fam_cedar", KeptReply(request_hash=found.request_hash, reply="prose", provenance="x"))
    again = model.extractor(cache=cache).extract(TALK, CEDAR)
    assert again.candidates == found.candidates
    assert again.usage.faults == {"kept_reply_unreadable": 1}


def test_no_hash_names_a_file_elsewhere() -> None:
    with pytest.raises(InvalidKey):
        StoredReplies(InMemoryObjects()).get("fam_cedar", "../../head")


@given(st.text(), st.booleans(), st.integers(min_value=0, max_value=10**9))
def test_a_kept_reply_reads_back(text: str, cut_off: bool, tokens: int) -> None:
    usage = Usage(calls=1, input_tokens=tokens, faults={"code_fence": 2})
    kept = KeptReply(request_hash=HASH, reply=text, provenance="m at x", cut_off=cut_off, usage=usage)
    assert read_kept(kept_document(kept), HASH) == kept


def test_half_a_surrogate_pair_is_kept_as_the_escape_that_reads_the_same(tmp_path: object) -> None:
    text = '{"memories": [{"summary": "a\ud83db", "evidence": []}]}'
    kept = read_kept(kept_document(KeptReply(request_hash=HASH, reply=text, provenance="m")), HASH)
    assert kept is not None
    signs = frozenset({"summary"})
    assert read_reply(kept.reply, "memories", signs) == read_reply(text, "memories", signs)


def test_a_recording_has_the_form_of_a_kept_reply(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("replies")
    file = record_reply(folder, HASH, reply(item()), "a capable model")
    kept = read_kept(file.read_bytes(), HASH)
    assert kept is not None
    assert (kept.reply, kept.provenance) == (recorded_reply(folder, HASH), "a capable model")
