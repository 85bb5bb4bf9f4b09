"""Recorded limits shape a search without telling the search engine about the family."""

from __future__ import annotations

import pytest

from memory_pipeline.brief.web_query import relevant, shape_query


@pytest.mark.parametrize(
    ("line", "query"),
    [
        ("Theo is allergic to peanuts and tree nuts.", "dinner recipes peanut-free tree-nut-free"),
        ("Dana can't eat gluten.", "dinner recipes gluten-free"),
        ("Dana can’t have shrimp or eggs, but milk is fine.", "dinner recipes shellfish-free egg-free"),
        ("Theo's peanut allergy is severe.", "dinner recipes peanut-free"),
        ("We are vegetarian; we keep kosher.", "dinner recipes vegetarian kosher"),
        ("Marcus is a coeliac.", "dinner recipes gluten-free"),
        ("No pork at home.", "dinner recipes without pork"),
        ("The family avoids dairy.", "dinner recipes dairy-free"),
        ("Only nut-free snacks for the class.", "dinner recipes nut-free"),
        ("Theo is not allergic to peanuts.", "dinner recipes"),
        ("Dana is no longer vegan.", "dinner recipes"),
        ("There is no milk left at home.", "dinner recipes"),
        ("Theo loves eggs and peanuts.", "dinner recipes"),
        ("Always call Dana first.", "dinner recipes"),
    ],
)
def test_a_diet_adds_its_terms_to_a_food_query(line: str, query: str) -> None:
    assert shape_query("dinner recipes", [line]) == query


def test_a_term_enters_once_and_not_where_the_query_names_it() -> None:
    lines = ["We are vegetarian.", "Theo is vegetarian.", "Dana avoids gluten."]
    assert shape_query("gluten-free pasta", lines) == "gluten-free pasta vegetarian"


def test_a_diet_does_not_shape_a_query_about_something_else() -> None:
    assert shape_query("train to Leeds", ["Theo is allergic to peanuts."]) == "train to Leeds"


def test_access_needs_shape_a_query_about_a_place() -> None:
    line = "Grandma uses a wheelchair."
    assert relevant(line, "hotel by the beach")
    assert shape_query("hotel by the beach", [line]) == "hotel by the beach wheelchair accessible"


def test_no_name_ever_enters_the_query() -> None:
    shaped = shape_query("lunch ideas", ["Juniper Alvarez is allergic to sesame, says Dr. Okafor."])
    assert shaped == "lunch ideas sesame-free"


@pytest.mark.parametrize(
    ("line", "query", "bears"),
    [
        ("Theo is vegan.", "dinner recipes", True),
        ("Window seats for Marcus.", "flight to Rome", False),
        ("We fly with one airline only.", "flight to Rome", True),
        ("Soccer practice is on Tuesdays.", "dinner recipes", False),
        ("Theo loves Legoland.", "legoland tickets", True),
    ],
)
def test_a_line_bears_on_a_query_by_topic_word_or_diet(line: str, query: str, bears: bool) -> None:
    assert relevant(line, query) is bears
