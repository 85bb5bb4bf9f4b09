"""Numbers, dates, people and polarity never merge, nor do words that turn a claim round (contract section 5)."""

from __future__ import annotations

from itertools import permutations

import pytest

from memory_pipeline.language.claims import compare, differs, read_claim
from memory_pipeline_tests.language.contrasting_claims import (
    BEING,
    CONTRASTS,
    DENIALS,
    NOT_BEING,
    OF_SOMEBODY,
    PEOPLE,
    PLAINLY,
    TAKEN_BACK,
)


def relation(new: str, known: str, about: str = "Family", about_new: str | None = None) -> str:
    return compare(read_claim(about_new or about, new, new), read_claim(about, known, known))


def merged(sentence: str, values: list[list[str]]) -> list[tuple[str, str]]:
    """Pairs of values of different groups whose sentences are called the same."""
    pairs = [(one, other) for ours, theirs in permutations(values, 2) for one in ours for other in theirs]
    return [
        (known, new)
        for known, new in pairs
        if relation(sentence.format(new), sentence.format(known), "Otis") in ("same", "refines")
    ]


@pytest.mark.parametrize(("sentence", "values"), CONTRASTS, ids=[f"{text} {values}" for text, values in CONTRASTS])
def test_no_two_values_of_one_place_are_the_same_claim(sentence: str, values: str) -> None:
    assert merged(sentence, [[way.strip() for way in group.split("=")] for group in values.split("|")]) == []


@pytest.mark.parametrize("sentence", OF_SOMEBODY)
@pytest.mark.parametrize("about", ["Family", None])
def test_what_is_said_of_one_person_is_not_said_of_another(sentence: str, about: str | None) -> None:
    found = [
        (known, new)
        for known, new in permutations(PEOPLE, 2)
        if relation(sentence.format(new), sentence.format(known), about or known, about or new) in ("same", "refines")
    ]
    assert found == []


@pytest.mark.parametrize("row", TAKEN_BACK, ids=[row.split(" | ")[0] for row in TAKEN_BACK])
def test_a_claim_and_what_takes_it_back_never_reinforce_one_another(row: str) -> None:
    said, *taken_back = [f"Wren {predicate}." for predicate in row.split(" | ")]
    found = [
        (known, new)
        for other in taken_back
        for known, new in ((said, other), (other, said))
        if relation(new, known, "Wren") in ("same", "refines")
    ]
    assert found == []


DENIED = [
    *(
        (f"Wren {verb} {rest}.", f"Wren {way.format(verb, bare, rest)}.")
        for verb, bare, rest in PLAINLY
        for way in DENIALS
    ),
    *((f"Wren is {what}.", f"Wren {way.format(what)}.") for what in BEING for way in NOT_BEING),
]


@pytest.mark.parametrize(("said", "denied"), DENIED)
def test_a_claim_and_its_negation_are_never_the_same(said: str, denied: str) -> None:
    assert relation(denied, said, "Wren") not in ("same", "refines")
    assert relation(said, denied, "Wren") not in ("same", "refines")


@pytest.mark.parametrize(
    ("known", "new", "expected"),
    [
        ("The dog gets a tablet twice a day.", "The dog gets a tablet twice a week.", "updates"),
        ("Grandma visits on Sundays.", "Grandma visits every other Sunday.", "updates"),
        ("Zane takes sleeping tablets.", "Every night Zane takes a tablet for sleeping.", "refines"),
        ("Grandma visits once a week.", "Grandma visits on Sundays.", "refines"),
        ("The heating is on at night.", "The heating is off at night.", "updates"),
        ("Otis can swim.", "Otis must swim.", "unrelated"),
        ("Wren is older than Otis.", "Otis is older than Wren.", "unrelated"),
        ("The kids get sweets on Sundays.", "The kids get sweets only on Sundays.", "refines"),
        ("The kids get sweets only on Sundays.", "The kids get sweets on Sundays.", "same"),
        ("Ines drinks her coffee black.", "Ines drinks her coffee with oat milk.", "updates"),
        ("Ines drinks her coffee black.", "Ines takes her coffee with oat milk.", "updates"),
        ("Ines drinks her coffee.", "Ines drinks her coffee black.", "refines"),
        ("Ines likes her eggs scrambled.", "Ines likes her eggs boiled.", "updates"),
        ("Ines drinks green tea.", "Ines drinks her coffee with oat milk.", "unrelated"),
        ("Wren is in the choir.", "Wren has left the choir.", "updates"),
        ("Wren is in the choir.", "Wren was in the choir.", "unrelated"),
        ("Ines takes the tram to work.", "Ines drives to work now.", "updates"),
        ("Ines goes to work by bike.", "Ines cycles to work.", "same"),
        ("Wren plays the cello.", "Wren switched from the cello to the viola.", "updates"),
        ("The party is on October 3.", "The party was put off until October 10.", "updates"),
        ("Swimming is on Mondays and Thursdays.", "Swimming is on Thursdays.", "same"),
        ("Swimming is on Mondays and Thursdays.", "Swimming is on Thursdays now.", "updates"),
        ("The spare key is in the shed.", "The spare key is in the shed on the top shelf.", "refines"),
    ],
)
def test_what_differs_in_a_small_word_stands_as_the_contract_says(known: str, new: str, expected: str) -> None:
    assert relation(new, known, "Otis") == expected


def test_whatever_a_judge_says_a_clash_is_no_sameness() -> None:
    with_, without = (read_claim("Ines", f"Ines drinks coffee {word} milk.") for word in ("with", "without"))
    assert differs(with_, without)
    assert not differs(with_, with_)
