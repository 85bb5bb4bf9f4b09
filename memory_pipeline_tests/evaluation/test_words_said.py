from __future__ import annotations

import pytest

from memory_pipeline.evaluation.words_said import says, says_all, unsaid


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Theo is ALLERGIC to peanuts", "allerg"),
        ("It’s Dana’s birthday", "dana's"),
        ("Practice is at 4 pm.", "4 pm"),
        ("The code is 2604.", "2604"),
        ("Zoë likes crème brûlée", "zoe"),
        ("a 10–12 week wait", "10-12"),
        ("pick up\n at school", "pick up at school"),
        ("He doesn’t smoke", "n't smoke"),
    ],
)
def test_a_phrase_is_said_whatever_its_case_accents_and_quotes(text: str, phrase: str) -> None:
    assert says(text, phrase)


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Practice is at 14 pm", "4 pm"),
        ("The code is 26048", "2604"),
        ("It costs 12.50", "12"),
        ("at 5:30", "5"),
        ("a nonallergic dog", "allerg"),
        ("Dan called", "Dana"),
    ],
)
def test_part_of_a_number_or_the_end_of_a_word_says_nothing(text: str, phrase: str) -> None:
    assert not says(text, phrase)


def test_each_group_needs_one_of_its_phrases() -> None:
    assert says_all("Mia starts at Lincoln", [["Mia", "daughter"], ["Lincoln"]])
    assert not says_all("Mia starts school", [["Mia", "daughter"], ["Lincoln"]])
    assert unsaid("Mia starts school", [["Mia"], ["Lincoln", "Lincoln Elementary"]]) == ["Lincoln | Lincoln Elementary"]
