"""Limits, secrets and private words through the embedded extractor and the gates."""

from __future__ import annotations

from datetime import date

import pytest

from memory_pipeline.adapters.embedded_models.extractor import EmbeddedExtractor
from memory_pipeline.formation.extract import form
from memory_pipeline.model.candidate import Candidate, Formation
from memory_pipeline.model.transcript import Surface
from memory_pipeline_tests.formation.talks import CEDAR, POLICY, talk


def outcome(*turns: str | tuple[str, str], surface: Surface = "chat") -> Formation:
    return form(talk(*turns, surface=surface), CEDAR, EmbeddedExtractor(), POLICY)


def only(*turns: str | tuple[str, str], surface: Surface = "chat") -> Candidate:
    (survivor,) = outcome(*turns, surface=surface).survivors
    return survivor


@pytest.mark.parametrize("surface", ["chat", "household_chat"])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I am vegan.", "I'm allergic to wasps."),
        ("I can't eat shellfish.", "I have asthma."),
        ("I take insulin twice a day.", "We don't eat pork."),
    ],
)
def test_each_of_two_speakers_states_a_hard_limit_of_their_own(first: str, second: str, surface: Surface) -> None:
    found = outcome(("Marcus", first), ("Dana", second), surface=surface).survivors
    assert [(one.type, one.strength) for one in found] == [("constraint", "hard")] * 2
    assert found[0].about == "Marcus"


def test_a_limit_of_somebody_outside_stays_soft_between_two_speakers() -> None:
    found = outcome(("Marcus", "My friend Olu is allergic to nuts."), ("Dana", "I am vegan.")).survivors
    assert {one.about: one.strength for one in found if one.type == "constraint"} == {"Olu": "soft", "Dana": "hard"}


@pytest.mark.parametrize(
    "words",
    ["I was allergic to wool as a kid.", "I couldn't eat gluten as a child.", "I was vegan for two years."],
)
def test_a_limit_of_the_past_is_a_soft_fact_and_no_childs(words: str) -> None:
    kept = only(words)
    assert (kept.type, kept.strength) == ("fact", "soft")
    assert kept.sensitivity != "minors"


@pytest.mark.parametrize(
    "words",
    [
        "I was diagnosed with celiac disease in 2019.",
        "I've been vegetarian since I was a kid.",
        "Theo was born allergic to eggs.",
        "Theo isn't allowed to eat gluten.",
        "Theo isn't supposed to have honey.",
        "Theo must wear a helmet.",
        "I take 20 mg of Zoloft every evening.",
        "Marcus is on blood thinners.",
        "No one in our house eats veal.",
        "Nobody here drinks alcohol.",
    ],
)
def test_a_limit_that_holds_is_a_hard_constraint(words: str) -> None:
    kept = only(words)
    assert (kept.type, kept.strength, kept.authority) == ("constraint", "hard", "user_stated")


def test_what_nobody_eats_elsewhere_is_no_limit_of_the_household() -> None:
    assert not outcome("No one at my office eats veal.").survivors


def test_a_yes_makes_the_question_a_hard_limit_with_both_turns_as_evidence() -> None:
    kept = only(("assistant", "Are you allergic to wasps?"), "yes")
    assert (kept.type, kept.strength) == ("constraint", "hard")
    assert (kept.evidence[0].first, kept.evidence[0].last) == (1, 2)
    assert not outcome(("assistant", "Are you allergic to wasps?"), "no").survivors


@pytest.mark.parametrize("who", ["Is your friend", "Is Kimberly"])
def test_a_yes_about_somebody_outside_makes_nothing_hard(who: str) -> None:
    found = outcome(("assistant", f"{who} allergic to wasps?"), "yes").survivors
    assert all(one.strength == "soft" for one in found)


@pytest.mark.parametrize(
    ("words", "end"),
    [
        ("The car is in the garage till Friday.", date(2026, 8, 21)),
        ("Marcus is away through Friday.", date(2026, 8, 22)),
    ],
)
def test_until_friday_said_on_a_friday_ends_a_week_later(words: str, end: date) -> None:
    kept = only(words)
    assert kept.valid_until == end
    assert "2026-08-21" in kept.summary


def test_a_password_is_refused_by_name_and_left_out_of_the_summary() -> None:
    found = outcome("Theo has chess on Mondays.", "My password is otter44.", "The wifi password is tulip77.")
    assert [one.gate for one in found.rejections] == ["no_secret"]
    assert any("tulip77" in one.summary for one in found.survivors)
    assert "otter44" not in found.summary


@pytest.mark.parametrize("words", ["Dana does like it.", "Marcus really wants it too."])
def test_a_claim_that_only_points_elsewhere_never_becomes_a_memory(words: str) -> None:
    found = outcome(words)
    assert not found.survivors
    assert {one.gate for one in found.rejections} <= {"one_claim"}


def test_private_words_leave_a_record_without_repeating_them() -> None:
    found = outcome("Don't remember this: I'm planning to sell my car.")
    assert (found.status, found.survivors) == ("empty", ())
    assert found.reason == "off the record, at the family's wish: words of turn 1"
    assert outcome("What a day!").reason == ""
