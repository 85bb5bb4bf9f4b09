"""Card actions as an agent meets them: every tier, every writer, and races (contract sections 5 and 9)."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest

from memory_pipeline.bootstrap import build_reader
from memory_pipeline.control.forget_group import Group, find_group
from memory_pipeline.model.candidate import Candidate, Formation, Quote
from memory_pipeline.model.errors import FamilyClosed, ForgottenReference
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.workflows import card_action as card
from memory_pipeline.workflows.dream_family import dream_family
from memory_pipeline.workflows.families import close_family, take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_session import reconcile_sessions
from memory_pipeline.workflows.reindex import rebuild_index
from memory_pipeline.workflows.verify import verify_family
from memory_pipeline_tests.workflows.conftest import FAMILY, NOW, said

KEY = FAMILY.key
SMOKES = "Dana smokes on the balcony."
AGAIN = "On the balcony Dana smokes."
SWIMS = "Dana swims at the thermal bath on Fridays."


def tell(pipeline: Pipeline, name: str, *texts: str, day: int = 14) -> None:
    """A conversation of which each turn is one claim, formed, reconciled and slept on."""
    session = said(name, *texts, at=f"2026-08-{day}T19:00:00Z")
    take_in(pipeline, KEY, [session])
    claims = tuple(
        Candidate(
            type="fact", about="Dana", summary=text, body=text, when_to_use="Questions about Dana",
            evidence=(Quote(first=number, last=number, text=text),), applies_to=("Dana",),
        )
        for number, text in enumerate(texts, start=1)
    )  # fmt: skip
    formation = Formation(session=name, extractor="x", status="formed", survivors=claims, summary=" ".join(texts))
    pipeline.store(KEY).put_formation(formation)
    list(reconcile_sessions(pipeline, KEY, [name]))
    dream_family(pipeline, KEY)


def called(pipeline: Pipeline, text: str) -> Memory:
    return next(memory for memory in pipeline.view(KEY).memories().values() if memory.claim == text)


def everything_shown(pipeline: Pipeline) -> str:
    """Brief, turn, search with its history, and every excerpt of every session."""
    reader = build_reader(pipeline, KEY)
    question = "what does Dana do on the balcony, does she smoke?"
    found = reader.search(question, include_history=True).results
    view = pipeline.view(KEY)
    turns = [
        reader.excerpt(f"conv://{KEY}/{name}#turn=1-{len(view.session(name).turns)}") for name in view.session_ids()
    ]
    return "\n".join(
        [
            reader.brief().text,
            reader.turn(question).text,
            *(f"{result.found.memory.summary} {result.found.memory.body}" for result in found),
            *(turn.text for excerpt in turns for turn in excerpt.turns),
        ]
    )


def edited_before(pipeline: Pipeline) -> None:
    card.edit_on_card(pipeline, KEY, called(pipeline, SMOKES).id, "Dana smokes on the balcony at night.")


def again_in_other_words(pipeline: Pipeline) -> None:
    tell(pipeline, "s2", AGAIN, day=20)


def again_beside_something_new(pipeline: Pipeline) -> None:
    tell(pipeline, "s3", "Dana plays chess on Mondays.", AGAIN, day=21)


def replayed(pipeline: Pipeline) -> None:
    list(reconcile_sessions(pipeline, KEY, sorted(pipeline.view(KEY).decided_sessions())))


def reindexed(pipeline: Pipeline) -> None:
    rebuild_index(pipeline, KEY)


def a_year_later(pipeline: Pipeline) -> None:
    dream_family(replace(pipeline, now_given=NOW + timedelta(days=365)), KEY)


WRITERS = [again_in_other_words, again_beside_something_new, replayed, reindexed, a_year_later]


@pytest.mark.parametrize("before", [lambda _: None, edited_before], ids=["as said", "edited before"])
def test_what_is_forgotten_is_in_no_tier_whoever_writes_next(
    pipeline: Pipeline, before: Callable[[Pipeline], None]
) -> None:
    tell(pipeline, "s1", SMOKES, SWIMS)
    before(pipeline)
    card.forget_on_card(pipeline, KEY, max(m.id for m in pipeline.view(KEY).memories().values() if "smokes" in m.body))
    for writer in (lambda _: None, *WRITERS):
        writer(pipeline)
        shown = everything_shown(pipeline)
        assert "smok" not in shown.lower(), writer
        assert "swims" in shown.lower(), writer
    for memory in pipeline.view(KEY).memories().values():
        if "smokes" in memory.body:
            with pytest.raises(ForgottenReference):
                build_reader(pipeline, KEY).read(str(MemoryRef(KEY, memory.id)))
    assert verify_family(pipeline, KEY).ok


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
