"""At most 150 words: split or given up whole, never cut."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.memory_log.items import count_words
from memory_pipeline.memory_log.length import within_limit


def test_what_fits_stays_as_it_is() -> None:
    assert within_limit("John likes tea", 150, "John") == ("John likes tea",)


def test_a_long_text_becomes_items_of_whole_sentences() -> None:
    text = "John likes green tea in the morning. John drinks coffee after lunch. John sleeps without any tea"
    assert within_limit(text, 10, "John") == (
        "John likes green tea in the morning",
        "John drinks coffee after lunch",
        "John sleeps without any tea",
    )


def test_a_long_sentence_becomes_items_of_whole_clauses_with_their_subject() -> None:
    text = "John likes green tea in the morning, and he never drinks coffee after lunch"
    parts = within_limit(text, 8, "John")
    assert parts
    assert all(count_words(part) <= 8 for part in parts)
    assert parts[0] == "John likes green tea in the morning"


def test_one_clause_over_the_limit_is_given_up_and_not_cut() -> None:
    assert within_limit("John likes " + "very " * 200 + "green tea", 150, "John") == ()


@given(
    st.lists(
        st.sampled_from(["John likes tea", "John sleeps", "it rains in Oslo every day", "tea"]), min_size=1, max_size=40
    ),
    st.sampled_from([". ", ", and ", "; ", " "]),
)
def test_no_part_is_over_the_limit_or_holds_half_a_word(clauses: list[str], joint: str) -> None:
    text = joint.join(clauses)
    for part in within_limit(text, 12, "John"):
        assert count_words(part) <= 12
        assert {word.strip(".,;") for word in part.split()} <= {word.strip(".,;") for word in (*text.split(), "John")}
