"""Talk that is easily read wrong: consequences, run-on speech, pronouns, weekly days, shorthand, fragments."""

from __future__ import annotations

from datetime import date

import pytest

from memory_pipeline.adapters.embedded_models.extraction.wellformed import has_verb
from memory_pipeline_tests.adapters.test_embedded_extractor_chat import formed, summaries


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("Piet can't have soy so quit putting tofu on the list", "Piet can't have soy."),
        ("Piet is vegan now so tell the kids no more nuggets", "Piet is vegan now."),
        ("my aunt can't have dairy so also a small cake without milk", "Nora's aunt can't have dairy."),
        ("payday is every 15th and 30th so dont suggest big shopping before that", "Payday is every 15th and 30th."),
    ],
)
def test_what_follows_for_now_is_no_part_of_the_claim(text: str, summary: str) -> None:
    assert any(found.endswith(summary) for found in summaries(text))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Piet is allergic to figs n he's obsessed with chess",
            {"Piet is allergic to figs.", "Piet is obsessed with chess."},
        ),
        ("April is in year 2 her teacher is miss Okoro", {"April is in year 2."}),
        ("Mildred and I sing in the choir every Friday", {"Mildred and Nora sing in the choir every Friday."}),
    ],
)
def test_run_on_talk_falls_into_its_claims(text: str, wanted: set[str]) -> None:
    assert wanted <= set(summaries(text))


def test_a_word_of_the_question_is_no_person() -> None:
    found = summaries("Ossie will miss school on Monday", "I'll write that. Reason?", "he has a sickle cell check")
    assert not any("Reason" in summary for summary in found)


def test_a_medicine_is_no_person() -> None:
    assert not any(
        summary.startswith("Warfarin") for summary in summaries("I take Warfarin at supper. He gets carsick.")
    )


def test_what_she_needs_with_her_is_her_own() -> None:
    (found,) = [
        text
        for text in summaries("My aunt Rosa swims on Mondays. she needs her inhaler with her always")
        if "inhaler" in text
    ]
    assert found == "Nora's aunt Rosa needs her inhaler with her always."


def test_a_limit_in_a_relative_clause_is_that_persons() -> None:
    found = [one for one in formed("I bought tofu for Piet who's vegan") if one.type == "constraint"]
    assert [(one.about, one.summary) for one in found] == [("Piet", "Piet is vegan.")]


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("Piet is on nights this week at the quarry", date(2026, 6, 29)),
        ("school is closed on 2nd July for the fair", date(2026, 7, 3)),
        ("Piet goes to Cork every second Tuesday and returns Thursday", None),
        ("Ossie has hockey Tuesdays and Saturdays at the arena, 6am Saturday", None),
        ("we don't do Halloween", None),
        ("Piet must walk 20 minutes every day until his next appointment July 6", date(2026, 7, 6)),
        ("Piet will come on leave from 18 July for 20 days", date(2026, 8, 8)),
    ],
)
def test_the_end_of_a_claim_is_the_end_that_was_said(text: str, until: date | None) -> None:
    found = formed(text)
    assert found
    assert {one.valid_until for one in found} == {until}


def test_numbers_that_open_a_lock_are_no_date() -> None:
    (found,) = [one for one in formed("my locker combination is 18-4-32") if "18-4-32" in one.summary]
    assert found.valid_until is None


def test_a_secret_is_told_with_what_is_to_be_kept() -> None:
    (found,) = [one for one in formed("My friend Una is pregnant. don't tell anyone") if one.type == "directive"]
    assert "Una is pregnant" in found.summary
    assert not [one for one in formed("don't tell anyone") if one.type == "directive"]


def test_ones_own_allergy_survives_a_laugh_about_something_else() -> None:
    assert "Nora is allergic to shrimp." in summaries("I'm allergic to shrimp and Piet calls me the crab lol")
    assert summaries("I'm allergic to Mondays lol") == []


@pytest.mark.parametrize(
    "text", ["i go by Nonie btw", "Please type bigger. And call me Nonie", "you may call me Nonie"]
)
def test_a_form_of_address_is_heard_however_it_is_said(text: str) -> None:
    assert "Call Nora Nonie." in summaries(text)


@pytest.mark.parametrize(
    "text",
    [
        "should I take iron? my sister did",
        "yo can u remind me about picture day tmrw at 7",
        "April fools: we move to Peru tomorrow",
        "Half of it.",
        "something warm without meat because of Piet",
    ],
)
def test_a_fragment_a_request_or_a_prank_is_no_memory(text: str) -> None:
    assert summaries(text) == []


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Piet snores like a saw.", True),
        ("The father of Emre.", False),
        ("No allergies.", False),
        ("The kids which my sister brought.", True),
        ("Nora's old blue coat.", False),
    ],
)
def test_a_sentence_has_a_verb_behind_its_subject(sentence: str, *, told: bool) -> None:
    assert has_verb(sentence) is told


def test_a_name_with_letters_beyond_ascii_stays_whole() -> None:
    assert any("Iñaki" in summary for summary in summaries("Iñaki is allergic to latex"))


def test_the_wifi_code_is_kept_when_the_sentence_before_speaks_of_an_account() -> None:
    found = summaries("The bank account is sorted. The wifi password is girasol2024.")
    assert "The wifi password is girasol2024." in found


def test_a_standing_wish_is_no_consequence_that_passes() -> None:
    said = "I can't see colours well, so no red and green marks in your answers ever, words only"
    assert any("No red and green marks" in found for found in summaries(said))


@pytest.mark.parametrize("text", ["Never heard of Plumber Pete.", "never been to Madeira but it looks nice"])
def test_what_never_happened_is_no_instruction(text: str) -> None:
    assert not [candidate for candidate in formed(text) if candidate.type == "directive"]
