"""A claim and its quote agree on what is affirmed and what is denied."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.language.polarity import Sign, disputed_words, negated, signed_words

REVERSED = [
    ("Theo is allergic to peanuts", "Theo is not allergic to peanuts"),
    ("Theo is allergic to peanuts", "Theo isn't allergic to peanuts"),
    ("Theo is not allergic to peanuts", "Theo is allergic to peanuts"),
    ("Theo eats mushrooms", "Theo won't eat mushrooms"),
    ("June loves coconut", "June hates coconut"),
    ("We get Thai on Tuesdays", "we're not doing thai on tuesdays any more, tuesday is taco night now"),
    ("Handball is on Tuesday and Thursday", "It is not any more on Tuesday and Thursday, now it is on Wednesday"),
    ("Finn naps", "Finn doesn't nap any more, not at home either"),
    ("Peanuts are allowed", "peanuts are not allowed"),
    ("Amma eats brinjal", "amma doesnt eat brinjal so leave brinjal out"),
    ("There is a homework chart for Izzy", "No chart."),
    ("Tama likes eggs", "no nuts, eggs or milk"),
    ("The family is getting a dog", "we're NOT getting a dog"),
]
AGREEING = [
    ("Theo is allergic to peanuts", "nothing with nuts, Theo is allergic to peanuts"),
    ("Avoid peanuts for Theo", "Theo is allergic to peanuts"),
    ("Theo dislikes mushrooms", "Theo won't eat mushrooms"),
    ("Lukas hates tomatoes", "Lukas can not stand tomatoes, only as ketchup"),
    ("Ask before sending anything to the soccer chat", "nothing goes into that soccer chat without my ok"),
    ("Ask Jelena before booking", "please never book something without to ask me before"),
    ("Handball is on Wednesday", "It is not any more on Tuesday and Thursday, now it is on Wednesday"),
    ("Avoid eggs", "no nuts, eggs or milk"),
    ("Tama eats no gluten", "I'm gluten free since"),
    ("No peanuts in the house", "peanuts are off limits in our house"),
    ("There is no netball until March", "Netball's finished till March."),
    ("Remember the EpiPen", "don't forget the EpiPen"),
    ("Theo is allergic to tree nuts", "Theo is not allergic to peanuts but is allergic to tree nuts"),
    ("Always ask before ordering", "no, dont put anything in a cart. always ask me before you order anything"),
    ("The buddy drives us", "no my buddy drives us"),
]


@pytest.mark.parametrize(("claim", "quote"), REVERSED)
def test_a_reversal_is_disputed(claim: str, quote: str) -> None:
    assert disputed_words(claim, quote)


@pytest.mark.parametrize(("claim", "quote"), AGREEING)
def test_a_paraphrase_is_not_disputed(claim: str, quote: str) -> None:
    assert disputed_words(claim, quote) == ()


@pytest.mark.parametrize(
    "text", ["no eggs", "I don’t eat eggs", "he hates eggs", "never eggs", "dont book", "eggs are off limits"]
)
def test_a_denial_is_seen(text: str) -> None:
    assert negated(text)


@pytest.mark.parametrize(
    "text", ["eggs", "no problem", "don't forget eggs", "not only eggs", "I can't wait", "allergic to eggs", ""]
)
def test_an_idiom_denies_nothing(text: str) -> None:
    assert not negated(text)


def test_an_answer_of_no_turns_its_question_round() -> None:
    assert disputed_words("Theo likes figs", "Does Theo like figs", answer_denies=True)
    assert not disputed_words("Theo likes figs", "Does Theo like figs")
    assert not disputed_words("Theo doesn't like figs", "Does Theo like figs", answer_denies=True)


def test_words_after_a_negation_are_denied_and_words_before_it_open() -> None:
    signs = {word.stem: word.sign for word in signed_words("soccer is not on grass")}
    assert signs == {"soccer": Sign.OPEN, "grass": Sign.DENIED}


@given(st.text(max_size=80))
def test_no_text_disputes_itself(text: str) -> None:
    assert disputed_words(text, text) == ()


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Birdie is five.", "she's not a baby she's five Birdie"),
        ("Theo has the pen.", "Theo cannot have tree nuts at all walnuts any of it he has the pen and everything"),
        ("Ada walks to school.", "she doesn't take the bus any more she just walks to school"),
    ],
)
def test_without_punctuation_a_new_subject_ends_the_denial(claim: str, quote: str) -> None:
    assert disputed_words(claim, quote) == ()


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Theo is allergic to nuts.", "I don't think he's allergic to nuts"),
        ("Theo likes chicken.", "not sure he likes chicken"),
        ("Theo eats fish.", "Theo never eats fish he likes chicken"),
        ("Dana eats fish.", "there's nothing she eats less than fish"),
    ],
)
def test_a_denial_reaches_into_what_it_leads_into(claim: str, quote: str) -> None:
    assert disputed_words(claim, quote)
