"""Gates 5 and 6: no relative time; numbers, dates and names stand in the cited words or follow from the clock."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from memory_pipeline.language.dates import absolute
from memory_pipeline.model.family import Family
from memory_pipeline_tests.formation.talks import claim, gate_of, survivor, talk


@pytest.mark.parametrize("field", ["about", "summary", "body", "when_to_use"])
@pytest.mark.parametrize("phrase", ["next Friday", "tomorrow", "in two weeks", "last week", "tonight"])
def test_no_text_of_a_claim_keeps_a_relative_time(field: str, phrase: str) -> None:
    words = f"The recital is {phrase}"
    good = claim("The recital is on stage", words, about="Recital", body="The recital")

    assert gate_of(talk(words), replace(good, **{field: f"Recital {phrase}"})) == "absolute_time"


def test_a_weekday_may_name_a_thing_in_the_subject_line_and_nowhere_else() -> None:
    words = "Sunday is always soup"
    good = claim("Sunday is always soup", words, about="Sunday soup", body=words)
    assert survivor(talk(words), good).about == "Sunday soup"
    for wrong in ({"about": "Sunday"}, {"when_to_use": "Plans for Sunday"}, {"about": "next Sunday's soup"}):
        assert gate_of(talk(words), replace(good, **wrong)) == "absolute_time"


@pytest.mark.parametrize(
    "absolute", ["2026-08-21", "Friday 2026-08-21", "August 21", "21 August 2026", "Friday, August 21, 2026"]
)
def test_a_resolved_day_grounds_its_absolute_form_in_the_usual_spellings(absolute: str) -> None:
    summary = f"The recital is on {absolute}"
    kept = survivor(
        talk("The recital is next Friday"), claim(summary, "The recital is next Friday", body=summary, about="Recital")
    )
    assert kept.summary == summary


@pytest.mark.parametrize("wrong", ["2026-08-14", "2026-08-20", "August 28", "2026-09-21"])
def test_another_day_than_the_one_said_is_dropped(wrong: str) -> None:
    summary = f"The recital is on {wrong}"
    lie = claim(summary, "The recital is next Friday", body=summary, about="Recital")
    # The day it was said on follows from the session's clock, and names the wrong day all the same.
    assert gate_of(talk("The recital is next Friday"), lie) in ("grounded", "absolute_time")


@pytest.mark.parametrize(
    ("words", "end"),
    [
        ("The recital is next Friday", date(2026, 8, 22)),
        ("Canyon Road is closed until the 17th", date(2026, 8, 17)),
        ("Grandma stays through Sunday", date(2026, 8, 17)),
        ("We have guests tonight", date(2026, 8, 15)),
    ],
)
def test_valid_until_is_the_day_that_the_rule_gives(words: str, end: date) -> None:

    body = absolute(words, date(2026, 8, 14))
    good = claim(body, words, body=body, about="Plans", valid_until=end)
    assert survivor(talk(words), good).valid_until == end
    for wrong in (date(2026, 8, 14), date(2026, 8, 13)):
        assert gate_of(talk(words), claim(body, words, body=body, about="Plans", valid_until=wrong)) == "absolute_time"
    invented = claim(body, words, body=body, about="Plans", valid_until=date(2027, 1, 1))
    assert gate_of(talk(words), invented) == "grounded"


def test_valid_until_without_any_date_in_the_words_is_invented() -> None:
    assert (
        gate_of(talk("Theo likes trains"), claim("Theo likes trains", about="Theo", valid_until=date(2026, 9, 1)))
        == "grounded"
    )


def test_the_day_is_the_familys_own() -> None:
    # 19:02 UTC on the 14th is already Saturday the 15th in Auckland.
    tide = Family(key="fam_tide", timezone="Pacific/Auckland")
    words = "The recital is tomorrow"
    good = claim("The recital is on 2026-08-16", words, body="The recital is on 2026-08-16", about="Recital")
    assert survivor(talk(words), good, tide)
    bad = claim(
        "The recital is on 2026-08-15",
        words,
        body="The recital is on 2026-08-15",
        about="Recital",
        valid_until=date(2026, 8, 15),
    )
    assert gate_of(talk(words), bad, tide) == "absolute_time"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("the gate code is 4471", "the gate code is 4471"),
        ("bedtime is half past seven", "bedtime is 7:30"),
        ("bedtime is 19:30", "bedtime is 7:30 pm"),
        ("practice is at 5", "practice is at 5:00"),
        ("we are five people", "we are 5 people"),
        ("her number is 555 0142", "her number is 555-0142"),
    ],
)
def test_a_number_passes_in_any_of_its_spellings(words: str, said: str) -> None:
    assert survivor(talk(words), claim(said, words, about="Numbers"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("the gate code is 4471", "the gate code is 4417"),
        ("bedtime is 7:30", "bedtime is 7:45"),
        ("bedtime is 7:30 pm", "bedtime is 7:30 am"),
        ("we are five people", "we are six people"),
        ("her number is 555-0142", "her number is 555-0143"),
        ("the code has changed", "the code has changed to 8820"),
        ("the code is 0123", "the code is 123"),
    ],
)
def test_another_number_is_dropped(words: str, said: str) -> None:
    assert gate_of(talk(words), claim(said, words, about="Numbers")) == "grounded"


def test_a_number_of_another_sentence_of_the_turn_does_not_pass() -> None:
    session = talk("Bedtime is 8 for June. The old one was 7:30.")
    lie = claim("Bedtime is 7:30 for June", "Bedtime is 8 for June", body="Bedtime is 8 for June", about="June")
    assert gate_of(session, lie) == "grounded"


@pytest.mark.parametrize(
    ("words", "said"), [("swim is Mondays", "Swim is on Tuesdays"), ("swim is on the 20th", "Swim is on Mondays")]
)
def test_another_weekday_is_dropped(words: str, said: str) -> None:
    assert gate_of(talk(words), claim(said, words, body="Swim", about="Swim")) == "grounded"


@pytest.mark.parametrize(
    ("words", "said"),
    [("swim is mon and wed", "Swim is on Mondays and Wednesdays"), ("swim every weekday", "Swim is Monday to Friday")],
)
def test_a_weekday_passes_in_any_of_its_spellings(words: str, said: str) -> None:
    assert survivor(talk(words), claim(said, words, about="Swim"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("I love tea", "Dana loves tea"),
        ("I love tea", "Dani loves tea"),
        ("June hates coconut", "Juniper hates coconut"),
        ("theo loves tea", "Theo loves tea"),
        ("he loves tea", "Theo loves tea"),
        ("coach is Renata Voss", "Coach is Renata Voss"),
        ("mail noor@x.example about tea", "Mail noor@x.example about tea"),
    ],
)
def test_a_name_passes_that_stands_there_or_is_called_there(words: str, said: str) -> None:
    assert survivor(talk(words), claim(said, words, about="Family"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Theo loves tea", "Marcus loves tea"),
        ("coach is Renata", "Coach is Renata Voss"),
        ("we love tea", "Theo loves tea"),
        ("he loves tea", "Barnaby loves tea"),
        ("we go to school", "We go to Thistle Hill school"),
        ("mail her about tea", "Mail noor@x.example about tea"),
    ],
)
def test_a_name_that_nobody_said_is_dropped(words: str, said: str) -> None:
    assert gate_of(talk(words), claim(said, words, about="Family")) == "grounded"


@pytest.mark.parametrize("field", ["about", "when_to_use", "body"])
def test_a_name_is_looked_for_in_every_text_of_the_claim(field: str) -> None:
    lie = claim("Theo loves tea", about="Theo")

    assert gate_of(talk("Theo loves tea"), replace(lie, **{field: "Barnaby loves tea"})) == "grounded"


def test_a_name_in_applies_to_is_looked_for_too() -> None:
    assert gate_of(talk("Theo loves tea"), claim("Theo loves tea", about="Theo", applies_to=("Marcus",))) == "grounded"


def test_a_pronoun_means_somebody_named_before_and_not_afterwards() -> None:
    said = claim("Barnaby loves tea", "he loves tea", turn=2, about="Barnaby")
    assert survivor(talk("Barnaby is our guest", "he loves tea"), said)

    early = replace(said, evidence=(replace(said.evidence[0], first=1, last=1),))
    assert gate_of(talk("he loves tea", "Barnaby is our guest"), early) == "grounded"


def test_a_relation_means_whom_the_speaker_called_so() -> None:
    session = talk("my husband Marcus is out", "my husband works nights")
    assert survivor(session, claim("Marcus works nights", "my husband works nights", turn=2, about="Marcus"))
    assert gate_of(session, claim("Theo works nights", "my husband works nights", turn=2, about="Theo")) in (
        "grounded",
        "undistorted",
    )


@pytest.mark.parametrize(
    "said",
    [
        "Dana is divorced",
        "Dana loves tea and is divorced",
        "Dana loves tea and works nights",
        "Dana collects antique clocks, motorbikes and tea",
        "Dana is allergic to tea",
    ],
)
def test_a_claim_that_says_other_things_than_its_words_is_dropped(said: str) -> None:
    assert gate_of(talk("I love tea"), claim(said, "I love tea")) in ("grounded", "undistorted")


def test_a_biography_hung_on_a_greeting_is_dropped() -> None:
    lie = claim("John Doe is a 30 year old engineer", "hi", turn=2, body="John Doe, 30, engineer")
    assert gate_of(talk(("assistant", "Welcome"), "hi"), lie) == "quote_stands"


def test_the_useful_line_may_point_back_to_the_day_that_the_summary_tells() -> None:
    words = "Ada sees Dr. Pell next Friday at 3:30"
    good = claim("Ada sees Dr. Pell on Friday 2026-08-21 at 3:30", words, about="Ada", body="Ada sees Dr. Pell at 3:30")
    assert survivor(talk(words), replace(good, when_to_use="Rides for Ada on that Friday"))
    for wrong in ("Rides for Ada on Friday", "Rides for Ada on that Monday"):
        assert gate_of(talk(words), replace(good, when_to_use=wrong)) == "absolute_time"


def test_what_is_written_short_is_the_same_word() -> None:
    words = "i make 17.25 an hr"
    assert survivor(talk(words), claim("Dana makes 17.25 an hour", words, about="Dana", body=words))
    assert gate_of(talk(words), claim("Dana makes 17.25 a week", words, about="Dana", body="17.25")) == "grounded"
