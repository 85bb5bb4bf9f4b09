"""Each scorer tells a right answer from planted wrong ones, and says why."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from memory_pipeline.evaluation.cases.formation import FormationFile, LabelledConversation
from memory_pipeline.evaluation.cases.load import load_case_file
from memory_pipeline.evaluation.cases.situations import ConstraintCase
from memory_pipeline.evaluation.cases.temporal import TemporalCase
from memory_pipeline.evaluation.observing.moments import Prompts, Told
from memory_pipeline.evaluation.observing.scratch import Shown
from memory_pipeline.evaluation.scorers.duplicates import score_duplicates
from memory_pipeline.evaluation.scorers.formation import score_formation, score_reach, score_rejections
from memory_pipeline.evaluation.scorers.matching import Kept
from memory_pipeline.evaluation.scorers.moments import score_constraint, score_temporal
from memory_pipeline.evaluation.scores import Score
from memory_pipeline_tests.evaluation.conftest import SMALL_SETS

RIGHT = Kept(
    about="Theo",
    summary="Theo is allergic to peanuts.",
    body="Theo is allergic to peanuts.",
    type="constraint",
    strength="hard",
    authority="user_stated",
    sensitivity="health",
    valid_until=None,
    turns=frozenset({1}),
)


@pytest.fixture
def conversation() -> LabelledConversation:
    file = load_case_file(SMALL_SETS / "formation/dev/ivy.yaml")
    assert isinstance(file, FormationFile)
    return file.sessions[0]


def hits(scores: list[Score]) -> dict[str, list[bool]]:
    found: dict[str, list[bool]] = {}
    for score in scores:
        found.setdefault(score.metric, []).append(score.hit)
    return found


def test_a_right_memory_scores_right_everywhere(conversation: LabelledConversation) -> None:
    assert hits(score_formation(conversation, [RIGHT])) == {
        "correct_and_cited": [True],
        "unsupported": [False],
        "recalled": [True],
        "valid_until_right": [True],
        "hard_and_explicit_right": [True],
        "type_right": [True],
        "sensitivity_right": [True],
        "about_right": [True],
        "silent_places_kept": [True],
    }


@pytest.mark.parametrize(
    ("wrong", "metric"),
    [
        pytest.param(replace(RIGHT, turns=frozenset({2})), "correct_and_cited", id="cites another turn"),
        pytest.param(replace(RIGHT, summary="Theo eats peanuts.", body=""), "correct_and_cited", id="another claim"),
        pytest.param(replace(RIGHT, summary="Theo eats peanuts.", body=""), "recalled", id="the fact is not there"),
        pytest.param(replace(RIGHT, valid_until=date(2026, 9, 1)), "valid_until_right", id="ends"),
        pytest.param(replace(RIGHT, strength="soft"), "hard_and_explicit_right", id="soft"),
        pytest.param(replace(RIGHT, authority="user_explicit"), "hard_and_explicit_right", id="explicit"),
        pytest.param(replace(RIGHT, type="fact"), "type_right", id="another type"),
        pytest.param(replace(RIGHT, sensitivity="normal"), "sensitivity_right", id="not sensitive"),
    ],
)
def test_a_wrong_memory_scores_wrong(conversation: LabelledConversation, wrong: Kept, metric: str) -> None:
    scores = [score for score in score_formation(conversation, [wrong]) if score.metric == metric]
    assert [score.hit for score in scores] == [False]
    assert scores[0].why


def test_a_memory_of_a_silent_place_is_unsupported(conversation: LabelledConversation) -> None:
    invented = replace(RIGHT, summary="Dana lives in Peru.", body="", turns=frozenset({3}))
    found = hits(score_formation(conversation, [RIGHT, invented]))
    assert found["unsupported"] == [False, True]
    assert found["silent_places_kept"] == [False]


def test_words_that_must_not_be_said_make_it_another_claim(conversation: LabelledConversation) -> None:
    fact = conversation.facts[0].model_copy(update={"must_not_say": ["tree nuts"]})
    changed = conversation.model_copy(update={"facts": [fact]})
    both = replace(RIGHT, summary="Theo is allergic to peanuts and tree nuts.")
    assert hits(score_formation(changed, [both]))["correct_and_cited"] == [False]


def test_a_fact_is_reached_where_it_was_found(conversation: LabelledConversation) -> None:
    assert hits(score_reach(conversation, {"ivy-s01-f1": "search"})) == {"reachable": [True]}
    assert hits(score_reach(conversation, {"ivy-s01-f1": ""})) == {"reachable": [False]}


def test_a_dropped_candidate_counts_where_it_was_a_fact_that_is_missing_now(conversation: LabelledConversation) -> None:
    other = replace(RIGHT, summary="Dana lives in Peru.", body="")
    lost = score_rejections(conversation, [], [(RIGHT, "grounded: names Theo"), (other, "grounded: names Peru")])
    assert [score.hit for score in lost] == [True, False]
    assert "grounded: names Theo" in lost[0].why
    assert [score.hit for score in score_rejections(conversation, [RIGHT], [(RIGHT, "one_claim: twice")])] == [False]


@pytest.mark.parametrize(
    ("summaries", "labels", "clusters"),
    [
        (["Theo is allergic to peanuts.", "Theo is allergic to the peanuts."], ["", ""], 1),
        (["The gate code is 2604.", "The gate code is 4804."], ["", ""], 0),
        (["Theo likes ramen.", "Theo does not like ramen."], ["", ""], 0),
        (["Lunch is at noon.", "They eat at twelve."], ["f1", "f1"], 1),
        (["Lunch is at noon.", "They eat at twelve."], ["f1", "f2"], 0),
        (["A b c d.", "A b c d.", "A b c d."], ["", "", ""], 1),
    ],
)
def test_a_cluster_is_one_fact_told_twice(summaries: list[str], labels: list[str], clusters: int) -> None:
    same = [frozenset(filter(None, [label])) for label in labels]
    scores = score_duplicates(summaries, same, "family")
    assert len(scores) == len(summaries)
    assert sum(score.hit for score in scores) == clusters


TEMPORAL = TemporalCase.model_validate(
    {
        "id": "recital",
        "why": "next Friday",
        "household": {"timezone": "America/Denver", "members": [{"name": "Dana"}]},
        "said_at": "2026-08-14T12:00:00-06:00",
        "speaker": "Dana",
        "text": "The recital is next Friday.",
        "must_say": [["recital"]],
        "valid_until": ["2026-08-22"],
        "dates": ["2026-08-21"],
        "never_say": ["next Friday"],
        "served": [
            {"at": "2026-08-21T23:00:00-06:00", "served": True},
            {"at": "2026-08-22T00:30:00-06:00", "served": False},
        ],
    },
    strict=False,
)
RECITAL = replace(
    RIGHT,
    summary="The recital is on Friday 2026-08-21.",
    body="The recital is on Friday 2026-08-21.",
    valid_until=date(2026, 8, 22),
)
FOUND = Shown(brief="", turn="- The recital is on Friday 2026-08-21.", found=())
NOTHING = Shown(brief="", turn="", found=())


def test_a_spoken_day_that_is_read_and_served_right() -> None:
    assert hits(score_temporal(TEMPORAL, Told(kept=(RECITAL,), shown=(FOUND, NOTHING)))) == {
        "spoken_day_right": [True],
        "date_named": [True],
        "relative_words_left": [False],
        "served_in_time": [True],
        "expired_served": [False],
    }


@pytest.mark.parametrize(
    ("kept", "shown", "metric", "hit"),
    [
        (replace(RECITAL, valid_until=date(2026, 8, 21)), (FOUND, NOTHING), "spoken_day_right", False),
        (replace(RECITAL, summary="The recital is soon.", body=""), (FOUND, NOTHING), "date_named", False),
        (replace(RECITAL, body="The recital is next Friday."), (FOUND, NOTHING), "relative_words_left", True),
        (RECITAL, (FOUND, FOUND), "expired_served", True),
        (RECITAL, (NOTHING, NOTHING), "served_in_time", False),
    ],
)
def test_a_spoken_day_that_is_wrong(kept: Kept, shown: tuple[Shown, Shown], metric: str, hit: bool) -> None:
    assert hits(score_temporal(TEMPORAL, Told(kept=(kept,), shown=shown)))[metric] == [hit]


def test_nothing_formed_is_a_day_that_was_missed() -> None:
    found = hits(score_temporal(TEMPORAL, Told(kept=(), shown=(NOTHING, NOTHING))))
    assert found == {"spoken_day_right": [False], "date_named": [False]}


LIMIT = ConstraintCase.model_validate(
    {
        "id": "peanuts",
        "why": "an allergy",
        "household": {"timezone": "America/Denver", "members": [{"name": "Dana"}]},
        "sessions": [
            {
                "id": "s-1",
                "started_at": "2026-08-14T12:00:00-06:00",
                "turns": [{"turn": 1, "role": "user", "speaker": "Dana", "text": "I am allergic to peanuts."}],
            }
        ],
        "constraint": [["peanut"]],
        "asked_at": "2026-08-15T12:00:00-06:00",
        "requests": ["Thai for six", "a snack", "a cake", "lunch", "satay"],
        "unrelated": ["fix the bike", "homework", "the weather"],
    },
    strict=False,
)


def test_a_limit_must_be_in_front_of_the_model_when_it_applies_and_only_then() -> None:
    with_it, without = Shown(brief="", turn="- allergic to peanuts", found=()), NOTHING
    seen = Prompts(
        ours=(with_it,) * 4 + (without,) * 3 + (with_it,), three_files="", tokens=(1,) * 8, three_files_tokens=0
    )
    assert hits(score_constraint(LIMIT, seen)) == {
        "constraint_reachable": [True, True, True, True, False],
        "constraint_needless": [False, False, True],
    }
