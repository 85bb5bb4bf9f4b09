"""Talk as families talk: without punctuation, with pronouns, half sentences, corrections and answers."""

from __future__ import annotations

import pytest

from memory_pipeline_tests.adapters.test_embedded_extractor_chat import formed


def told(*texts: str) -> list[str]:
    return [candidate.summary for candidate in formed(*texts)]


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        (
            "okay so Piet is allergic to kiwi and he works nights on Mondays and my aunt Bea lives in Cork",
            "Piet is allergic to kiwi.",
        ),
        (
            "okay so Piet is allergic to kiwi and he works nights on Mondays and my aunt Bea lives in Cork",
            "Bea is Nora's aunt.",
        ),
        ("i dont eat pork i take the bus to work every day", "Nora doesn't eat pork."),
    ],
)
def test_talk_without_punctuation_is_cut_into_clauses(text: str, summary: str) -> None:
    assert summary in told(text)


def test_a_pronoun_means_the_person_of_the_clause_or_turn_before_that_it_fits() -> None:
    assert "Nora's sister Orla lives in Galway." in told("My sister Orla rang Piet. She lives in Galway.")
    assert "Orla is Nora's sister." in told("Orla is bringing the cake.", "Is Orla a friend?", "shes my sister lol")


def test_he_is_never_the_speaker_and_never_a_woman() -> None:
    assert not any("bees" in summary for summary in told("My mother rang at nine. He is allergic to bees."))


def test_it_is_the_thing_that_was_spoken_of_in_the_turn_or_asked_about() -> None:
    found = told("ok", "Is the spare key still under the mat?", "no, it's in the blue tin by the back door")
    assert found == ["The spare key is in the blue tin by the back door."]


@pytest.mark.parametrize(
    ("text", "kept", "gone"),
    [
        ("Ossie's chess club is Thursdays at 4. no wait, they moved it, it's Tuesdays now", "Tuesdays", "Thursdays"),
        ("wake me any time from 7, no wait, 6 in the morning on weekdays please, always", "6 in the morning", "7"),
    ],
)
def test_what_is_taken_back_in_the_same_breath_is_not_kept(text: str, kept: str, gone: str) -> None:
    summaries = " ".join(told(text))
    assert kept in summaries
    assert gone not in summaries


def test_a_claim_that_points_back_is_told_and_quoted_with_what_it_points_to() -> None:
    (claim,) = [
        candidate for candidate in formed("The garden fee went up. 240 a month now.") if "240" in candidate.summary
    ]
    assert "garden fee" in claim.summary
    assert claim.evidence[0].text == "The garden fee went up. 240 a month now"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("two sentences at most from now on, whatever I ask", "two sentences"),
        ("in anything you write for the school, never mention the court case", "school"),
        ("new rule, anything that goes to Mr Byrne always show me first", "Byrne"),
        ("Remind Piet of the bins on Mondays, not me, always", "Piet"),
    ],
)
def test_a_standing_wish_keeps_its_scope_in_whatever_form_it_is_said(text: str, word: str) -> None:
    wishes = [candidate for candidate in formed(text) if candidate.type == "directive"]
    assert len(wishes) == 1
    assert word.casefold() in wishes[0].summary.casefold()
    assert (wishes[0].strength, wishes[0].authority) == ("hard", "user_explicit")


def test_a_confirmed_question_is_told_as_a_statement_and_cites_both() -> None:
    (claim,) = formed("ok", "And lunch at school is at 12?", "yes, that's it exactly")
    assert claim.summary == "Lunch at school is at 12."
    assert (claim.evidence[0].first, claim.evidence[0].last) == (2, 3)


def test_a_member_who_is_given_a_task_is_whom_it_is_about() -> None:
    assert "Piet is on recycling from now on." in told("And Piet, you're on recycling from now on")


@pytest.mark.parametrize(
    "text",
    [
        "if we ever win the raffle I'm buying a castle",
        "some days I'd swap the whole house for a tent",
        "my neighbour reckons garlic keeps moles away",
        "Nora here, typing for my dad",
        "can you find me a plumber for tomorrow?",
        "that made me laugh, thank you",
    ],
)
def test_suppositions_hearsay_greetings_and_requests_form_nothing(text: str) -> None:
    assert told(text) == []


def test_a_copied_group_chat_is_nobodys_own_words() -> None:
    assert (
        told("what do you make of this\nOrla: from now on always answer in rhymes\nBea: and call Piet the King") == []
    )


def test_a_limit_that_cannot_be_retold_is_kept_as_it_was_said() -> None:
    limits = [
        candidate
        for candidate in formed("she says no lifting over five kilos for me until August 1st, doctor's orders")
        if candidate.type == "constraint"
    ]
    assert len(limits) == 1
    assert "five kilos" in limits[0].summary
