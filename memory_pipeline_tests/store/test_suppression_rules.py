"""What a rule holds back, and what it does not (contract sections 5 and 15, *Forgetting*)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.entity import Entity
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import Memory, body_of
from memory_pipeline.model.suppression import Suppression, SuppressionScope
from memory_pipeline.store.suppression_rules import SuppressionRules

NOW = datetime(2026, 9, 1, tzinfo=UTC)
JUNIPER = Entity(id=derived_ulid(NOW, "juniper"), kind="person", names=("Juniper",), aliases=("June",))
OSKAR = Entity(id=derived_ulid(NOW, "oskar"), kind="person", names=("Oskar",))
ENTITIES = {entity.id: entity for entity in (JUNIPER, OSKAR)}


def rule(scope: SuppressionScope, value: str, *texts: str, lifted: bool = False) -> Suppression:
    return Suppression(
        id=derived_ulid(NOW, scope, value, *texts), scope=scope, value=value, texts=texts, made_at=NOW,
        lifted_at=NOW if lifted else None,
    )  # fmt: skip


def memory(about: str, text: str, **fields: object) -> Memory:
    base = Memory(
        id=derived_ulid(NOW, about, text), type="fact", about=about, summary=text, when_to_use="", formed_at=NOW,
        last_reinforced_at=NOW, body=body_of(text),
    )  # fmt: skip
    return replace(base, **fields)  # type: ignore[arg-type]


def holds(rules: list[Suppression], about: str, text: str, **fields: object) -> bool:
    return SuppressionRules(rules, ENTITIES).match(memory(about, text, **fields)) is not None


@pytest.mark.parametrize(
    ("about", "forgotten", "text"),
    [
        ("Theo", "Theo likes peanut butter.", "Theo likes peanut butter."),
        ("Theo", "Theo likes peanut butter.", "Theo loves peanut butter"),
        ("Theo", "Theo is allergic to peanuts.", "Theo has a peanut allergy."),
        ("Theo", "Theo is allergic to peanuts.", "Theo can't have peanuts."),
        ("Theo", "Theo is allergic to peanuts.", "Theo is allergic to peanuts and cashews."),
        ("Gate", "The gate code is 2604.", "Gate code: 2604"),
        ("Matthias", "Matthias is vegetarian.", "Matthias eats no meat."),
        ("Juniper", "Juniper hates coconut.", "June can't stand coconut."),
        ("Marcus", "I take lisinopril at 7 every day.", "Marcus takes lisinopril at 7 every day."),
    ],
)
def test_a_claim_rule_holds_what_says_the_same_or_more(about: str, forgotten: str, text: str) -> None:
    assert holds([rule("claim", about, forgotten)], about, text)


@pytest.mark.parametrize(
    ("about", "forgotten", "text"),
    [
        ("Theo", "Theo likes peanut butter.", "Theo is allergic to peanuts."),
        ("Theo", "Theo likes peanut butter.", "Theo does not like peanut butter."),
        ("Theo", "Theo can't have peanuts.", "Theo is allergic to peanuts."),
        ("Theo", "Theo is allergic to peanuts.", "Theo is not allergic to peanuts."),
        ("Theo", "Theo is allergic to peanuts.", "Theo is allergic to eggs."),
        ("Gate", "The gate code is 2604.", "The gate code is 4804."),
        ("Juniper", "Juniper hates coconut.", "Theo hates coconut."),
        ("Nora", "Nora plays piano.", "Nora's teacher moved to Leeds."),
        ("Dana", "I'm allergic to shellfish.", "Marcus is allergic to shellfish."),
    ],
)
def test_another_value_the_negation_or_another_slot_is_a_new_claim(about: str, forgotten: str, text: str) -> None:
    assert not holds([rule("claim", about, forgotten)], text.split()[0], text)


def test_every_text_of_the_lineage_is_held() -> None:
    rules = [rule("claim", "Gate", "The gate code is 2604.", "The gate code is 4804.")]
    assert holds(rules, "Gate", "gate code 2604")
    assert holds(rules, "Gate", "gate code 4804")
    assert not holds(rules, "Gate", "gate code 1111")


def test_the_body_is_held_as_well_as_the_summary() -> None:
    rules = [rule("claim", "Theo", "Theo likes peanut butter.")]
    assert holds(rules, "Theo", "A snack for Theo.", body=body_of("Theo likes peanut butter."))


def test_a_memory_of_the_rule_is_held_whatever_its_text() -> None:
    old = memory("Gate", "some old words")
    rules = [replace(rule("claim", "Gate", "The gate code is 2604."), memories=(old.id,))]
    assert SuppressionRules(rules, ENTITIES).match(old) == rules[0]


@pytest.mark.parametrize(
    ("about", "text", "applies_to", "held"),
    [
        ("Birthday", "The party is on Friday.", (OSKAR.id,), True),
        ("Birthday", "The party is on Friday.", ("Oskar",), True),
        ("Oskar", "He comes on Friday.", (), True),
        ("Birthday", "Oskar comes on Friday.", (), True),
        ("Birthday", "Oskars come on Friday.", (), False),
        ("Birthday", "The party is on Friday.", (JUNIPER.id,), False),
    ],
)
def test_an_entity_rule_holds_what_applies_to_it_or_names_it(
    about: str, text: str, applies_to: tuple[str, ...], held: bool
) -> None:
    assert holds([rule("entity", OSKAR.id)], about, text, applies_to=applies_to) == held


@pytest.mark.parametrize(
    ("about", "held"), [("Soccer team group chat", True), ("soccer team group chats", True), ("Soccer team", False)]
)
def test_an_about_rule_holds_its_subject_line(about: str, held: bool) -> None:
    assert holds([rule("about", "Soccer team group chat")], about, "Anything.") == held


def test_a_topic_rule_holds_its_topic() -> None:
    assert holds([rule("topic", "food")], "Dinner", "Tuesday is taco night.")
    assert not holds([rule("topic", "food")], "Gate code", "The gate code is 2604.")


@pytest.mark.parametrize("scope", ["claim", "about", "entity", "topic"])
def test_a_lifted_rule_holds_nothing(scope: SuppressionScope) -> None:
    value = {"claim": "Oskar", "about": "Oskar", "entity": OSKAR.id, "topic": "people"}[scope]
    lifted = rule(scope, value, "Oskar likes ramen.", lifted=True)
    assert not holds([lifted], "Oskar", "Oskar likes ramen.")
    assert holds([replace(lifted, lifted_at=None)], "Oskar", "Oskar likes ramen.", type="relationship")


def test_the_first_rule_by_id_is_named() -> None:
    rules = sorted((rule("claim", "Oskar", "Oskar likes ramen."), rule("entity", OSKAR.id)), key=lambda rule: rule.id)
    found = SuppressionRules(reversed(rules), ENTITIES).match(memory("Oskar", "Oskar likes ramen."))
    assert found == rules[0]


def test_a_candidate_is_asked_like_a_memory() -> None:
    candidate = Candidate(
        type="fact",
        about="Theo",
        summary="Theo loves peanut butter.",
        body="he loves peanut butter",
        when_to_use="",
        evidence=(),
    )
    assert SuppressionRules([rule("claim", "Theo", "Theo likes peanut butter.")], {}).match(candidate) is not None


def test_without_rules_nothing_is_held() -> None:
    assert not holds([], "Theo", "Theo likes ramen.")


@pytest.mark.parametrize(
    "text",
    [
        "Lejla swims on Fridays and she smokes on the balcony.",
        "Lejla smokes on the balcony; she swims on Fridays.",
        "Lejla swims on Fridays. She smokes on the balcony.",
    ],
)
def test_a_forgotten_claim_does_not_come_back_in_the_company_of_another(text: str) -> None:
    assert holds([rule("claim", "Lejla", "Lejla smokes on the balcony.")], "Lejla", text)
    assert not holds([rule("claim", "Lejla", "Lejla smokes on the balcony.")], "Lejla", "Lejla swims on Fridays.")


def test_what_is_forgotten_is_named_for_a_judge_only_by_rules_in_force() -> None:
    about = rule("about", "Theo")
    claim = replace(rule("claim", "Theo", "Theo likes tea."), memories=("one", "two"))
    lifted = replace(rule("claim", "Nora", "Nora likes tea.", lifted=True), memories=("three",))
    found = SuppressionRules([replace(about, memories=("four",)), claim, lifted], ENTITIES).forgotten()
    assert dict(found) == {"one": claim, "two": claim}
