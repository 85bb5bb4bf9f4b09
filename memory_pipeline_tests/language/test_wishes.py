"""What makes words binding."""

from __future__ import annotations

import pytest

from memory_pipeline.language.wishes import is_binding, states_limit


@pytest.mark.parametrize(
    "text",
    [
        "Please check with me before anything goes to the team chat",
        "call me Dani, everybody does",
        "always ask me before you order anything, i got burned by the last app",
        "I want to see the draft and say yes first",
        "You can say Lena to me, it is more easy",
        "please never book something without to ask me before",
        "I must always look first if Matthias works",
        "nothing goes into that soccer chat without my ok",
        "just say Pri for me",
        "Now one rule, always ask me before you pay anything",
        "you never write there before I have seen the text",
        "Never text the school group without showing me.",
        "Use that for dinners",
        "after 20:00 please only messages, no calls",
        "show me first like always",
        "don't book, just list",
        "from now on I fetch Mila on Fridays",
        "could you always ask me first?",
        "can you remind me about my pill in the mornings?",
        "so nothing with egg",
        "put a note in whenever you add something",
    ],
)
def test_an_imperative_or_a_standing_wish_binds(text: str) -> None:
    assert is_binding(text)


@pytest.mark.parametrize(
    "text",
    [
        "Theo likes trains",
        "June hates coconut",
        "no thanks, we like going to the market",
        "practice is Tuesdays at 5 at Alder Field",
        "can you find a bakery?",
        "the coach said always bring water",
        "She wants you to always cc her",
        "I take lisinopril at 7 every day",
        "my mom is staying with us until Sunday",
        "he is like this only",
        "no idea",
        "ok",
        "yes",
        "",
    ],
)
def test_a_statement_a_request_for_one_service_and_a_relayed_rule_do_not(text: str) -> None:
    assert not is_binding(text)


@pytest.mark.parametrize(
    "text",
    [
        "Theo is allergic to peanuts",
        "amma doesnt eat brinjal",
        "doc put me on low sodium in october",
        "Matthias eats vegetarian",
        "chintu can't have cashew",
        "I'm gluten free",
        "he takes metformin after breakfast",
        "peanuts are off limits in our house",
        "I fast on Mondays",
        "her son gets sick from milk",
    ],
)
def test_an_allergy_a_diet_a_medicine_is_a_limit(text: str) -> None:
    assert states_limit(text)


@pytest.mark.parametrize(
    "text", ["Theo loves trains", "I can't stand that detergent", "we can't come", "breakfast is at 8"]
)
def test_a_taste_is_no_limit(text: str) -> None:
    assert not states_limit(text)
