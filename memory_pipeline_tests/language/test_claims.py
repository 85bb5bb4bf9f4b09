"""The claims comparison: a table of pairs by kind, and the rules that hold for every pair."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_pipeline.language.claims import compare, differs, loses_nothing, read_claim, slots_apart
from memory_pipeline.model.decision import RELATIONS
from memory_pipeline_tests.language.claim_pairs import PAIRS, WEAK_PAIRS, ClaimPair

TEXTS = sorted({text for pair in PAIRS for text in (pair.new, pair.known)})


def relation(pair: ClaimPair) -> str:
    return compare(read_claim(pair.about, pair.new), read_claim(pair.known_about, pair.known))


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.relation}: {pair.new} | {pair.known}")
def test_a_new_statement_stands_to_a_known_one_as_the_contract_says(pair: ClaimPair) -> None:
    assert relation(pair) == pair.relation


@pytest.mark.parametrize("pair", WEAK_PAIRS, ids=lambda pair: pair.new)
def test_what_the_judge_cannot_read_as_one_slot_becomes_two_memories_and_loses_none(pair: ClaimPair) -> None:
    assert relation(pair) in ("unrelated", "refines")


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.new} | {pair.known}")
def test_whether_two_statements_have_to_do_with_each_other_does_not_depend_on_which_came_first(pair: ClaimPair) -> None:
    turned = ClaimPair(pair.known_about, pair.known, pair.about, pair.new, pair.relation)
    assert (relation(pair) == "unrelated") == (relation(turned) == "unrelated") or _is_one_way(pair)


def _is_one_way(pair: ClaimPair) -> bool:
    """An end that is announced speaks of what was; what was does not speak of its end."""
    claims = (read_claim(pair.about, pair.new), read_claim(pair.known_about, pair.known))
    return any(claim.ended or claim.changed for claim in claims)


@given(st.sampled_from(TEXTS), st.sampled_from(["Theo", "Gate", "Household"]))
def test_a_statement_is_the_same_as_itself(text: str, about: str) -> None:
    claim = read_claim(about, text)
    assert compare(claim, claim) == "same"
    assert not differs(claim, claim)
    assert loses_nothing(claim, claim)


@settings(max_examples=200)
@given(st.sampled_from(PAIRS))
def test_what_differs_in_numbers_dates_people_or_polarity_is_never_the_same(pair: ClaimPair) -> None:
    new, known = read_claim(pair.about, pair.new), read_claim(pair.known_about, pair.known)
    if differs(new, known):
        assert compare(new, known) != "same"


@given(st.integers(0, 9999), st.integers(0, 9999))
def test_two_codes_are_the_same_only_when_they_are_equal(first: int, second: int) -> None:
    new, known = (read_claim("Gate", f"The gate code is {code:04d}.") for code in (first, second))
    assert compare(new, known) == ("same" if first == second else "updates")


@given(st.text(max_size=80), st.text(max_size=80))
@settings(max_examples=300)
def test_no_text_breaks_the_reader(first: str, second: str) -> None:
    assert compare(read_claim("x", first), read_claim("x", second)) in RELATIONS


@pytest.mark.parametrize(
    ("new", "known"),
    [
        ("Nora's teacher moved to Leeds.", "Nora plays piano."),
        ("Marcus's brother lives in Tucson.", "Marcus lives in Berlin."),
        ("Theo likes peanut butter.", "Theo is allergic to peanuts."),
        ("The garage code is 1122.", "Juniper's bedtime is 8."),
    ],
)
def test_another_subject_or_another_slot_can_never_be_superseded(new: str, known: str) -> None:
    assert slots_apart(read_claim("", new), read_claim("", known))


@pytest.mark.parametrize(
    ("new", "known"),
    [
        ("The gate code is 4804.", "The gate code is 2604."),
        ("Nora can't stand ramen.", "Nora loves ramen."),
        ("Nora doesn't play piano any more.", "Nora plays piano."),
        ("Swim for Juniper moved, it's Fridays at 4.", "Juniper's swim practice is Mondays at 4:30."),
    ],
)
def test_the_same_subject_and_slot_can_be_superseded(new: str, known: str) -> None:
    assert not slots_apart(read_claim("", new), read_claim("", known))


def test_what_is_left_out_is_lost() -> None:
    known = read_claim("Theo", "Theo is allergic to peanuts and tree nuts.")
    assert not loses_nothing(read_claim("Theo", "Theo is severely allergic to peanuts."), known)
    assert loses_nothing(read_claim("Theo", "Theo is severely allergic to peanuts and tree nuts."), known)


def test_a_value_that_only_the_body_states_counts() -> None:
    new = read_claim("Gate", "The gate has a code.", "The gate code is 4804.")
    known = read_claim("Gate", "The gate has a code.", "The gate code is 2604.")
    assert differs(new, known)


@pytest.mark.parametrize("people", [("Marcus",), ()], ids=["people", "about"])
def test_the_first_person_is_whoever_the_claim_is_about(people: tuple[str, ...]) -> None:
    about = "Medicine" if people else "Marcus"
    claim = read_claim(about, "I take lisinopril at 7.", people=people)
    assert claim.subject == read_claim("Marcus", "Marcus takes lisinopril at 7.").subject


def test_a_claim_says_its_subject_slot_and_polarity() -> None:
    claim = read_claim("Theo", "Theo is not allergic to peanuts.")
    assert (claim.subject, claim.slot, claim.negative) == (frozenset({"theo"}), ("allergy", "peanut"), True)
