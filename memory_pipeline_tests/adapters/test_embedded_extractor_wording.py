"""How the embedded extractor words a claim: third person, agreeing verbs, a useful line, and no more than its share."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_pipeline.adapters.embedded_models.extraction.draft import Draft
from memory_pipeline.adapters.embedded_models.extraction.referents import people_in
from memory_pipeline.adapters.embedded_models.extraction.retelling import Cast, retell, retell_question
from memory_pipeline.adapters.embedded_models.extraction.speech import statements
from memory_pipeline.adapters.embedded_models.extraction.usefulness import when_to_use
from memory_pipeline.adapters.embedded_models.extractor import EmbeddedExtractor, EmbeddedLimits
from memory_pipeline.language.verbs import gerund, third_person
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.transcript import Session, Turn

DANA = Cast("Dana", "the family")
PEERS = Cast("Caroline", "Caroline and others", "Melanie")
AT = datetime(2026, 8, 14, 19, 0, tzinfo=UTC)
FAMILY = Family(key="f1", timezone="UTC", members=(Member(name="Caroline"), Member(name="Melanie")))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm allergic to peanuts", "Dana is allergic to peanuts"),
        ("I've been vegan since I was 12", "Dana has been vegan since Dana was 12"),
        ("I always wake up at 6 and go to the gym", "Dana always wakes up at 6 and goes to the gym"),
        ("I don't like cilantro", "Dana doesn't like cilantro"),
        ("I can't do mornings", "Dana can't do mornings"),
        ("we moved to Leeds", "The family moved to Leeds"),
        ("our dog is called Biscuit", "The family's dog is called Biscuit"),
        ("my husband and I go to church", "Dana's husband and Dana go to church"),
        ("I told my sister I'd help her", "Dana told Dana's sister Dana would help her"),
        ("I no longer eat meat", "Dana no longer eats meat"),
        ("I need some me-time", "Dana needs some me-time"),
        ("I’m late", "Dana is late"),
    ],
)
def test_first_person_becomes_the_speakers_name_and_verbs_agree(text: str, expected: str) -> None:
    assert retell(text, DANA) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I love your painting", "Caroline loves Melanie's painting"),
        ("something that makes you happy", "Something that makes Melanie happy"),
        ("the power you were talking about", "The power Melanie was talking about"),
        ("we went camping", "Caroline and others went camping"),
    ],
)
def test_between_two_people_you_is_the_other_one(text: str, expected: str) -> None:
    assert retell(text, PEERS) == expected


def test_a_question_is_retold_with_its_word_order() -> None:
    assert retell_question("What do you think of my vase?", PEERS) == "What does Melanie think of Caroline's vase?"


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("go", "goes"),
        ("try", "tries"),
        ("play", "plays"),
        ("watch", "watches"),
        ("went", "went"),
        ("can", "can"),
        ("have", "has"),
    ],
)
def test_the_third_person_changes_only_forms_that_change(form: str, expected: str) -> None:
    assert third_person(form) == expected


@pytest.mark.parametrize(
    ("verb", "expected"),
    [
        ("book", "booking"),
        ("make", "making"),
        ("plan", "planning"),
        ("reply", "replying"),
        ("send", "sending"),
        ("write", "writing"),
        ("tie", "tying"),
    ],
)
def test_a_gerund_is_spelled_as_its_verb_wants(verb: str, expected: str) -> None:
    assert gerund(verb) == expected


def test_people_are_found_by_relation_and_by_name_once_each() -> None:
    assert people_in("my sister Rosa and Theo") == ("my sister Rosa", "Theo")


@pytest.mark.parametrize(
    ("kind", "about", "summary", "expected"),
    [
        ("limit", "Mia", "Mia is allergic to nuts.", "Food, recipes, restaurants, groceries or snacks for Mia"),
        ("code", "Gate code", "The gate code is 2604.", "When someone needs gate code"),
        ("fact", "Sam", "Sam is tall.", "Questions about Sam"),
        ("directive:Any request to book", "Bookings", "Ask Dana first.", "Any request to book"),
    ],
)
def test_the_when_to_use_line_names_the_requests_a_claim_matters_for(
    kind: str, about: str, summary: str, expected: str
) -> None:
    assert when_to_use(kind, about, summary) == expected


def talk(*texts: str) -> Session:
    turns = tuple(
        Turn(number=number, role="user", speaker=("Caroline", "Melanie")[number % 2], at=AT, text=text)
        for number, text in enumerate(texts, 1)
    )
    return Session(id="s1", surface="import", started_at=AT, ended_at=AT, off_record=False, turns=turns)


def test_soft_facts_keep_to_their_share_of_the_turns_and_the_best_stay() -> None:
    chat = talk(*(f"I painted the house number {number} with my brush" for number in range(10)))
    generous = EmbeddedExtractor(EmbeddedLimits(peer_share=1.0)).extract(chat, FAMILY)
    sparing = EmbeddedExtractor(EmbeddedLimits(peer_share=0.3)).extract(chat, FAMILY)
    assert len(generous.candidates) == 10
    assert len(sparing.candidates) == 3
    assert set(sparing.candidates) <= set(generous.candidates)


def test_another_reader_of_turns_can_take_the_rules_place() -> None:
    only = Draft(type="fact", kind="fact", about="Melanie", summary="Melanie spoke.")
    extractor = EmbeddedExtractor(read=lambda turn, _family: [(turn[0], only)])
    assert [candidate.summary for candidate in extractor.extract(talk("hello there"), FAMILY).candidates] == [
        "Melanie spoke."
    ]


def test_a_statement_knows_its_exact_words_and_its_core() -> None:
    (first, second) = statements(talk("Hey, by the way, please remember that I moved. She did too."), FAMILY)
    assert first.words in first.turn.text and first.core == "I moved" and first.explicit
    assert second.words == "She did too"


def test_the_request_hash_changes_with_words_and_members_only() -> None:
    extractor = EmbeddedExtractor()
    chat = talk("hello")
    assert extractor.extract(chat, FAMILY).request_hash == extractor.extract(chat, FAMILY).request_hash
    assert extractor.extract(chat, FAMILY).request_hash != extractor.extract(talk("hello!"), FAMILY).request_hash
