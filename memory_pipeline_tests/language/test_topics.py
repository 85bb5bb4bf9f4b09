"""A claim's topic follows from its type, its subject and the names it applies to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.language.topics import OTHER, TOPICS, topic, topics_in
from memory_pipeline.model.memory import MEMORY_TYPES, MemoryType


def test_the_list_is_closed_without_doubles_and_ends_with_other() -> None:
    assert 15 <= len(TOPICS) <= 20 and len(set(TOPICS)) == len(TOPICS) and TOPICS[-1] == OTHER


@pytest.mark.parametrize(
    ("about", "expected"),
    [
        ("Soccer team group chat", "activities"),
        ("Theo's peanut allergy", "health"),
        ("Juniper's allergies", "health"),
        ("School pickup", "school"),
        ("Math homework", "school"),
        ("Friday pizza night", "food"),
        ("Dog food", "pets"),
        ("Grandma’s birthday dinner", "celebrations"),
        ("Piano lessons", "activities"),
        ("Flight to Rome", "travel"),
        ("Rent payment", "money"),
        ("Dana's work schedule", "work"),
        ("Carpool", "transport"),
        ("Garage door code", "home"),
        ("Shoe sizes", "shopping"),
        ("Movies", "entertainment"),
        ("Email tone", "communication"),
        ("Bedtime", "routines"),
        ("Cousins", "people"),
        ("xyzzy", "other"),
        ("", "other"),
        ("餃子", "other"),
    ],
)
def test_the_subject_decides(about: str, expected: str) -> None:
    assert topic("fact", about, ()) == expected


def test_most_words_win_and_ties_go_to_the_earlier_topic() -> None:
    assert topic("fact", "soccer team lunch", ()) == "activities"
    assert topic("fact", "peanut allergy", ()) == topic("fact", "allergy peanut", ()) == "health"


def test_names_decide_where_the_subject_does_not() -> None:
    assert topic("preference", "Tuesdays", ("Riverside Soccer Club",)) == "activities"


@pytest.mark.parametrize(
    ("type", "about", "names", "expected"),
    [
        ("identity", "Dana", (), "people"),
        ("relationship", "Dana", (), "people"),
        ("preference", "Theo", ("theo",), "people"),
        ("preference", "Theo", ("Juniper",), "other"),
    ],
)
def test_a_claim_about_a_person_is_about_people(
    type: MemoryType, about: str, names: tuple[str, ...], expected: str
) -> None:
    assert topic(type, about, names) == expected


@given(st.sampled_from(MEMORY_TYPES), st.text(max_size=80), st.lists(st.text(max_size=20), max_size=4))
def test_every_claim_has_one_topic_of_the_list_whatever_the_order_of_its_names(
    type: MemoryType, about: str, names: list[str]
) -> None:
    assert topic(type, about, names) == topic(type, about, names[::-1])
    assert topic(type, about, names) in TOPICS


def test_a_text_may_touch_several_topics() -> None:
    assert topics_in("Vegetarian dinner at school") == {"food", "school"}
    assert topics_in("") == frozenset()
