"""Card actions as an agent meets them: the next read, groups, closed families, and races (contract 5 and 9)."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from memory_pipeline.bootstrap import build_reader
from memory_pipeline.control.forget_group import Group, find_group
from memory_pipeline.model.errors import FamilyClosed
from memory_pipeline.model.memory import Memory
from memory_pipeline.workflows import card_action as card
from memory_pipeline.workflows.dream_family import dream_family
from memory_pipeline.workflows.families import close_family
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.verify import verify_family
from memory_pipeline_tests.workflows.told import KEY, tell

SMOKES = "Dana smokes on the balcony."
SWIMS = "Dana swims at the thermal bath on Fridays."


def called(pipeline: Pipeline, text: str) -> Memory:
    return next(memory for memory in pipeline.view(KEY).memories().values() if memory.claim == text)


def test_an_edit_a_pin_and_a_lift_show_at_the_next_read(pipeline: Pipeline) -> None:
    tell(pipeline, "s1", SWIMS)
    card.edit_on_card(pipeline, KEY, called(pipeline, SWIMS).id, "Dana swims at the lake on Mondays.")
    reader = build_reader(pipeline, KEY)
    assert "lake" in reader.brief().text + reader.turn("where does Dana swim?").text
    new = called(pipeline, "Dana swims at the lake on Mondays.")
    card.pin_on_card(pipeline, KEY, new.id, pinned=True)
    assert "lake" in reader.brief().text
    card.forget_on_card(pipeline, KEY, new.id)
    assert "lake" not in reader.brief().text
    (rule,) = pipeline.view(KEY).suppressions()
    card.lift_on_card(pipeline, KEY, rule.id)
    tell(pipeline, "s2", "Dana swims at the lake on Mondays.", day=30)
    assert "lake" in reader.turn("where does Dana swim?").text


def test_remembering_lifts_what_only_the_judge_knows_again(pipeline: Pipeline) -> None:
    class SameToEverything:
        version = "same"

        def judge(self, pairs: list[object]) -> list[str]:
            return ["same"] * len(pairs)

    tell(pipeline, "s1", "Dana sleepwalks.")
    card.forget_on_card(pipeline, KEY, called(pipeline, "Dana sleepwalks.").id)
    judged = replace(pipeline, judge=SameToEverything())  # type: ignore[arg-type]
    outcome = card.remember_on_card(judged, KEY, "Dana wanders about at night.", member="Dana")
    assert outcome.record is not None and "lifted" in {entry.kind for entry in outcome.record.entries}
    assert not [rule for rule in pipeline.view(KEY).suppressions() if rule.in_force]


def test_a_group_is_forgotten_at_once_in_every_tier(pipeline: Pipeline) -> None:
    tell(pipeline, "s1", SMOKES, SWIMS)
    group = Group(by="about", value="Dana")
    token = find_group(pipeline.view(KEY), group).token
    assert card.forget_group_on_card(pipeline, KEY, group, token).record is not None
    assert card.forget_group_on_card(pipeline, KEY, group, token).record is None
    assert "dana" not in build_reader(pipeline, KEY).turn("what does Dana do?").text.lower()


def test_nothing_is_written_into_a_closed_family(pipeline: Pipeline) -> None:
    tell(pipeline, "s1", SWIMS)
    close_family(pipeline, KEY)
    with pytest.raises(FamilyClosed):
        card.edit_on_card(pipeline, KEY, called(pipeline, SWIMS).id, "Dana swims.")
    assert card.forget_on_card(pipeline, KEY, called(pipeline, SWIMS).id).record is not None


def test_card_actions_race_with_formation_and_dream_and_nothing_is_lost(pipeline: Pipeline) -> None:
    tell(pipeline, "s1", SMOKES, SWIMS, "Dana plays chess.")
    ids = {text: called(pipeline, text).id for text in (SMOKES, SWIMS, "Dana plays chess.")}
    acts: list[Callable[[], object]] = [
        lambda: card.forget_on_card(pipeline, KEY, ids[SMOKES]),
        lambda: card.edit_on_card(pipeline, KEY, ids[SWIMS], "Dana swims at the lake on Mondays."),
        lambda: card.pin_on_card(pipeline, KEY, ids["Dana plays chess."], pinned=True),
        lambda: tell(pipeline, "s2", "Dana collects stamps.", day=20),
        lambda: dream_family(pipeline, KEY),
        lambda: card.forget_on_card(pipeline, KEY, ids[SMOKES]),
    ]
    with ThreadPoolExecutor(len(acts)) as crowd:
        for done in [crowd.submit(act) for act in acts]:
            done.result()
    after = {memory.claim: memory for memory in pipeline.view(KEY).memories().values()}
    assert after[SMOKES].status == "retracted" and after[SWIMS].status == "superseded"
    assert after["Dana plays chess."].pin and after["Dana collects stamps."].status == "active"
    assert after["Dana swims at the lake on Mondays."].status == "active"
    assert len([rule for rule in pipeline.view(KEY).suppressions() if rule.in_force]) == 1
    dream_family(pipeline, KEY)
    assert verify_family(pipeline, KEY).ok
