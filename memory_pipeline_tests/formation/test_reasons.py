"""What a family and a data team read when a candidate was dropped: each reason says what, where, and no more."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date

import pytest

from memory_pipeline.formation.policy import FormationPolicy
from memory_pipeline.model.candidate import Candidate, Quote
from memory_pipeline.model.transcript import Session
from memory_pipeline_tests.formation.talks import POLICY, claim, formed, talk

TEA = claim("Dana loves tea", "I love tea", about="Tea")
LONG = "a very long statement that goes on and on without ever coming to any kind of end"


@dataclass(frozen=True)
class Dropped:
    """A candidate that a gate drops, and the words it does so with."""

    candidate: Candidate
    session: Session
    gate: str
    reason: str
    policy: FormationPolicy = field(default=POLICY)


def quoting(*quotes: tuple[int, int, str]) -> tuple[Quote, ...]:
    return tuple(Quote(first=first, last=last, text=text) for first, last, text in quotes)


DROPPED = [
    Dropped(replace(TEA, evidence=()), talk("I love tea"), "cited_turn_exists", "it cites no turn"),
    Dropped(
        replace(TEA, evidence=quoting((2, 3, "I love tea"))),
        talk("I love tea"),
        "cited_turn_exists",
        "turns 2-3 are cited, the session has turns 1-1",
    ),
    Dropped(
        claim("Dana loves figs", "I love figs"),
        talk("I love tea"),
        "quote_stands",
        "'I love figs' does not stand in turn 1",
    ),
    Dropped(
        claim("Dana loves figs", LONG, turn=1, last=2),
        talk("I love tea", "I love tea"),
        "quote_stands",
        f"{LONG[:60]!r} does not stand in turns 1-2",
    ),
    Dropped(
        claim("Dana is allergic to bees", "Yes, I am", turn=2, about="Dana"),
        talk(("assistant", "Are you allergic to bees?"), "Yes, I am"),
        "quote_stands",
        "'Yes, I am' says nothing without its question, which is not cited beside it",
    ),
    Dropped(
        replace(TEA, authority="system"),
        talk("I love tea"),
        "user_authored",
        "authority 'system' is never formed from a conversation",
    ),
    Dropped(
        TEA,
        talk(("assistant", "I love tea")),
        "user_authored",
        "its quote stands in turn 1, which the assistant wrote; a memory needs the user's own words",
    ),
    Dropped(
        TEA,
        talk("She wrote:\n> I love tea\nnice, no?"),
        "user_authored",
        "its quote stands in text that was pasted or quoted into turn 1, not in the user's own words",
    ),
    Dropped(
        TEA,
        talk(("Renata", "I love tea"), surface="household_chat"),
        "user_authored",
        "Renata is no member of the family",
    ),
    Dropped(
        claim("Dana's card PIN is 4711", "my card PIN is 4711"),
        talk("my card PIN is 4711"),
        "no_secret",
        "it gives a password, a login or a PIN away; such a thing is never kept",
    ),
    Dropped(
        replace(TEA, strength="hard"),
        talk("I love tea"),
        "hard_needs_imperative",
        "hard strength needs an imperative, a standing wish, or a limit of the household's own in the cited words",
    ),
    Dropped(
        replace(TEA, authority="user_explicit"),
        talk("I love tea"),
        "hard_needs_imperative",
        "explicit authority needs an imperative or a standing wish in the cited words",
    ),
    Dropped(
        claim("Dana is allergic to eggs", "I was allergic to eggs as a kid", type="constraint", strength="hard"),
        talk("I was allergic to eggs as a kid"),
        "hard_needs_imperative",
        "the cited words tell of a limit of the past, which is none today",
    ),
    Dropped(
        replace(TEA, body="I love tea since yesterday"),
        talk("I love tea since yesterday"),
        "absolute_time",
        "'yesterday' is relative to a day that the claim does not keep",
    ),
    Dropped(
        replace(TEA, valid_until=date(2026, 8, 14)),
        talk("I love tea"),
        "absolute_time",
        "valid_until 2026-08-14 is not after 2026-08-14, when it was said",
    ),
    Dropped(
        claim("Renata loves tea", "I love tea"),
        talk("I love tea"),
        "grounded",
        "'Renata' is named in the claim and not in the cited turns",
    ),
    Dropped(
        claim("Dana has 3 teapots", "I have teapots"),
        talk("I have teapots"),
        "grounded",
        "'3' is in the claim and not in the quoted words",
    ),
    Dropped(
        replace(TEA, valid_until=date(2026, 9, 1)),
        talk("I love tea"),
        "grounded",
        "valid_until 2026-09-01 does not follow from the cited words",
    ),
    Dropped(
        replace(TEA, summary="Dana collects stamps"),
        talk("I love tea"),
        "grounded",
        "'Dana collects stamps' says other things than the cited words",
    ),
    Dropped(
        claim("Dana loves tea", "I do not love tea"),
        talk("I do not love tea"),
        "undistorted",
        "the claim and its quote disagree on 'loves, tea': one of them denies it",
    ),
    Dropped(replace(TEA, about=" "), talk("I love tea"), "one_claim", "about is empty"),
    Dropped(replace(TEA, when_to_use=""), talk("I love tea"), "one_claim", "when_to_use is empty"),
    Dropped(
        TEA,
        talk("I love tea"),
        "one_claim",
        "summary has 14 characters, the cap is 13",
        FormationPolicy(summary_length=13, prompts=()),
    ),
    Dropped(replace(TEA, about="Tea\nand more"), talk("I love tea"), "one_claim", "about is more than one line"),
    Dropped(
        replace(TEA, body="I love tea\x07"),
        talk("I love tea"),
        "one_claim",
        "body holds a control character or half a character",
    ),
    Dropped(
        replace(TEA, when_to_use="when the user is thirsty"),
        talk("I love tea"),
        "one_claim",
        "when_to_use holds the placeholder 'the user'",
    ),
    Dropped(replace(TEA, summary="Dana loves tea..."), talk("I love tea"), "one_claim", "summary trails off"),
    Dropped(
        claim("Dana loves it", "I love it"),
        talk("I love it"),
        "one_claim",
        "the summary points at something that it does not name: 'Dana loves it'",
    ),
    Dropped(
        claim("Theo loves tea. Theo loves figs.", "Theo loves tea. Theo loves figs.", about="Theo"),
        talk("Theo loves tea. Theo loves figs."),
        "one_claim",
        "the summary makes more than one claim: 'Theo loves tea. Theo loves figs.'",
    ),
    Dropped(
        replace(TEA, confidence=0.41), talk("I love tea"), "confident", "confidence 0.41 is below 0.5 for user_stated"
    ),
    Dropped(replace(TEA, confidence=1.5), talk("I love tea"), "confident", "confidence 1.5 is not between 0 and 1"),
    Dropped(
        claim("Ottoline loves tea", "I love tea", about="Ottoline"),
        talk("I love tea"),
        "prompt_leak",
        "'Ottoline' stands in the extractor's prompt and not in the session",
        FormationPolicy(prompts=("my cousin Ottoline is six",)),
    ),
]


@pytest.mark.parametrize("dropped", DROPPED, ids=lambda dropped: f"{dropped.gate}: {dropped.reason[:50]}")
def test_a_reason_says_what_and_where(dropped: Dropped) -> None:
    outcome = formed(dropped.session, [dropped.candidate], policy=dropped.policy)
    assert [(one.gate, one.reason) for one in outcome.rejections] == [(dropped.gate, dropped.reason)]


@pytest.mark.parametrize(
    ("session", "gate", "reason"),
    [
        (talk("I love tea", off_record=True), "off_record", "the conversation was off the record"),
        (talk("I love tea", open_=True), "failed", "the session has not ended; it is formed once it has"),
    ],
)
def test_a_conversation_that_forms_nothing_says_why(session: Session, gate: str, reason: str) -> None:
    outcome = formed(session, [TEA])
    assert outcome.survivors == () and (gate, reason) in [(outcome.status, outcome.reason)]
