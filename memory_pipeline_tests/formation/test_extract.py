"""From an extractor's answer to the record of a session: statuses, order, purity, the cap."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_pipeline.formation.extract import form
from memory_pipeline.formation.gates import GATE_NAMES
from memory_pipeline.formation.policy import FormationPolicy
from memory_pipeline.model.candidate import Candidate
from memory_pipeline_tests.formation.talks import CEDAR, POLICY, Saying, claim, formed, talk

TALK = talk("Theo is allergic to peanuts. Juniper swims on Mondays.", ("assistant", "Noted."), "I love long walks.")
TRUE = (
    claim("Theo is allergic to peanuts", about="Theo"),
    claim("Juniper swims on Mondays", about="Juniper"),
    claim("Dana loves long walks", "I love long walks", turn=3),
)


def test_true_candidates_survive_in_their_order() -> None:
    outcome = formed(TALK, TRUE)
    assert outcome.status == "formed"
    assert [one.summary for one in outcome.survivors] == [one.summary for one in TRUE]
    assert not outcome.rejections


def test_an_off_record_session_forms_nothing_and_is_never_shown_to_the_extractor() -> None:
    extractor = Saying(TRUE)
    outcome = form(replace(TALK, off_record=True), CEDAR, extractor, POLICY)
    assert (outcome.status, outcome.survivors, extractor.asked) == ("off_record", (), [])


def test_a_session_that_has_not_ended_stays_retriable_and_is_never_shown_to_the_extractor() -> None:
    extractor = Saying(TRUE)
    outcome = form(replace(TALK, ended_at=None), CEDAR, extractor, POLICY)
    assert outcome.status == "failed" and "not ended" in outcome.reason and not extractor.asked


def test_a_failing_extractor_marks_the_session_failed_with_its_reason() -> None:
    outcome = form(TALK, CEDAR, Saying(failure="the model timed out"), POLICY)
    assert (outcome.status, outcome.reason, outcome.extractor) == ("failed", "the model timed out", "double-1")


def test_an_answer_without_anything_readable_is_a_failure_and_not_an_empty_session() -> None:
    outcome = form(TALK, CEDAR, Saying(refused=("{broken",)), POLICY)
    assert outcome.status == "failed" and outcome.refused == ("{broken",)


def test_an_honestly_empty_session_is_recorded_as_empty_with_its_summary() -> None:
    outcome = form(TALK, CEDAR, Saying(summary="Small talk."), POLICY)
    assert (outcome.status, outcome.summary) == ("empty", "Small talk.")


def test_nine_good_candidates_survive_one_bad_one() -> None:
    bad = claim("Dana owns a yacht", "I own a yacht")
    outcome = formed(TALK, [*TRUE, bad])
    assert len(outcome.survivors) == 3
    assert [(one.gate, one.candidate) for one in outcome.rejections] == [("quote_stands", bad)]


def test_an_error_of_the_extractor_that_is_no_failure_is_not_swallowed() -> None:
    class Broken:
        version = "broken"

        def extract(self, session: object, family: object) -> object:
            raise RuntimeError("a bug")

    with pytest.raises(RuntimeError, match="a bug"):
        form(TALK, CEDAR, Broken(), POLICY)  # type: ignore[arg-type]


def test_forming_twice_gives_the_same_record() -> None:
    assert formed(TALK, TRUE) == formed(TALK, TRUE)


def test_every_rejection_carries_a_name_of_the_list() -> None:
    bad = [replace(one, confidence=0.1) for one in TRUE] + [claim("x", "y"), claim("x", turn=9)]
    outcome = formed(TALK, bad)
    assert len(outcome.rejections) == 5 and {one.gate for one in outcome.rejections} <= set(GATE_NAMES)


def many(count: int) -> tuple[str, list[Candidate]]:
    words = [f"item{chr(97 + at // 26)}{chr(97 + at % 26)}" for at in range(count)]
    text = " ".join(f"I like {word}." for word in words)
    return text, [claim(f"Dana likes {word}", f"I like {word}", type="preference") for word in words]


def test_a_session_contributes_its_best_candidates_up_to_the_cap() -> None:
    text, candidates = many(10)
    candidates = [replace(one, confidence=0.5 + at / 20) for at, one in enumerate(candidates)]
    outcome = formed(talk(text), candidates, policy=FormationPolicy(cap=4, prompts=()))
    assert [one.confidence for one in outcome.survivors] == [0.8, 0.85, 0.9, 0.95]
    assert {one.gate for one in outcome.rejections} == {"within_cap"}


def test_hard_constraints_and_explicit_wishes_are_never_what_is_cut() -> None:
    text, candidates = many(10)
    limit = claim("Theo is allergic to peanuts", about="Theo", type="constraint", strength="hard", confidence=0.5)
    wish = claim(
        "Ask Dana before ordering",
        "always ask me before ordering",
        turn=2,
        type="directive",
        authority="user_explicit",
        confidence=0.5,
    )
    wish = replace(wish, evidence=(replace(wish.evidence[0], text="Always ask me before ordering"),))
    session = talk(f"Theo is allergic to peanuts. {text}", "Always ask me before ordering.")
    outcome = formed(session, [*candidates, limit, wish], policy=FormationPolicy(cap=3, prompts=()))
    assert {one.type for one in outcome.survivors} == {"constraint", "directive", "preference"}
    assert len(outcome.survivors) == 3
    only = formed(session, [*candidates, limit, wish], policy=FormationPolicy(cap=1, prompts=()))
    assert {one.type for one in only.survivors} == {"constraint", "directive"}


def test_the_default_cap_is_twenty_four() -> None:
    text, candidates = many(40)
    outcome = formed(talk(text), candidates)
    assert (len(outcome.survivors), len(outcome.rejections)) == (24, 16)


def test_the_summary_leaves_out_what_was_said_in_private_and_the_record_says_so() -> None:
    session = talk("Soccer is on Tuesdays.", "Don't remember this, but I crashed the Volvo.")
    outcome = form(session, CEDAR, Saying(summary="Dana talked about soccer. She crashed the Volvo."), POLICY)
    assert outcome.summary == "Dana talked about soccer." and "left out" in outcome.reason


@pytest.mark.parametrize(
    "text",
    [
        "Theo est allergique aux arachides",
        "テオはピーナッツアレルギーです",
        "Тео не ест орехи",
        "لا أحب الفول",
        "\ud83d \u0000 🤷",
        " ",
        "?!…",
    ],
)
def test_no_text_of_any_language_breaks_formation(text: str) -> None:
    outcome = formed(talk(text, ("assistant", text), text), [claim(text, text), claim(text, text, turn=2, last=3)])
    assert outcome.status == "formed"
