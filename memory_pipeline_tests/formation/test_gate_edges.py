"""Where each gate turns: the smallest difference between a claim that passes and one that does not."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from memory_pipeline.formation.gates.answers import denies, needs_question
from memory_pipeline.formation.gates.confidence import within_cap
from memory_pipeline.formation.policy import FormationPolicy
from memory_pipeline.model.candidate import Candidate, Quote
from memory_pipeline.model.transcript import Session
from memory_pipeline_tests.formation.talks import claim, context, formed, gate_of, survivor, talk

TEA = claim("Dana loves tea", "I love tea", about="Tea")
RULE = claim("Never wake Theo", "never wake Theo", about="Theo", type="directive", strength="hard")


def reason_of(session: Session, candidate: Candidate, policy: FormationPolicy | None = None) -> str:
    outcome = formed(session, [candidate], **({} if policy is None else {"policy": policy}))
    return outcome.rejections[0].reason if outcome.rejections else ""


def cut(*candidates: Candidate, cap: int = 1) -> list[int]:
    """The positions that stay."""
    return sorted(within_cap(candidates, FormationPolicy(cap=cap, prompts=())))


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (replace(TEA, authority="inferred", strength="hard", confidence=1.0), replace(TEA, confidence=0.5)),
        (replace(TEA, confidence=1.0), replace(TEA, strength="hard", confidence=0.5)),
        (replace(TEA, confidence=0.7), replace(TEA, confidence=0.8)),
        (replace(TEA, type="relationship"), replace(TEA, type="identity")),
    ],
    ids=["authority first", "then strength", "then confidence", "then the type"],
)
def test_what_a_session_may_contribute_is_chosen_in_this_order(worse: Candidate, better: Candidate) -> None:
    assert cut(worse, better) == [1] and cut(better, worse) == [0]


def test_of_equals_the_first_stays_and_what_binds_is_never_cut() -> None:
    explicit = replace(TEA, authority="user_explicit")
    limit = replace(TEA, type="constraint", strength="hard")
    assert cut(TEA, TEA) == [0]
    assert cut(TEA, explicit, limit) == [1, 2]
    assert cut(TEA, explicit, cap=2) == [0, 1]
    assert cut(TEA, replace(TEA, type="constraint"), replace(RULE, confidence=0.1)) == [2]


@pytest.mark.parametrize(
    ("quote", "alone"),
    [
        ("yes", False),
        ("I don’t think so", False),
        ("that’s it", False),
        ("blue ones", False),
        ("at half past six", True),
        ("we’re vegan", True),
        ("ask first", True),
        ("ขอบคุณ", True),
    ],
)
def test_a_quote_stands_for_itself_or_needs_its_question(quote: str, alone: bool) -> None:
    assert needs_question(quote) is not alone


@pytest.mark.parametrize(("quote", "no"), [("no thanks", True), ("Nope.", True), ("- never", True), ("not now", True),
                                           ("nobody", False), ("yes, not now", False)])  # fmt: skip
def test_an_answer_turns_its_question_down_with_its_first_word(quote: str, no: bool) -> None:
    assert denies(quote) is no


AGREED = ("assistant", "Shall we say 4 pm for it?")
PIECES = (
    Quote(first=1, last=1, text="Shall we say 4 pm for it"),
    Quote(first=2, last=2, text="soccer then, on Tuesdays"),
)
SOCCER = replace(
    claim("Soccer is at 4 pm on Tuesdays", about="Soccer"), body="soccer then, on Tuesdays", evidence=PIECES
)


def test_a_turn_of_context_beside_the_quote_is_kept_where_the_claim_needs_it() -> None:
    session = talk(AGREED, "soccer then, on Tuesdays")
    assert [(quote.first, quote.last) for quote in survivor(session, SOCCER).evidence] == [(1, 2)]
    assert gate_of(session, replace(SOCCER, evidence=PIECES[1:])) == "grounded"


def test_a_turn_of_context_that_is_not_right_before_the_quote_is_not_kept() -> None:
    session = talk(AGREED, "hm", "soccer then, on Tuesdays")
    apart = (PIECES[0], replace(PIECES[1], first=3, last=3))
    assert gate_of(session, replace(SOCCER, evidence=apart)) == "grounded"


def test_a_span_of_context_that_the_policy_does_not_allow_is_not_made() -> None:
    session = talk(AGREED, "soccer then, on Tuesdays")
    assert gate_of(session, SOCCER, policy=FormationPolicy(evidence_turns=1, prompts=())) == "grounded"


@pytest.mark.parametrize(
    ("text", "quote", "stored"),
    [
        ('I love tea like the coach said "drink it hot" yes', "love tea", "I love tea like the coach said"),
        ("I love tea   ", "love tea", "I love tea"),
        ("well; I love tea, really", "love tea", "I love tea, really"),
    ],
)
def test_a_stored_quote_runs_to_the_edges_of_its_clause_and_no_further(text: str, quote: str, stored: str) -> None:
    assert survivor(talk(text), replace(TEA, evidence=(Quote(first=1, last=1, text=quote),))).evidence[0].text == stored


@pytest.mark.parametrize(
    ("applies_to", "gate"),
    [
        (("Renata",), "grounded"),
        (("Shopping",), ""),
        (("Dana",), ""),
        (("the club of Renata",), "grounded"),
        (("tea",), ""),
    ],
)
def test_whom_a_claim_applies_to_is_named_in_what_it_cites(applies_to: tuple[str, ...], gate: str) -> None:
    assert gate_of(talk("I love tea"), replace(TEA, applies_to=applies_to)) == gate


def test_a_site_or_an_address_is_cited_or_refused() -> None:
    mailed = replace(TEA, body="I love tea from leaf@tea.example")
    assert reason_of(talk("I love tea"), mailed).startswith("'leaf@tea.example'")
    assert gate_of(talk("I love tea from leaf@tea.example"), mailed) == ""


def test_the_capital_that_opens_an_order_is_no_name() -> None:
    order = claim("Address Dana as Dani", "please always address me as Dani", type="directive", about="Dana")
    assert gate_of(talk("please always address me as Dani"), order) == ""


@pytest.mark.parametrize(
    ("strength", "gate"), [("soft", ""), ("hard", "grounded")], ids=["soft may name it", "hard may not"]
)
def test_what_only_a_tool_says_names_nothing_that_binds(strength: str, gate: str) -> None:
    session = talk(("tool:web_search", "Opening hours of Alder Field"), "always book that field for us")
    order = claim(
        "Book Alder Field for the family", "always book that field for us", turn=1, last=2, type="directive",
        about="Booking", strength=strength,
    )  # fmt: skip
    assert gate_of(session, order) == gate


def test_the_family_and_the_speaker_are_no_words_that_must_be_cited() -> None:
    assert gate_of(talk("tea for me please"), claim("Dana prefers tea", "tea for me please", about="Tea")) == ""


@pytest.mark.parametrize(
    ("summary", "gate"),
    [
        ("The family flies on 2026-12-19 and comes back on 2026-12-27", ""),
        ("The family flies on 2026-12-19 and comes back on 2026-12-28", "grounded"),
        ("The family flies from 2026-12-19 to 2026-12-24", "grounded"),
        ("The family flies on 2026-12-19", ""),
    ],
)
def test_a_day_of_a_claim_is_one_that_its_words_give(summary: str, gate: str) -> None:
    said = "we fly on December 19 and come back the 27th"
    body = "we fly on 2026-12-19 and come back on 2026-12-27"
    assert gate_of(talk(said), claim(summary, said, about="Family", body=body)) == gate


@pytest.mark.parametrize(
    ("summary", "gate"), [("Easter lunch is at Dana's", ""), ("Christmas lunch is at Dana's", "grounded")]
)
def test_a_feast_is_named_as_it_was(summary: str, gate: str) -> None:
    said = "Easter lunch is at my place"
    assert gate_of(talk(said), claim(summary, said, about="Lunch")) == gate


@pytest.mark.parametrize(
    ("summary", "about", "session", "gate"),
    [
        ("Dana hates football", "Dana", talk("my friend Renata hates football"), "undistorted"),
        ("Hates football", "Dana", talk("my friend Renata hates football"), "undistorted"),
        ("Dana's friend Renata hates football", "Renata", talk("my friend Renata hates football"), ""),
        ("Marcus hates football", "Marcus", talk("Marcus is here", "I hate football"), "grounded"),
    ],
)
def test_a_claim_is_about_whom_its_words_are_about(summary: str, about: str, session: Session, gate: str) -> None:
    last = len(session.turns)
    said = session.turns[-1].text
    assert gate_of(session, claim(summary, said, turn=last, about=about)) == gate


ALLERGIC = {"type": "constraint", "strength": "hard"}


@pytest.mark.parametrize(
    ("question", "answer", "gate"),
    [
        ("Are you allergic to bees?", "Yes", ""),
        ("Is the baby allergic to bees?", "Yes", ""),
        ("Is Theo allergic to bees?", "Yes", ""),
        ("Is Renata allergic to bees?", "Yes", "hard_needs_imperative"),
        ("Is your neighbor allergic to bees?", "Yes", "hard_needs_imperative"),
        ("Shall I note that about bees?", "Yes", "hard_needs_imperative"),
        ("Are you allergic to bees?", "No", "hard_needs_imperative"),
        ("Are you allergic to bees?", "maybe", "hard_needs_imperative"),
    ],
)
def test_a_limit_is_the_households_own_when_its_question_was_affirmed(question: str, answer: str, gate: str) -> None:
    session = talk(("assistant", question), answer)
    bees = claim("There is an allergy to bees", answer, turn=1, last=2, about="Bees", **ALLERGIC)
    found = gate_of(session, bees)
    assert found == gate if gate else found != "hard_needs_imperative"


@pytest.mark.parametrize(
    ("said", "hard"),
    [
        ("Renata’s sister is allergic to bees", False),
        ("my son is allergic to bees", True),
        ("my friend is allergic to bees", False),
        ("allergic to bees here", True),
    ],
)
def test_whose_limit_it_is_decides_whether_it_binds(said: str, hard: bool) -> None:
    bees = claim(said, said, about="Bees", **ALLERGIC)
    assert (gate_of(talk(said), bees) != "hard_needs_imperative") is hard


def test_a_body_may_have_lines_and_an_order_may_point() -> None:
    assert gate_of(talk("I love tea\nand lots of it"), replace(TEA, body="I love tea\nand lots of it")) == ""
    order = claim("Never repeat that", "never repeat that", about="Manners", type="directive", strength="hard")
    assert gate_of(talk("never repeat that"), order) == ""


def test_a_prompts_claim_passes_where_the_session_speaks_of_it() -> None:
    policy = FormationPolicy(prompts=("Theo keeps bees in the garden",))
    bees = claim("Theo keeps bees in the garden", "bees are in our garden, Theo keeps them", about="Theo")
    assert gate_of(talk("bees are in our garden, Theo keeps them"), bees, policy=policy) != "prompt_leak"
    tea = replace(bees, evidence=TEA.evidence)
    assert gate_of(talk("I love tea"), tea, policy=policy) == "prompt_leak"


@pytest.mark.parametrize(("length", "shown"), [(60, 60), (61, 57)])
def test_a_long_clause_is_shown_by_its_beginning(length: int, shown: int) -> None:
    clause = "I would love tea if we " + "x" * (length - 23)
    reason = reason_of(talk(clause), replace(TEA, evidence=(Quote(first=1, last=1, text=clause),), body=clause))
    dots = "" if shown == length else "..."
    assert reason.startswith(repr(clause[:shown].casefold() + dots)) or reason.startswith(repr(clause[:shown] + dots))


def test_what_ends_in_a_question_states_nothing() -> None:
    assert gate_of(talk("we eat at six, right?"), claim("The family eats at six", "we eat at six, right?")) != ""
    assert gate_of(talk("we eat at six. right?"), claim("The family eats at six", "we eat at six")) == ""


def test_a_quote_that_is_nowhere_in_its_turn_has_no_place() -> None:
    place = context(talk("I love tea")).place(Quote(first=1, last=1, text="figs"))
    assert (place.start, place.end) == (0, 0)


def test_an_end_that_the_words_give_is_kept() -> None:
    stays = claim("Dana's mom stays until 2026-08-30", "my mom stays until August 30", about="Dana's mom")
    stays = replace(stays, body="my mom stays until August 30")
    for end, gate in ((date(2026, 8, 30), ""), (date(2026, 9, 1), "grounded")):
        assert gate_of(talk("my mom stays until August 30"), replace(stays, valid_until=end)) == gate
