"""Erasure: what was counted goes to the last byte, nothing of anybody else's, and nobody brings it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.formation.extract import form
from memory_pipeline.model.change import Change
from memory_pipeline.model.errors import InvalidArgument, MalformedDocument, UnknownFamily
from memory_pipeline.model.family import Family
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.keys import agent_file_key, family_key, legacy_key
from memory_pipeline.store.lease import LeasePolicy
from memory_pipeline.workflows.card_action import forget_on_card, remember_on_card
from memory_pipeline.workflows.erase_family import erase_family, plan_erasure
from memory_pipeline.workflows.families import add_family, list_families, take_in
from memory_pipeline.workflows.migrate import migrate_family
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.run_family import run_family
from memory_pipeline_tests.faults.stores import Interrupting, Killed
from memory_pipeline_tests.workflows.conftest import FAMILY, NOW, said

KEY, OTHER = FAMILY.key, "fam_b"
TEXTS = ("Theo is allergic to peanuts.", "Always ask me before you book anything.")


def lived(pipeline: Pipeline, key: str) -> None:
    """A family that has something of everything: conversations, card actions, earlier files, an agent's log."""
    take_in(pipeline, key, [said("s-1", *TEXTS)])
    pipeline.objects.put(legacy_key(key, "explicit_memories"), b"- Address me by first name.\n")
    pipeline.objects.put(agent_file_key(key, "MEMORY.md"), b"# Memory Log\n")
    migrate_family(pipeline, key)
    remember_on_card(pipeline, key, "The gate code is 2604.")
    memory = next(memory for memory in pipeline.view(key).memories().values() if "2604" in memory.summary)
    forget_on_card(pipeline, key, memory.id)


@pytest.fixture
def both(pipeline: Pipeline, objects: ObjectStore) -> Pipeline:
    """Two families on every kind of store."""
    pipeline = replace(pipeline, objects=objects)
    for key in (KEY, OTHER):
        add_family(pipeline, Family(key=key, timezone="Europe/Berlin", members=FAMILY.members))
        lived(pipeline, key)
    return pipeline


def contents(objects: ObjectStore, prefix: str = "") -> dict[str, bytes]:
    return {key: found.data for key, found in objects.get_many(list(objects.keys(prefix))) if found is not None}


def test_every_byte_of_the_family_goes_and_no_byte_of_another(both: Pipeline) -> None:
    other = contents(both.objects, f"families/{OTHER}/")
    counted = plan_erasure(both, KEY)
    erased = erase_family(both, KEY, counted.token)
    assert (erased.files, erased.size, erased.points) == (counted.files, counted.size, counted.points)
    assert {"changes", "memories", "sessions", "legacy", "archive", "migration"} <= set(counted.files)
    assert contents(both.objects, f"families/{KEY}/") == {}
    assert contents(both.objects, f"families/{OTHER}/") == other
    assert not both.index.keeps_points or not both.index.stored(KEY)
    assert list_families(both) == (OTHER,)


def test_the_receipt_has_counts_and_no_word_of_the_family(both: Pipeline) -> None:
    token = plan_erasure(both, KEY).token
    erase_family(both, KEY, token)
    (receipt,) = contents(both.objects, "erasures/").values()
    assert b"ended_at" in receipt
    for word in (b"Theo", b"Dana", b"peanut", b"2604", b"first name"):
        assert word not in receipt


def test_told_again_it_says_the_same_and_does_nothing(both: Pipeline) -> None:
    token = plan_erasure(both, KEY).token
    erased = erase_family(both, KEY, token)
    before = contents(both.objects)
    assert erase_family(both, KEY, token) == erased
    assert contents(both.objects) == before


def test_the_token_is_of_what_was_counted(both: Pipeline) -> None:
    token = plan_erasure(both, KEY).token
    remember_on_card(both, KEY, "We own a boat.")
    with pytest.raises(InvalidArgument, match="count again"):
        erase_family(both, KEY, token)
    assert both.view(KEY).exists()
    with pytest.raises(InvalidArgument):
        erase_family(both, KEY, "anything")


def test_nothing_is_there_to_erase(both: Pipeline) -> None:
    with pytest.raises(UnknownFamily, match="nothing to erase"):
        plan_erasure(both, "fam_c")


def test_files_that_cannot_be_read_go_as_well(both: Pipeline) -> None:
    both.objects.put(family_key(KEY), b"\xff\xfe: [")
    erase_family(both, KEY, plan_erasure(both, KEY).token)
    assert contents(both.objects, f"families/{KEY}/") == {}


def test_the_key_may_be_used_anew_and_nothing_is_remembered(both: Pipeline) -> None:
    erase_family(both, KEY, plan_erasure(both, KEY).token)
    add_family(both, FAMILY)
    take_in(both, KEY, [said("s-1", "Theo is allergic to peanuts.")])
    run_family(both, KEY)
    assert [memory.claim for memory in both.view(KEY).memories().values()] == ["Theo is allergic to peanuts"]
    erase_family(both, KEY, plan_erasure(both, KEY).token)
    assert len(contents(both.objects, "erasures/")) == 2


class TestStopped:
    """Killed before or after any operation, it is completed with its token."""

    @pytest.fixture
    def start(self, pipeline: Pipeline) -> tuple[Pipeline, dict[str, bytes]]:
        quick = replace(
            pipeline.policies, lease=LeasePolicy(ttl=0.02, grace=0.002, first_pause=0.001, longest_pause=0.005)
        )
        pipeline = replace(
            pipeline,
            objects=InMemoryObjects(),
            host_clock=lambda: datetime(2026, 9, 2, tzinfo=UTC),
            policies=quick,
        )
        add_family(pipeline, FAMILY)
        lived(pipeline, KEY)
        return pipeline, contents(pipeline.objects)

    @pytest.mark.parametrize("moment", ["before", "after"])
    def test_at_any_operation_it_goes_on_with_its_token(
        self, moment: str, start: tuple[Pipeline, dict[str, bytes]]
    ) -> None:
        pipeline, files = start
        token = plan_erasure(pipeline, KEY).token
        number, killed = 0, True
        while killed:
            number += 1
            pipeline = replace(pipeline, objects=InMemoryObjects(dict(files)))
            killed = self._dies(pipeline, token, moment, number)
            erase_family(pipeline, KEY, token)
            assert {key.partition("/")[0] for key in contents(pipeline.objects)} == {"erasures"}
        assert number > 20

    @staticmethod
    def _dies(pipeline: Pipeline, token: str, moment: str, number: int) -> bool:
        def die(operation: int, _: str) -> None:
            if operation == number:
                raise Killed

        try:
            erase_family(replace(pipeline, objects=Interrupting(pipeline.objects, **{moment: die})), KEY, token)
        except Killed:
            return True
        return False


class TestWriters:
    """Who was at work when the family was erased brings nothing of it back."""

    def test_a_change_that_was_planned_before_is_not_written(self, both: Pipeline) -> None:
        self._erased_between(both, lambda: remember_on_card(both, KEY, "We own a boat."))

    def test_a_writer_that_waited_for_the_lease_gives_up(self, both: Pipeline) -> None:
        store = both.store(KEY)
        token = plan_erasure(both, KEY).token

        def plan(view: FamilyView) -> Change:
            erase_family(both, KEY, token)
            return Change(kind="card", cause="late", at=NOW, family=FAMILY)

        with pytest.raises(UnknownFamily, match="erased"):
            store.commit(plan)
        assert contents(both.objects, f"families/{KEY}/") == {}

    def test_what_extraction_made_meanwhile_is_not_kept(self, both: Pipeline) -> None:
        store = both.store(KEY)
        session = store.session("s-1")
        formation = form(session, store.family(), both.extractor, both.policies.formation)
        erase_family(both, KEY, plan_erasure(both, KEY).token)
        with pytest.raises(UnknownFamily):
            store.put_formation(formation)
        with pytest.raises(UnknownFamily):
            store.add_session(said("s-9", "Hello."))
        assert contents(both.objects, f"families/{KEY}/") == {}

    @staticmethod
    def _erased_between(pipeline: Pipeline, act: Callable[[], object]) -> None:
        erase_family(pipeline, KEY, plan_erasure(pipeline, KEY).token)
        with pytest.raises(UnknownFamily):
            act()
        assert contents(pipeline.objects, f"families/{KEY}/") == {}


def test_a_receipt_that_cannot_be_read_is_refused_by_name(both: Pipeline) -> None:
    token = plan_erasure(both, KEY).token
    both.objects.put(f"erasures/{KEY}-{token}.json", b"{")
    with pytest.raises(MalformedDocument, match="erasures/"):
        erase_family(both, KEY, token)
    assert both.view(KEY).exists()
