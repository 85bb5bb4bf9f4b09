"""What is written beside the journal: the family, transcripts, formations, decisions that change nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.candidate import Formation
from memory_pipeline.model.decision import Decision, SessionDecisions
from memory_pipeline.model.errors import (
    FamilyExists,
    InvalidFamilyKey,
    InvalidTimeZone,
    MalformedTranscript,
    SessionConflict,
)
from memory_pipeline.model.family import Family, Member
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store import keys
from memory_pipeline.store.family_store import FamilyStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline_tests.faults.stores import BeforePut
from memory_pipeline_tests.store.changes import FAMILY, START, add, evidence_of, memory_of, session

DANA = Family(key=FAMILY, timezone="Europe/Berlin", members=(Member(name="Dana"),))
NOTHING = SessionDecisions(session="s1", decisions=())


def store_on(objects: ObjectStore, family: str = FAMILY) -> FamilyStore:
    return FamilyStore(objects, family, clock=lambda: START, owner="test")


def known_on(objects: ObjectStore) -> FamilyStore:
    """The store of a family that was added."""
    store = store_on(objects)
    store.create_family(DANA)
    return store


def test_a_family_is_created_once(objects: ObjectStore) -> None:
    store = store_on(objects)
    assert not store.exists()
    store.create_family(DANA)
    assert store.family() == DANA and store.exists()
    with pytest.raises(FamilyExists):
        store_on(objects).create_family(replace(DANA, timezone="UTC"))
    assert FamilyView(objects, FAMILY).family() == DANA


@pytest.mark.parametrize(
    ("family", "error"),
    [(replace(DANA, key="fam_b"), InvalidFamilyKey), (replace(DANA, timezone="Mars/Base"), InvalidTimeZone)],
    ids=["of another key", "of no zone"],
)
def test_a_family_that_cannot_be_read_back_is_never_created(family: Family, error: type[Exception]) -> None:
    objects = InMemoryObjects()
    with pytest.raises(error):
        store_on(objects).create_family(family)
    assert objects.contents() == {}


def test_the_same_session_again_is_no_news_and_another_under_its_id_is_refused(objects: ObjectStore) -> None:
    store = known_on(objects)
    assert store.add_session(session(1))
    assert not store.add_session(session(1))
    with pytest.raises(SessionConflict, match="s1"):
        store.add_session(replace(session(1), off_record=True))
    assert store.session("s1") == session(1) and store.session_ids() == ("s1",)


def test_a_session_grows_until_it_has_ended() -> None:
    store = known_on(InMemoryObjects())
    open_, second = replace(session(1), ended_at=None), replace(session(1).turns[0], number=2, text="And two cars.")
    longer = replace(open_, turns=(*open_.turns, second))
    assert store.add_session(open_)
    assert store.add_session(longer) and store.session("s1") == longer
    with pytest.raises(SessionConflict):
        store.add_session(open_)
    assert store.add_session(replace(longer, ended_at=session(1).ended_at))
    with pytest.raises(SessionConflict):
        store.add_session(longer)


def test_a_session_that_could_not_be_read_back_is_never_stored() -> None:
    objects = InMemoryObjects()
    with pytest.raises(MalformedTranscript, match=r"s1\.json"):
        store_on(objects).add_session(replace(session(1), ended_at=START))
    assert objects.contents() == {}


def test_of_two_parties_that_bring_one_session_at_once_one_brings_it() -> None:
    objects = InMemoryObjects()
    known_on(objects)
    late = store_on(BeforePut(objects, "s1.json", lambda: store_on(objects).add_session(session(1))))
    assert not late.add_session(session(1))


def test_a_formation_is_replaced_by_a_newer_one() -> None:
    store = known_on(InMemoryObjects())
    failed = Formation(session="s1", extractor="x 1", status="failed", reason="no answer")
    formed = replace(failed, status="formed", reason="")
    store.put_formation(failed)
    assert store.formation("s1") == failed
    store.put_formation(formed)
    assert store.formation("s1") == formed


def test_decisions_that_change_nothing_leave_no_change_behind() -> None:
    objects = InMemoryObjects()
    store = known_on(objects)
    assert store.put_decisions(NOTHING)
    assert store.decided_sessions() == {"s1"} and store.head().seq == 0
    assert keys.head_key(FAMILY) not in objects.contents()


def test_a_decided_session_stays_as_it_was_decided() -> None:
    store = known_on(InMemoryObjects())
    other = replace(NOTHING, decisions=(Decision(candidate=0, summary="x", kind="ignore", reason="known"),))
    assert store.put_decisions(NOTHING)
    assert not store.put_decisions(other) and not store.put_decisions(NOTHING)
    assert store.decisions("s1") == NOTHING


def test_a_commit_shows_in_the_store_and_in_new_views_but_not_in_old_ones() -> None:
    store = store_on(InMemoryObjects())
    store.create_family(DANA)
    store.add_session(session(1))
    old = store.view()
    assert old.memories() == {}
    assert store.commit(add(1)) is not None
    assert store.ledger(memory_of(1).id) == (evidence_of(1),)
    assert old.memories() == {} and set(store.view().memories()) == {memory_of(1).id}


def test_a_reader_has_no_way_to_write() -> None:
    names = {name for name in dir(FamilyView) if not name.startswith("_")}
    assert not [
        name for name in names if name.startswith(("put", "add", "commit", "create", "delete", "roll", "write"))
    ]


def test_families_do_not_touch_each_other() -> None:
    objects = InMemoryObjects()
    for family in (FAMILY, "fam_b"):
        store_on(objects, family).create_family(replace(DANA, key=family))
    other = {key: data for key, data in objects.contents().items() if "/fam_b/" in key}
    store = store_on(objects)
    store.add_session(session(1))
    store.commit(add(1))
    assert {key: data for key, data in objects.contents().items() if "/fam_b/" in key} == other
