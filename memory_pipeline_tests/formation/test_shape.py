"""Gates 8 to 10: one claim, caps, placeholders, confidence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_pipeline.formation.policy import FormationPolicy
from memory_pipeline_tests.formation.talks import claim, gate_of, survivor, talk

TEA = claim("Dana loves tea", "I love tea", about="Tea")


@pytest.mark.parametrize(
    "two",
    [
        "Theo is allergic to peanuts and Juniper hates coconut",
        "Theo loves tea; Juniper loves figs",
        "Theo loves tea. Juniper loves figs.",
        "Practice is on Tuesdays and the coach is Renata",
        "Theo has chess but Juniper has swim",
        "Theo loves tea and he hates figs",
    ],
)
def test_two_claims_in_one_are_dropped(two: str) -> None:
    words = two.replace(";", ".")
    assert gate_of(talk(words), claim(two, words, about="Family")) == "one_claim"


@pytest.mark.parametrize(
    "one",
    [
        "Dana and Marcus are on site",
        "Ask before ordering and wait for a yes",
        "Juniper swims on Mondays and Fridays at 4",
        "Theo is allergic to peanuts, eggs and milk",
        "Dr. Amari is the doctor of Theo and June",
        "No nuts and no eggs",
    ],
)
def test_one_claim_with_several_parts_survives(one: str) -> None:
    assert survivor(talk(one), claim(one, about="Family"))


@pytest.mark.parametrize(("field", "cap"), [("about", 80), ("summary", 200), ("when_to_use", 200), ("body", 1000)])
def test_each_text_has_its_cap_and_none_is_shortened(field: str, cap: int) -> None:
    session = talk("I love tea " + "tea " * 400)
    base = claim("I love tea", about="Tea")
    exact = ("tea " * 400)[: cap - 1] + "a"
    assert survivor(session, replace(base, **{field: exact}))
    assert gate_of(session, replace(base, **{field: exact + "a"})) == "one_claim"


def test_the_caps_are_the_policys() -> None:
    assert gate_of(talk("I love tea"), TEA, policy=FormationPolicy(summary_length=5, prompts=())) == "one_claim"


@pytest.mark.parametrize("field", ["about", "summary", "when_to_use", "body"])
@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_no_text_is_empty(field: str, text: str) -> None:
    assert gate_of(talk("I love tea"), replace(TEA, **{field: text})) != ""


@pytest.mark.parametrize("field", ["about", "summary", "when_to_use"])
@pytest.mark.parametrize("end", ["\n", "\r", "\u2028", "\x0b", "\x85"])
def test_about_summary_and_when_to_use_are_one_line(field: str, end: str) -> None:
    assert gate_of(talk("I love tea"), replace(TEA, **{field: f"tea{end}tea"})) == "one_claim"


@pytest.mark.parametrize("text", ["tea\x00", "tea\ud83d", "tea\x1b[m"])
def test_control_characters_and_halves_of_characters_are_dropped(text: str) -> None:
    assert gate_of(talk("I love tea"), replace(TEA, body=text)) == "one_claim"


@pytest.mark.parametrize(
    "text",
    [
        "The user loves tea",
        "User loves tea",
        "{name} loves tea",
        "{{member}} loves tea",
        "<name> loves tea",
        "[name] loves tea",
        "tea TBD",
        "Dana loves tea…",
        "Dana loves tea...",
        "tea lorem ipsum",
    ],
)
def test_a_placeholder_is_no_claim(text: str) -> None:
    # Some are already dropped as names or words that nobody said.
    assert gate_of(talk("I love tea"), replace(TEA, summary=text)) in ("one_claim", "grounded")


@pytest.mark.parametrize(
    "words", ["I keep the user manual in the drawer", "I write {x} for tea", "the user group meets for tea"]
)
def test_words_that_were_said_are_no_placeholders(words: str) -> None:
    assert survivor(talk(words), claim(words, about="Family"))


@pytest.mark.parametrize(
    ("authority", "confidence", "survives"),
    [
        ("user_stated", 0.5, True),
        ("user_stated", 0.49, False),
        ("inferred", 0.75, True),
        ("inferred", 0.74, False),
        ("user_stated", 1.01, False),
        ("user_stated", -0.1, False),
        ("user_stated", float("nan"), False),
    ],
)
def test_the_bar_is_higher_for_inferences_than_for_statements(
    authority: str, confidence: float, survives: bool
) -> None:
    candidate = replace(TEA, authority=authority, confidence=confidence)  # type: ignore[arg-type]
    assert gate_of(talk("I love tea"), candidate) == ("" if survives else "confident")


@pytest.mark.parametrize("words", ["Dana does like it", "Marcus and Dana love those", "Dana has one too"])
def test_a_claim_whose_only_object_points_elsewhere_is_refused(words: str) -> None:
    assert gate_of(talk(words), claim(words)) == "one_claim"


@pytest.mark.parametrize("words", ["Dana likes that song", "Dana hates it when the lights are off"])
def test_a_pronoun_beside_what_it_means_is_no_fault(words: str) -> None:
    assert gate_of(talk(words), claim(words)) == ""
