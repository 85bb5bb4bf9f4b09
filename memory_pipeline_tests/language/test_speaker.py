"""Whom a clause is about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.language.speaker import relays, speaks_of_self, subject_of

DANA = frozenset({"dana", "dani"})


@pytest.mark.parametrize(
    ("clause", "who"),
    [
        ("I'm allergic to nuts", "speaker"),
        ("we go to the market", "speaker"),
        ("my birthday is May 5", "speaker"),
        ("Dana is allergic", "speaker"),
        ("Dana's birthday is May 5", "speaker"),
        ("Dana's kid is allergic", "other"),
        ("my friend Theo hates football", "other"),
        ("my husband Marcus works nights", "other"),
        ("Lise's kid is allergic to eggs", "other"),
        ("the father of Emre plays too", "other"),
        ("there's a girl in his class who can't do sesame", "other"),
        ("and my best friend's son is vegan", "other"),
        ("Theo won't eat mushrooms", "other"),
        ("Luna and Oliver are cats", "other"),
        ("he doesn't nap any more", "other"),
        ("Caroline, I love it", "speaker"),
        ("always ask me first", "nobody"),
        ("practice is Tuesdays", "nobody"),
        ("Contemporary dance is graceful", "nobody"),
        ("Appreciate your support", "nobody"),
        ("", "nobody"),
    ],
)
def test_the_subject_is_the_speaker_somebody_else_or_nobody(clause: str, who: str) -> None:
    assert subject_of(clause, DANA).who == who


@pytest.mark.parametrize(
    ("clause", "outside"),
    [("my friend hates it", True), ("a girl hates it", True), ("my son hates it", False), ("he hates it", False)],
)
def test_a_relation_from_outside_the_household_is_marked(clause: str, outside: bool) -> None:
    assert subject_of(clause).outside is outside


def test_a_clause_may_speak_of_its_speaker_in_another_place() -> None:
    assert speaks_of_self("the doctor put me on low sodium") and not speaks_of_self("my friend is vegan")


def test_what_somebody_else_wants_is_relayed() -> None:
    assert relays("the coach said always bring water") and not relays("always bring water")


@given(st.text(max_size=80))
def test_any_text_has_a_subject(text: str) -> None:
    assert subject_of(text, DANA).who in ("speaker", "other", "nobody")
