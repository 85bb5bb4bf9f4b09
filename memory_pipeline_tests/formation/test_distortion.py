"""Gate 7: polarity, tense, modality and speaker of the claim agree with its quote."""

from __future__ import annotations

import pytest

from memory_pipeline_tests.formation.talks import claim, gate_of, survivor, talk


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Theo is not allergic to peanuts", "Theo is allergic to peanuts"),
        ("Theo isn’t allergic to peanuts", "Theo is allergic to peanuts"),
        ("Theo is allergic to peanuts", "Theo is not allergic to peanuts"),
        ("Theo won't eat mushrooms", "Theo eats mushrooms"),
        ("June hates coconut", "June loves coconut"),
        ("we're not doing thai on tuesdays any more", "Thai is on Tuesdays"),
        ("soccer is not on Tuesdays, now it is on Fridays", "Soccer is on Tuesdays"),
        ("never order without asking", "Never order"),
        ("we're NOT getting a dog", "The family is getting a dog"),
    ],
)
def test_a_claim_that_turns_a_denial_round_is_dropped(words: str, said: str) -> None:
    assert gate_of(talk(words), claim(said, words, about="Family")) == "undistorted"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Theo won't eat mushrooms", "Theo dislikes mushrooms"),
        ("nothing with nuts, Theo is allergic to peanuts", "Theo is allergic to peanuts"),
        ("nothing goes into that soccer chat without my ok", "Ask before anything goes into the soccer chat"),
        ("soccer is not on Tuesdays, now it is on Fridays", "Soccer is on Fridays"),
        ("no my sister drives us", "Dana's sister drives the family"),
        ("don't forget the EpiPen", "Remember the EpiPen"),
    ],
)
def test_a_paraphrase_that_keeps_the_sense_survives(words: str, said: str) -> None:
    assert survivor(talk(words), claim(said, words, about="Family"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("what is Theo's schedule?", "Theo has a schedule"),
        ("does Theo like figs?", "Theo likes figs"),
        ("Theo likes figs, right?", "Theo likes figs"),
        ("is it Fridays or Mondays for swim?", "Swim is on Fridays"),
        ("I might switch to oat milk", "Dana switches to oat milk"),
        ("maybe we go to Coorg", "The family goes to Coorg"),
        ("I think chess is at 11", "Chess is at 11"),
        ("we used to love ramen", "The family loves ramen"),
        ("Theo was allergic to milk", "Theo is allergic to milk"),
        ("when I was a kid I was allergic to eggs", "Dana is allergic to eggs"),
        ("I worked at Acme", "Dana works at Acme"),
        ("if we ever got a dog it would have to be a poodle", "The dog is a poodle"),
        ("if we win lotto we're moving to the islands", "The family is moving to the islands"),
        ("if I'm late text Noor", "Text Noor"),
        ("Theo says he is allergic to broccoli lol", "Theo is allergic to broccoli"),
        ("I am selling Theo. Just kidding.", "Dana is selling Theo"),
        ("gonna list the kids for sale online 😂", "The kids are for sale online"),
        ("June wants a tortoise", "June has a tortoise"),
    ],
)
def test_a_claim_that_states_plainly_what_was_not_stated_so_is_dropped(words: str, said: str) -> None:
    quote = words.removesuffix(" Just kidding.").rstrip(".")
    assert gate_of(talk(words), claim(said, quote, body=said, about="Family")) == "undistorted"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("I might switch to oat milk", "Dana might switch to oat milk"),
        ("we used to love ramen", "The family used to love ramen"),
        ("if I'm late text Noor", "Text Noor if Dana is late"),
        ("can you always ask me first?", "Always ask Dana first"),
        ("Theo is used to early mornings", "Theo is used to early mornings"),
        ("I would like a window seat", "Dana would like a window seat"),
        ("Juniper doesn't nap any more", "Juniper no longer naps"),
        ("Theo loves trains lol", "Theo loves trains"),
        ("June wants a tortoise", "June wants a tortoise"),
    ],
)
def test_a_claim_that_keeps_how_it_was_meant_survives(words: str, said: str) -> None:
    assert survivor(talk(words), claim(said, words, about="Family"))


def test_a_claim_is_not_hedged_where_its_speaker_was_certain() -> None:
    assert (
        gate_of(
            talk("Theo is allergic to peanuts"),
            claim("Theo might be allergic to peanuts", "Theo is allergic to peanuts", about="Theo"),
        )
        == "undistorted"
    )


@pytest.mark.parametrize(
    ("words", "said", "about"),
    [
        ("my friend Theodor hates football, his dad signed him up", "Dana hates football", "Dana"),
        ("my friend is vegan", "Dana is vegan", "Dana"),
        ("Lise's kid is allergic to eggs", "Dana is allergic to eggs", "Dana"),
        ("my husband works nights", "Dana works nights", "Dana"),
        ("my friend Petra says her son gets sick from milk", "Theo gets sick from milk, he does", "Theo"),
        ("Theo hates peas. June loves them", "June hates peas", "Juniper"),
        ("I hate peas. Theo is out", "Theo hates peas", "Theo"),
        ("on Fridays I take her", "Marcus takes her on Fridays", "Marcus"),
    ],
)
def test_what_is_said_of_one_person_never_becomes_anothers(words: str, said: str, about: str) -> None:
    quote = words.split(". ")[0].split(",")[0]
    assert gate_of(talk(words), claim(said, quote, about=about)) in ("undistorted", "grounded")


@pytest.mark.parametrize(
    ("words", "said", "about"),
    [
        ("my friend Theodor hates football", "Dana's friend Theodor hates football", "Theodor"),
        ("the doctor put me on low sodium", "Dana is on low sodium", "Dana"),
        ("I take him to swim on Mondays", "Theo swims on Mondays", "Theo"),
        ("my birthday is May 5", "Dana's birthday is May 5", "Dana"),
        ("Dani doesn't like surprises", "Dana doesn't like surprises", "Dana"),
        ("my mom drives Theo on Fridays", "Dana's mom drives Theo on Fridays", "Theo"),
        ("I always do the Thursday pickup", "Dana does the Thursday pickup", "Dana"),
    ],
)
def test_a_claim_about_the_one_it_was_said_of_survives(words: str, said: str, about: str) -> None:
    assert survivor(talk(words), claim(said, words, about=about))
