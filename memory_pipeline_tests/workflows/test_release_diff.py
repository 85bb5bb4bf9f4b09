"""Two versions over one history: each memory of both is told once, as added, lost, changed or the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.formation.policy import FormationPolicy
from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline.workflows.card_action import remember_on_card
from memory_pipeline.workflows.families import take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.release_diff import FamilyDiff, compare_histories
from memory_pipeline.workflows.release_history import History, MadeMemory, history_of, read_history, replay_in_scratch
from memory_pipeline_tests.workflows.conftest import FAMILY, folder_bytes
from memory_pipeline_tests.workflows.earlier_design import HISTORY, failing_at

KEY = FAMILY.key


def made(id: str, summary: str = "Theo plays the cello.", *cites: str, **fields: str) -> MadeMemory:
    usual = {"type": "fact", "about": "Theo", "strength": "soft", "authority": "user_stated", "durability": "durable"}
    values = {**usual, "sensitivity": "normal", "status": "active", "body": summary, **fields}
    return MadeMemory(id=id, summary=summary, valid_until=None, cites=cites or ("turn-1",), **values)


def diff(before: list[MadeMemory], after: list[MadeMemory]) -> FamilyDiff:
    return compare_histories(History(KEY, 1, tuple(before)), History(KEY, 1, tuple(after)))


def states(before: list[MadeMemory], after: list[MadeMemory]) -> list[tuple[str, tuple[str, ...]]]:
    return [(each.state, each.differs) for each in diff(before, after).memories]


def test_the_same_id_with_the_same_fields_is_the_same_and_with_others_a_change() -> None:
    assert states([made("A")], [made("A")]) == [("same", ())]
    assert states([made("A")], [made("A", status="expired")]) == [("changed", ("status",))]


def test_a_claim_worded_anew_about_the_same_turn_is_a_change() -> None:
    found = states([made("A")], [made("B", "Theo plays the cello well.")])
    assert found == [("changed", ("summary", "body"))]


def test_another_claim_of_the_same_turn_is_a_loss_and_an_addition() -> None:
    found = states([made("A")], [made("B", "Dinner is at six on Mondays.")])
    assert [state for state, _ in found] == ["added", "lost"]


def test_like_words_about_other_turns_are_a_loss_and_an_addition() -> None:
    assert [state for state, _ in states([made("A")], [made("B", "Theo plays the cello.", "turn-9")])] == [
        "added",
        "lost",
    ]


def test_of_several_claims_of_a_turn_the_likest_are_paired() -> None:
    before = [made("A", "Theo plays the cello."), made("B", "Theo plays the cello on Mondays.")]
    after = [made("C", "Theo plays the cello on Mondays at 5."), made("D", "Theo plays the cello!")]
    pairs = {(each.before.id, each.after.id) for each in diff(before, after).memories if each.before and each.after}
    assert pairs == {("A", "D"), ("B", "C")}


IDS = st.lists(st.sampled_from("ABCDEFG"), unique=True)
WORDS = st.sampled_from(["Theo plays the cello.", "Theo plays chess.", "Dinner is at six.", "We moved."])


@given(IDS, IDS, st.data())
def test_each_memory_of_both_is_told_once(old: list[str], new: list[str], data: st.DataObject) -> None:
    def side(ids: list[str]) -> list[MadeMemory]:
        return [made(id, data.draw(WORDS), data.draw(st.sampled_from(["turn-1", "turn-2"]))) for id in ids]

    before, after = side(old), side(new)
    found = diff(before, after)
    assert sorted(each.before.id for each in found.memories if each.before) == sorted(old)
    assert sorted(each.after.id for each in found.memories if each.after) == sorted(new)
    assert sum(found.counts.values()) == len(found.memories)
    assert {each.state for each in diff(before, before).memories} <= {"same"}


@pytest.fixture
def scratch(pipeline: Pipeline) -> Pipeline:
    return replace(pipeline, objects=InMemoryObjects())


def replayed(pipeline: Pipeline, scratch: Pipeline) -> History:
    return replay_in_scratch(scratch, *history_of(pipeline.view(KEY)))


def test_a_policy_that_takes_less_loses_memories_and_the_familys_own_store_is_only_read(
    pipeline: Pipeline, scratch: Pipeline, root: Path
) -> None:
    take_in(pipeline, KEY, HISTORY)
    before = folder_bytes(root)
    narrow = replace(scratch.policies, formation=FormationPolicy(stated_confidence=1.01))
    other = replace(scratch, objects=InMemoryObjects(), policies=narrow)
    found = compare_histories(replayed(pipeline, scratch), replayed(pipeline, other))
    assert found.counts["lost"] > 0
    assert found.counts["added"] == 0
    assert folder_bytes(root) == before


def test_the_same_version_makes_the_same(pipeline: Pipeline, scratch: Pipeline) -> None:
    take_in(pipeline, KEY, HISTORY)
    remember_on_card(pipeline, KEY, "Always ask me before you book anything.")
    one, other = replayed(pipeline, scratch), replayed(pipeline, replace(scratch, objects=InMemoryObjects()))
    assert one.sessions == 3
    assert compare_histories(one, other).counts == {"added": 0, "lost": 0, "changed": 0, "same": len(one.memories)}


def test_a_session_that_a_version_cannot_read_is_named(pipeline: Pipeline, scratch: Pipeline) -> None:
    take_in(pipeline, KEY, HISTORY)
    assert replayed(pipeline, failing_at(scratch, "s-2")).failed == ("s-2",)


def test_a_history_is_kept_and_read_again(pipeline: Pipeline, scratch: Pipeline) -> None:
    take_in(pipeline, KEY, HISTORY)
    history = replayed(pipeline, scratch)
    assert read_history(history.as_json(), "x.json") == history
    with pytest.raises(MalformedDocument, match=r"x\.json"):
        read_history({"family": KEY}, "x.json")
