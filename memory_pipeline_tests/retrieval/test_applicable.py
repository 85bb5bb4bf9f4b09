"""Hard limits that apply to the task at hand, and those that do not."""

from __future__ import annotations

from typing import Any

import pytest

from memory_pipeline.retrieval.applicable import ApplicablePolicy, applicable, candidates, limits_among
from memory_pipeline.retrieval.search import Found
from memory_pipeline_tests.brief.samples import by_id, memory

POLICY = ApplicablePolicy()

LIMITS = {
    "peanuts": "Theo is allergic to peanuts.",
    "vegetarian": "Dana eats vegetarian.",
    "penicillin": "Marcus is allergic to penicillin.",
    "bees": "June is allergic to bee stings.",
    "cats": "Grandma is allergic to cats.",
    "screen": "No screens after seven in the evening.",
    "stairs": "Grandpa uses a wheelchair and cannot climb stairs.",
    "unknown": "Rohan is allergic to quinoline.",
}
FOOD = {"peanuts", "vegetarian", "unknown"}
ALLERGIES = {"peanuts", "penicillin", "bees", "cats", "unknown"}
TASKS = {
    "What should I cook for dinner tonight?": FOOD,
    "Can you order pizza for the kids?": FOOD,
    "suggest a snack for the soccer team": FOOD,
    "Plan Juniper's birthday party": FOOD | ALLERGIES,
    "Find a babysitter for Friday": ALLERGIES,
    "Help me organize a play date for Saturday": FOOD | ALLERGIES,
    "We're starving, where can we eat?": FOOD,
    "Find us a restaurant with a terrace": FOOD | {"stairs"},
    "Put together a grocery list": FOOD,
    "ideas for the lunchbox": FOOD,
    "Theo has a fever, what medicine can I give?": ALLERGIES,
    "Should we adopt a kitten?": {"cats"},
    "Which movie could we watch?": {"screen"},
    "Book a flight to Lisbon": {"stairs"},
    "Let's have a picnic in the park": {*FOOD, "bees"},
}
UNRELATED = (
    "hi there, thanks!",
    "When is soccer practice?",
    "When is June's birthday?",
    "Who was at the party?",
    "What is the gate code?",
    "explain photosynthesis to a ten year old",
    "Write a poem about autumn",
    "",
)


def limit(name: str, text: str, **fields: Any) -> Any:
    return memory(name, **{"type": "constraint", "strength": "hard", "summary": text, "body": text, **fields})


def chosen(message: str, similarity: float = 0.0) -> list[str]:
    limits = tuple(limit(name, text) for name, text in LIMITS.items())
    found = applicable(message, limits, {one.id: similarity for one in limits}, POLICY)
    return [one.about for one in found]


@pytest.mark.parametrize(("message", "names"), TASKS.items(), ids=list(TASKS))
def test_a_task_brings_the_limits_that_bear_on_it(message: str, names: set[str]) -> None:
    assert set(chosen(message)) == names


@pytest.mark.parametrize("message", UNRELATED)
def test_an_unrelated_message_brings_none(message: str) -> None:
    assert chosen(message) == []


def test_a_limit_that_is_very_like_the_message_applies_whatever_the_lists_say() -> None:
    assert len(chosen("quinoline", similarity=POLICY.same_matter)) == len(LIMITS)
    assert chosen("quinoline", similarity=POLICY.same_matter - 0.01) == []


def test_the_limit_that_shares_most_comes_first_then_the_nearest() -> None:
    limits = (limit("a", "Theo is allergic to peanuts."), limit("b", "Dana is allergic to eggs."))
    near = {limits[0].id: 0.1, limits[1].id: 0.3}
    assert [one.about for one in applicable("cook dinner", limits, near, POLICY)] == ["b", "a"]


@pytest.mark.parametrize(
    "fields",
    [{"strength": "soft"}, {"type": "fact"}, {"type": "directive"}, {"status": "dormant"}],
    ids=["soft", "a-fact", "a-directive-of-the-brief", "not-active"],
)
def test_only_active_hard_limits_have_a_place(fields: dict[str, Any]) -> None:
    assert limits_among(by_id([limit("peanuts", LIMITS["peanuts"], **fields)])) == ()


def test_a_hard_directive_that_no_brief_may_hold_has_a_place_too() -> None:
    rule = limit("screen", LIMITS["screen"], type="directive", sensitivity="minors")
    assert limits_among(by_id([rule])) == (rule,)


KINDS = {
    "Which fireworks show shall we see at midnight?": "Vojta has epilepsy; flashing lights give him a seizure.",
    "Invite the neighbours to the new flat": "Grandma walks with crutches.",
    "Dentist appointment at five or at nine?": "Grandpa is not allowed to drive after dark.",
    "Write to the coach about pickup": "The judge decided that Reece does not collect Otis.",
    "Who could carry the luggage?": "Maddie has a hernia.",
    "Is an induction hob worth it?": "Horst has a pacemaker.",
    "A day at the seaside with the kids": "Ari cannot swim.",
}


@pytest.mark.parametrize(("message", "text"), KINDS.items(), ids=list(KINDS))
def test_a_limit_of_each_kind_applies_to_a_request_that_never_names_it(message: str, text: str) -> None:
    one = limit("theirs", text)
    assert applicable(message, (one,), {one.id: 0.0}, POLICY) == (one,)


def test_a_limit_on_another_matter_is_a_candidate_only_where_it_is_near_in_meaning() -> None:
    far, near, applying = (limit(name, f"Theo is allergic to {name}.") for name in ("eggs", "nuts", "fish"))
    fact = limit("a fact", "Theo plays chess.", type="fact", strength="soft")
    found = [
        Found(far, POLICY.another_matter - 0.01),
        Found(near, POLICY.another_matter),
        Found(applying, 0.0),
        Found(fact, 0.0),
    ]
    assert candidates(found, (applying,), POLICY) == [near, applying, fact]
