"""Long sessions are cut at turn boundaries with overlap and put together without duplicates."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug import Request, Response

from memory_pipeline.adapters.openai_models.chunks import Cut, cut
from memory_pipeline.adapters.openai_models.merging import SUMMARY_LENGTH, joined_summary, merged
from memory_pipeline.adapters.openai_models.policy import ModelPolicy
from memory_pipeline.model.errors import ExtractionFailed
from memory_pipeline.model.transcript import Session
from memory_pipeline_tests.adapters.openai_models.scripted import (
    ScriptedModel,
    completion,
    count,
    each_turn_once,
    item,
    problem,
    reply,
    turn_numbers,
)
from memory_pipeline_tests.formation.talks import CEDAR, claim, talk

LONG = talk(*(f"Fact number {number} about the house is that room {number} is blue." for number in range(1, 41)))
SMALL = ModelPolicy(transcript_tokens=200, overlap_turns=2)


def blue(turn: int) -> list[dict[str, Any]]:
    return [item(summary=f"Room {turn} is blue.", evidence=[{"turn": turn, "quote": f"room {turn} is blue"}])]


def new_text(found: Cut, turn: int) -> str:
    return "".join(
        piece.text for chunk in found.chunks for piece in chunk if not piece.known and piece.turn.number == turn
    )


@given(
    st.lists(st.integers(min_value=0, max_value=300), min_size=1, max_size=12),
    st.integers(min_value=40, max_value=200),
    st.integers(min_value=0, max_value=4),
)
def test_every_word_of_a_user_is_shown_as_new_once_and_no_chunk_is_above_its_limit(
    lengths: list[int], limit: int, overlap: int
) -> None:
    session = talk(*(" ".join(f"w{number}" for number in range(length)) or "-" for length in lengths))
    found = cut(session, limit, overlap, count)
    for turn in session.turns:
        assert new_text(found, turn.number).split() == turn.text.split()
    for chunk in found.chunks:
        assert sum(count(piece.text) for piece in chunk if not piece.known) <= limit
        assert sum(count(piece.text) for piece in chunk if piece.known) <= limit // 4


def test_a_cut_falls_between_turns_and_the_turns_before_it_are_shown_again_as_context() -> None:
    found = cut(LONG, 200, 1, count)
    assert len(found.chunks) > 5
    for before, after in zip(found.chunks, found.chunks[1:], strict=False):
        assert [piece.known for piece in after] == [True, *[False] * (len(after) - 1)]
        assert after[0].turn == before[-1].turn
    assert found.notes == ()


def test_a_users_turn_above_the_limit_is_read_whole_in_parts_that_end_at_sentences_and_this_is_said() -> None:
    text = " ".join(f"Sentence {number} says that the shelf {number} is full." for number in range(60))
    found = cut(talk("Short.", text), 200, 2, count)
    parts = [piece for chunk in found.chunks for piece in chunk if piece.turn.number == 2 and not piece.known]
    assert "".join(piece.text for piece in parts) == text
    assert all(piece.text.rstrip().endswith("full.") for piece in parts)
    assert found.notes == (f"turn 2 ({count(text)} tokens) was read in {len(parts)} parts",)


def test_a_tools_long_output_is_shown_in_part_and_this_is_said_to_the_model_and_in_the_record(
    model: ScriptedModel,
) -> None:
    page = "start " + "filler " * 900 + "finish"
    model.says(completion(reply(item())))
    found = model.extractor(ModelPolicy(transcript_tokens=300)).extract(
        talk("Theo is allergic to kiwi", ("tool:web_search", page)), CEDAR
    )
    assert found.note == "turn 2 (tool, 902 tokens) was shown to the model in part"
    assert "characters of this turn are left out here]" in model.texts[-1]
    assert "| start filler" in model.texts[-1]


def test_all_parts_of_a_long_session_give_each_claim_once(model: ScriptedModel) -> None:
    def twice(turn: int) -> list[dict[str, Any]]:
        return blue(turn) + (blue(turn - 1) if turn > 1 else [])

    model.says(each_turn_once(twice))
    found = model.extractor(SMALL).extract(LONG, CEDAR)
    assert sorted(candidate.evidence[0].first for candidate in found.candidates) == list(range(1, 41))
    assert sorted(number for text in model.texts for number in turn_numbers(text)) == list(range(1, 41))
    assert len(found.request_hash.split()) == len(model.bodies)


def test_the_parts_are_asked_for_at_once_and_never_more_than_allowed(model: ScriptedModel) -> None:
    model.pause = 0.05
    model.says(each_turn_once(blue))
    model.extractor(ModelPolicy(transcript_tokens=200, concurrency=3)).extract(LONG, CEDAR)
    assert 2 <= model.busiest <= 3


def test_two_extractors_of_one_process_share_the_limit_of_their_endpoint(model: ScriptedModel) -> None:
    first, second = (model.endpoint(ModelPolicy(concurrency=3)) for _ in range(2))
    from memory_pipeline.adapters.openai_models.endpoint import gate

    assert gate(first.address.name, 3) is gate(second.address.name, 3)
    assert gate("http://elsewhere.example/v1", 3) is not gate(first.address.name, 3)


def test_the_order_of_the_answers_changes_nothing(model: ScriptedModel) -> None:
    model.says(each_turn_once(blue))
    one = model.extractor(ModelPolicy(transcript_tokens=200, concurrency=1)).extract(LONG, CEDAR)
    model.pause = 0.01
    other = model.extractor(ModelPolicy(transcript_tokens=200, concurrency=4)).extract(LONG, CEDAR)
    assert one == other


def test_one_part_that_fails_fails_the_session(model: ScriptedModel) -> None:
    def sixth_fails(request: Request) -> Response:
        if 20 in turn_numbers(json.loads(request.get_data())["messages"][-1]["content"]):
            return problem(400)
        answered = each_turn_once(blue)
        assert not isinstance(answered, Response)
        return answered(request)

    model.says(sixth_fails)
    with pytest.raises(ExtractionFailed, match="bad_request"):
        model.extractor(SMALL).extract(LONG, CEDAR)


def test_a_model_that_is_stopped_for_length_is_asked_in_halves(model: ScriptedModel) -> None:
    def stopped(request: Request) -> Response:
        numbers = turn_numbers(json.loads(request.get_data())["messages"][1]["content"])
        whole = reply(*(one for number in numbers for one in blue(number)))
        return completion(whole) if len(numbers) <= 12 else completion(whole[: len(whole) // 2], finish="length")

    model.says(stopped)
    found = model.extractor().extract(LONG, CEDAR)
    assert sorted(candidate.evidence[0].first for candidate in found.candidates) == list(range(1, 41))
    assert found.note == ""
    assert found.usage.faults["cut_off"] == 3


def test_what_is_cut_off_and_cannot_be_halved_gives_what_is_whole_and_says_so(model: ScriptedModel) -> None:
    whole = reply(item(), item(summary="Theo is allergic to plums."))
    model.says(completion(whole[: len(whole) - 100], finish="length"))
    found = model.extractor().extract(talk("Theo is allergic to kiwi and plums"), CEDAR)
    assert len(found.candidates) == 1
    assert found.note == "the model's reply was cut off; 1 candidates were read out of it, others may be missing"


def test_a_session_without_a_word_of_a_user_asks_no_model(model: ScriptedModel) -> None:
    silent: Session = talk(("assistant", "Hello?"), ("tool:x", "Remember to cc Eve"), "  ")
    found = model.extractor().extract(silent, CEDAR)
    assert (found.candidates, found.note) == ((), "no turn of a user has text, so no model was asked")
    assert model.bodies == []


def test_of_two_alike_the_weightier_stays_in_the_place_of_the_first() -> None:
    soft = claim("Ask before booking.", confidence=0.7)
    firm = claim("ask before  booking", "Ask before booking.", authority="user_explicit", strength="hard")
    other = claim("Dana likes tea.")
    assert merged([[soft, other], [firm]]) == (firm, other)


def test_one_quote_with_two_claims_gives_both() -> None:
    first = claim("Theo has piano.", "Theo has piano and chess")
    second = claim("Theo has chess.", "Theo has piano and chess")
    assert merged([[first], [second]]) == (first, second)


def test_a_summary_of_parts_keeps_whole_sentences_in_order_the_first_of_each_part_first() -> None:
    parts = [
        f"Part {number} was about room {number}. It went on for a while and then some more." for number in (1, 2, 3)
    ]
    text = joined_summary(parts, CEDAR)
    assert len(text) <= SUMMARY_LENGTH
    assert [text.index(f"Part {number}") for number in (1, 2, 3)] == sorted(text.index(f"Part {n}") for n in (1, 2, 3))
    assert text.endswith(".")


def test_a_summary_leaves_out_what_is_sensitive_whatever_the_model_wrote() -> None:
    told = "Dana planned a picnic. Dana's blood pressure is high. Theo goes to Lincoln elementary."
    assert joined_summary([told], CEDAR) == "Dana planned a picnic."
