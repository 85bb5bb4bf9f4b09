"""A review or an entity that cannot be read: the others go on, and no change takes its place unseen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.entity import Entity
from memory_pipeline.model.errors import StoredDataError
from memory_pipeline.model.review import Review, Verdict
from memory_pipeline.store.family_store import FamilyStore
from memory_pipeline_tests.store.changes import FAMILY, START, add, memory_of, prepared_family

FOLDER = f"families/{FAMILY}/"
ENTITY = Entity(id="01K6N1R0A0B0C0D0E0F0ENT003", kind="person", names=("Theo",), aliases=(), body="")


@pytest.fixture
def objects() -> InMemoryObjects:
    found = InMemoryObjects()
    prepared_family(found)
    for number in (1, 2):
        writer(found).commit(add(number))
    return found


def writer(objects: InMemoryObjects) -> FamilyStore:
    return FamilyStore(objects, FAMILY, clock=lambda: START, owner="writer")


def reviewed(number: int) -> Change:
    memory = memory_of(number)
    verdict = Verdict(kind="accepted", reviewer="Dana", at=START, summary=memory.summary)
    entries = (ChangeEntry("reviewed", memory.id),)
    review = Review(memory=memory.id, verdicts=(verdict,))
    return Change(kind="card", cause="review", at=START, entries=entries, reviews=(review,))


def test_an_unreadable_review_is_named_and_hides_no_other(objects: InMemoryObjects) -> None:
    writer(objects).commit(lambda _: reviewed(1))
    bad = f"{FOLDER}reviews/{memory_of(2).id}.json"
    objects.put(bad, b'{\n"memory": 1,\n"memory": 2}')
    view = writer(objects).view()
    assert list(view.reviews()) == [memory_of(1).id]
    assert [(fault.file, fault.line) for fault in view.malformed()] == [(bad, 3)]


def test_no_change_takes_the_place_of_a_file_that_cannot_be_read(objects: InMemoryObjects) -> None:
    met = replace(reviewed(1), kind="session", reviews=(), entities=(ENTITY,))
    for key, change in (
        (f"{FOLDER}reviews/{memory_of(1).id}.json", reviewed(1)),
        (f"{FOLDER}entities/{ENTITY.id}.md", met),
    ):
        objects.put(key, b"by hand, and broken\n")
        before = objects.contents()
        with pytest.raises(StoredDataError, match=key):
            writer(objects).commit(lambda _, change=change: change)  # type: ignore[misc]
        assert objects.contents()[key] == before[key] and set(objects.contents()) == set(before)
