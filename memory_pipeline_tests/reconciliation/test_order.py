"""Sessions in any order end in the same active claims (contract section 15, *Order*; fault 21)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_pipeline.model.candidate import Candidate
from memory_pipeline_tests.reconciliation.world import World, said, talk


def gate(text: str, **fields: object) -> Candidate:
    return said(text, "Gate", **fields)


def theo(text: str) -> Candidate:
    return said(text, "Theo")


def stay(text: str, until: date) -> Candidate:
    return said(text, "Dana's mom", valid_until=until)


HISTORIES: dict[str, list[Candidate]] = {
    "three values": [gate("The gate code is 2604."), gate("The gate code is 4804."), gate("The gate code is 1111.")],
    "there and back": [gate("The gate code is 2604."), gate("The gate code is 4804."), gate("Gate code: 2604")],
    "said again in other words": [gate("The gate code is 2604."), gate("Gate code: 2604"), gate("gate code 2604")],
    "two twice": [
        gate("The gate code is 2604."), gate("The gate code is 4804."), gate("Gate code: 2604"), gate("gate code 4804"),
    ],
    "an explicit one in the middle": [
        gate("The gate code is 2604."), gate("The gate code is 4804.", authority="user_explicit"),
        gate("The gate code is 1111."),
    ],
    "made explicit later": [
        gate("The gate code is 2604."), gate("The gate code is 4804."),
        gate("Gate code: 2604", authority="user_explicit"), gate("gate code 4804"),
    ],
    "a guess first": [
        gate("The gate code is 2604.", authority="inferred", confidence=0.5), gate("Gate code: 2604"),
        gate("The gate code is 4804.", authority="inferred"), gate("gate code 2604", authority="user_explicit"),
    ],
    "used to like, now prefers": [
        said("Nora loves ramen."), said("Nora can't stand ramen."), said("Nora loves ramen."),
    ],
    "refined and over": [
        theo("Theo is allergic to peanuts."), theo("Theo is allergic to peanuts and cashews."),
        theo("Theo has a peanut allergy."), theo("Theo outgrew his peanut allergy."),
    ],
    "a guess against a remark against an instruction": [
        gate("The gate code is 4804."), gate("The gate code is 4804.", authority="user_explicit"),
        gate("The gate code is 2604."), gate("Gate code: 4804", authority="inferred"),
    ],
    "a boat that moves and comes back": [
        said("The boat is moored at the east quay.", "The boat"),
        said("The boat is moored at the Kalyvi marina.", "The boat"),
        said("The boat lies moored at the east quay.", "Boat"),
    ],
    "a task that goes round": [
        said("Dana walks Nora to school in the mornings.", "School run", applies_to=("Dana", "Nora")),
        said("Marcus walks Nora to school in the mornings.", "School run", applies_to=("Marcus", "Nora")),
        said("In the mornings Dana walks Nora to school.", "School run", applies_to=("Dana", "Nora")),
    ],
    "scared of dogs, in other words": [said("Nora is afraid of dogs."), said("Nora is scared of dogs."),
                                       said("Nora is not scared of dogs any more.")],
    "a choir with its details": [
        said("Marcus sings in a choir.", "Marcus"),
        said("Marcus sings in a male voice choir at the chapel on Tuesdays at seven.", "Marcus"),
        said("Marcus sings in a choir.", "Marcus"),
    ],
    "a schedule that moves": [
        said("Juniper's swim practice is Mondays and Wednesdays at 4:30.", "Swim practice"),
        said("Swim for Juniper is still Mondays and Wednesdays at 4:30.", "Juniper"),
        said("Swim for Juniper moved, it's Mondays and Fridays at 4 from now on.", "Juniper"),
        said("Juniper swims Mondays and Fridays at 4.", "Juniper"),
    ],
}  # fmt: skip

VISITS = [
    (0, stay("Dana's mom is staying until June 1.", date(2026, 6, 1))),
    (10, stay("Dana's mom is staying until June 20.", date(2026, 6, 20))),
    (100, stay("Dana's mom is staying until September 3.", date(2026, 9, 3))),
    (110, stay("Dana's mom is staying until September 9.", date(2026, 9, 9))),
]


def outcome(told: Sequence[tuple[int, Candidate]], order: Sequence[int]) -> list[tuple[object, ...]]:
    world = World()
    for place in order:
        day, candidate = told[place]
        world.tell(talk(f"s{place}", day, candidate))
    return world.claims()


@pytest.mark.parametrize("history", [*HISTORIES, "visits"])
def test_every_order_of_the_sessions_gives_the_same_active_claims(history: str) -> None:
    told = VISITS if history == "visits" else [(7 * place, said) for place, said in enumerate(HISTORIES[history])]
    in_time = outcome(told, range(len(told)))
    assert in_time
    for order in permutations(range(len(told))):
        assert outcome(told, order) == in_time, order


def test_a_session_of_may_that_comes_after_june_does_not_win() -> None:
    world = World()
    world.tell(talk("june", 30, said("Practice is Thursdays at 5:30.", "Practice")))
    decisions = world.tell(talk("may", 0, said("Practice is Tuesdays at 5.", "Practice")))
    old, new = sorted(world.memories().values(), key=lambda memory: memory.formed_at)
    assert (old.status, new.status) == ("superseded", "active")
    assert (old.superseded_by, new.supersedes) == (new.id, old.id)
    assert (decisions[0].kind, decisions[0].memory) == ("add", old.id)


CODES = st.sampled_from(["2604", "4804", "1111"])
WORDINGS = st.sampled_from(["The gate code is {}.", "Gate code: {}", "gate code {}"])


@st.composite
def statements(draw: st.DrawFn) -> Candidate:
    return gate(
        draw(WORDINGS).format(draw(CODES)),
        authority=draw(st.sampled_from(["user_stated", "user_stated", "user_explicit", "inferred"])),
        strength=draw(st.sampled_from(["soft", "soft", "hard"])),
        confidence=draw(st.sampled_from([0.6, 0.9])),
    )


@settings(max_examples=60, deadline=None)
@given(
    st.lists(statements(), min_size=2, max_size=5).flatmap(
        lambda said: st.tuples(st.just(said), st.permutations(range(len(said))))
    )
)
def test_any_statements_of_one_slot_in_any_order_give_the_same_active_claim(
    case: tuple[list[Candidate], list[int]],
) -> None:
    told = [(7 * place, candidate) for place, candidate in enumerate(case[0])]
    assert outcome(told, case[1]) == outcome(told, range(len(told)))


TOLD: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Gate", ("The gate code is 2604.", "Gate code: 2604", "gate code 4804", "The gate code is 1111.")),
    ("Theo", ("Theo loves ramen.", "Theo likes ramen.", "Theo can't stand ramen.", "Theo likes ramen no longer.")),
    (
        "Theo",
        (
            "Theo is allergic to peanuts.", "Theo is allergic to peanuts and cashews.", "Theo has a peanut allergy.",
            "Theo outgrew his peanut allergy.", "Theo is allergic to cashews.",
        ),
    ),
    ("Dana's mom", ("Dana's mom is staying until June 1.", "Dana's mom is staying until June 20.")),
    (
        "Nora",
        (
            "Nora has piano on Mondays.", "Nora's piano is Mondays at 4.", "Piano for Nora moved to Wednesdays.",
            "Nora has piano on Mondays and Thursdays.",
        ),
    ),
)  # fmt: skip


@st.composite
def anything_said(draw: st.DrawFn, about: str, texts: tuple[str, ...]) -> Candidate:
    until = draw(st.sampled_from([date(2026, 6, 1), date(2026, 6, 20)])) if about == "Dana's mom" else None
    return said(
        draw(st.sampled_from(texts)),
        about,
        authority=draw(st.sampled_from(["user_stated", "user_stated", "user_explicit", "inferred"])),
        strength=draw(st.sampled_from(["soft", "soft", "hard"])),
        confidence=draw(st.sampled_from([0.6, 0.9])),
        valid_until=until,
    )


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[list[Candidate]], list[int]]:
    """Sessions of one or two statements about one or two subjects, and an order in which they arrive."""
    subjects = draw(st.lists(st.sampled_from(TOLD), min_size=1, max_size=2, unique=True))
    statement = st.sampled_from(subjects).flatmap(lambda subject: anything_said(*subject))
    sessions = draw(st.lists(st.lists(statement, min_size=1, max_size=2), min_size=2, max_size=5))
    return sessions, draw(st.permutations(range(len(sessions))))


def arrived(sessions: Sequence[Sequence[Candidate]], order: Sequence[int]) -> World:
    world = World()
    for place in order:
        world.tell(talk(f"s{place}", 7 * place, *sessions[place]))
    return world


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(histories())
def test_whatever_is_said_in_sessions_of_any_order_ends_in_the_same_active_claims(
    case: tuple[list[list[Candidate]], list[int]],
) -> None:
    sessions, order = case
    assert arrived(sessions, order).claims() == arrived(sessions, range(len(sessions))).claims()


def test_a_late_statement_moves_what_hangs_together_with_it_only_through_others() -> None:
    sessions = [
        [said("Theo is allergic to peanuts.", "Theo")],
        [said("Theo is allergic to peanuts and cashews.", "Theo", strength="hard")],
        [said("Theo is allergic to cashews.", "Theo")],
    ]
    in_time = arrived(sessions, range(3)).claims()
    assert [claim[0] for claim in in_time] == ["Theo is allergic to peanuts and cashews."]
    for order in permutations(range(3)):
        assert arrived(sessions, order).claims() == in_time, order


def test_two_statements_of_one_session_against_one_memory_are_told_anew_as_two() -> None:
    sessions = [
        [gate("The gate code is 4804.", authority="user_explicit"), gate("Gate code: 2604")],
        [gate("The gate code is 1111."), gate("Gate code: 1111", authority="user_explicit")],
    ]
    in_time = arrived(sessions, [0, 1]).claims()
    assert [claim[:3] for claim in in_time] == [("Gate code: 1111", "Gate code: 1111", "user_explicit")]
    assert arrived(sessions, [1, 0]).claims() == in_time


def test_no_file_is_lost_and_no_line_taken_back_when_things_are_told_anew() -> None:
    sessions = [[gate(f"The gate code is {code}.")] for code in ("2604", "4804", "2604", "1111")]
    world = World()
    seen: dict[str, int] = {}
    for place in (3, 1, 2, 0):
        world.tell(talk(f"s{place}", 7 * place, *sessions[place]))
        now = {id: len(world.store.view().ledger(id)) for id in world.memories()}
        assert all(now[id] >= lines for id, lines in seen.items())
        seen = now
