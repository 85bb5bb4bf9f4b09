"""Gates 1 and 2: cited turns exist, quotes stand in them, word for word but for lookalikes."""

from __future__ import annotations

import pytest

from memory_pipeline.formation.gates.answers import needs_question
from memory_pipeline.formation.gates.quotes import quote_stands
from memory_pipeline.model.candidate import Candidate, Quote
from memory_pipeline_tests.formation.talks import claim, context, gate_of, survivor, talk


@pytest.mark.parametrize(("first", "last"), [(2, 2), (0, 1), (1, 9), (2, 1), (-1, -1), (1, 10**9)])
def test_a_turn_that_does_not_exist_drops_the_claim(first: int, last: int) -> None:
    lie = claim("I love tea", evidence=(Quote(first=first, last=last, text="I love tea"),))
    assert gate_of(talk("I love tea"), lie) == "cited_turn_exists"


def test_a_claim_without_evidence_is_dropped() -> None:
    assert gate_of(talk("I love tea"), claim("I love tea", evidence=())) == "cited_turn_exists"


@pytest.mark.parametrize(
    ("turn", "quote"),
    [
        ("I don’t eat nuts — ever", "I don't eat nuts - ever"),
        ("I don't eat nuts", "I don’t eat nuts"),
        ("we say “no nuts” here", 'we say "no nuts" here'),
        ("I\u00a0love\u3000long   walks", "I love long walks"),
        ("I lo\u200bve long walks", "I love long walks"),
        ("I love the café", "I love the cafe\u0301"),
        ("I love the cafe\u0301", "I love the café"),
    ],
)
def test_lookalike_text_matches_and_the_stored_quote_is_the_turns_exact_text(turn: str, quote: str) -> None:
    kept = survivor(talk(turn), claim(quote, quote, about="Food"))
    assert kept.evidence[0].text == turn


@pytest.mark.parametrize(
    "misquote",
    [
        "I love long talks",
        "i love long walks",
        "I love walks",
        "I love long walk",
        "ove long walks",
        "",
        "   ",
        "long walks love I",
    ],
)
def test_nothing_fuzzy_passes(misquote: str) -> None:
    lie = claim("I love long walks", evidence=(Quote(first=1, last=1, text=misquote),))
    assert gate_of(talk("I love long walks"), lie) == "quote_stands"


def test_a_quote_in_another_turn_than_the_cited_one_does_not_stand() -> None:
    assert gate_of(talk("I love tea", "ok"), claim("I love tea", turn=2)) == "quote_stands"


def test_one_misquote_among_true_quotes_drops_the_claim() -> None:
    evidence = (Quote(first=1, last=1, text="I love tea"), Quote(first=1, last=1, text="and coffee even more"))
    assert gate_of(talk("I love tea"), claim("I love tea", evidence=evidence)) == "quote_stands"


@pytest.mark.parametrize(
    ("turn", "quote", "stored"),
    [
        ("Theo is not allergic to peanuts.", "allergic to peanuts", "Theo is not allergic to peanuts"),
        ("Juniper hates coconut, but she loves figs.", "loves figs", "she loves figs"),
        ("ok. Soccer is on Tuesdays at 5. bye", "on Tuesdays", "Soccer is on Tuesdays at 5"),
        ("If it rains we cancel swim.", "we cancel swim", "If it rains we cancel swim"),
    ],
)
def test_a_quote_that_stops_inside_a_clause_is_extended_to_its_edges(turn: str, quote: str, stored: str) -> None:

    verdict = quote_stands(claim("anything", quote), context(talk(turn)))
    assert isinstance(verdict, Candidate) and verdict.evidence[0].text == stored


def test_the_extension_is_judged() -> None:
    lie = claim("Theo is allergic to peanuts", "allergic to peanuts", about="Theo", body="Theo is allergic to peanuts")
    assert gate_of(talk("Theo is not allergic to peanuts."), lie) == "undistorted"


def test_the_extension_never_reaches_into_pasted_text() -> None:
    kept = survivor(
        talk('Dad said "we always eat at six sharp here" and I love tea'), claim("Dana loves tea", "I love tea")
    )
    assert "six" not in kept.evidence[0].text


def test_the_evidence_is_reduced_to_the_turn_where_the_quote_stands() -> None:
    session = talk("hello", ("assistant", "Hi!"), "I love tea", ("assistant", "Noted."))
    assert survivor(session, claim("Dana loves tea", "I love tea", turn=1, last=4)).evidence == (
        Quote(first=3, last=3, text="I love tea"),
    )


def test_one_turn_of_context_is_kept_where_the_claim_needs_it() -> None:
    session = talk(("assistant", "Little Whisk is nut free, 555-0163."), "save that bakery, we order there every year")
    needs = claim("The family's bakery is Little Whisk, 555-0163", "save that bakery", turn=1, last=2, about="Bakery")
    assert survivor(session, needs).evidence[0].turns == range(1, 3)


@pytest.mark.parametrize(
    "answer", ["yes", "Yes, please!", "nope", "7:45", "Rex", "ok thanks", "both of them", "Mr Patel."]
)
def test_a_very_short_answer_needs_its_questions_turn_cited(answer: str) -> None:
    session = talk(("assistant", "Is it Rex, 7:45 or Mr Patel?"), answer)
    assert gate_of(session, claim("It is Rex", answer, turn=2)) == "quote_stands"


def test_a_short_answer_with_its_question_keeps_both_turns() -> None:
    session = talk(("assistant", "Does Theo like mushrooms?"), ("tool:clock", "12:00"), "yes")
    kept = survivor(
        session, claim("Theo likes mushrooms", "yes", turn=1, last=3, about="Theo", body="Theo likes mushrooms")
    )
    assert kept.evidence == (Quote(first=1, last=3, text="yes"),)


def test_a_short_answer_to_a_statement_answers_nothing() -> None:
    session = talk(("assistant", "Theo likes mushrooms."), "yes")
    assert gate_of(session, claim("Theo likes mushrooms", "yes", turn=1, last=2)) == "quote_stands"


def test_the_question_must_be_the_one_before_the_answer() -> None:
    session = talk(("assistant", "Does Theo like figs?"), "hm", ("assistant", "Shall I book a table?"), "yes")
    assert (
        gate_of(
            session,
            claim(
                "Theo likes figs",
                "yes",
                turn=4,
                evidence=(Quote(first=4, last=4, text="yes"), Quote(first=1, last=1, text="Does Theo like figs?")),
            ),
        )
        == "quote_stands"
    )


@pytest.mark.parametrize("short", ["I'm vegan", "Call me Dani", "We moved"])
def test_a_short_sentence_of_its_own_needs_no_question(short: str) -> None:

    assert not needs_question(short)


def test_no_answer_that_was_turned_down_becomes_a_claim() -> None:
    session = talk(("assistant", "Shall I set up a weekly grocery delivery?"), "no thanks")
    lie = claim("A weekly grocery delivery is set up", "no thanks", turn=1, last=2, body="weekly grocery delivery")
    assert gate_of(session, lie) == "undistorted"
