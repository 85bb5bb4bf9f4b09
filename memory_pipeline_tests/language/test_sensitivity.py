"""What is tagged stays out of the brief; a child's name, relation and likes do not need a tag (contract section 15)."""

from __future__ import annotations

import pytest

from memory_pipeline.language.sensitivity import sensitivity
from memory_pipeline.model.family import Family, Member

FAMILY = Family(
    key="f1",
    timezone="UTC",
    members=(Member(name="Dana"), Member(name="Sam"), Member(name="Leo", kind="child", aliases=("Bug",))),
)


@pytest.mark.parametrize(
    ("text", "about", "expected"),
    [
        pytest.param("Leo goes to Lincoln Elementary.", "Leo", "minors", id="a child's school"),
        pytest.param(
            "Leo has soccer at Riverside Park on Saturdays at 9am.", "Leo", "minors", id="a child's whereabouts"
        ),
        pytest.param("Dana picks Leo up at 3.", "Dana", "minors", id="who fetches a child"),
        pytest.param("Leo is allergic to peanuts.", "Leo", "minors", id="a child's health"),
        pytest.param("Bug had a meltdown at bedtime.", "Leo", "minors", id="a child's behaviour, by alias"),
        pytest.param(
            "Dana's daughter's phone number is 555-0101.", "Dana's daughter", "minors", id="a child's contact"
        ),
        pytest.param("The spare code for daycare pick-up is 44.", "Daycare", "minors", id="a place only children go"),
        pytest.param("Leo is Dana's son.", "Leo", "normal", id="a child's relation"),
        pytest.param("Call Leo Bug.", "Leo's form of address", "normal", id="a child's form of address"),
        pytest.param("Leo loves dinosaurs.", "Leo", "normal", id="a child's likes"),
        pytest.param("Dana is allergic to peanuts.", "Dana", "health", id="an adult's allergy"),
        pytest.param("Sam takes 10 mg of cetirizine.", "Sam", "health", id="medicine by its dose"),
        pytest.param("The family's mortgage is with Chase.", "Mortgage", "finances", id="a loan"),
        pytest.param("Dana earns $90k a year.", "Dana", "finances", id="an income"),
        pytest.param("Dana is a teacher at Lincoln Elementary.", "Dana", "normal", id="an adult who works at a school"),
        pytest.param("The family is vegetarian.", "Family", "normal", id="a diet is no illness"),
        pytest.param("Always ask Dana before booking.", "Bookings", "normal", id="an instruction"),
    ],
)
def test_the_tag_follows_the_matter_and_the_person(text: str, about: str, expected: str) -> None:
    assert sensitivity(text, about, FAMILY) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dana takes lisinopril at 9.", "health"),
        ("Dana takes atorvastatin and the BP tablet at night.", "health"),
        ("Dana is on low sodium.", "health"),
        ("The tablet goes off at 9.", "normal"),
        ("Dana bought a new tablet.", "normal"),
    ],
)
def test_a_medicine_by_its_name_is_health_and_a_device_is_not(text: str, expected: str) -> None:
    assert sensitivity(text, "Dana", FAMILY) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dana earns 64,000 pounds a year", "finances"),
        ("Dana makes 4000 dollars a month", "finances"),
        ("Dana is paid 31 an hour", "finances"),
        ("Dana earns a lot of praise", "normal"),
        ("Dana was allergic to wool as a kid", "health"),
        ("Dana's kid is allergic to wool", "minors"),
    ],
)
def test_earnings_are_finances_and_an_adults_childhood_is_no_childs(text: str, expected: str) -> None:
    assert sensitivity(text, "Dana", Family(key="f", timezone="UTC", members=(Member(name="Dana"),))) == expected
