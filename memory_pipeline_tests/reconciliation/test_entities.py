"""Names as spoken, and the entities they mean."""

from __future__ import annotations

import pytest

from memory_pipeline.model.entity import Entity, EntityKind
from memory_pipeline.reconciliation.entities import EntityBook
from memory_pipeline_tests.reconciliation.world import FAMILY, MAY, World, said, talk


def names(world: World) -> dict[str, tuple[str, ...]]:
    return {entity.names[0]: entity.aliases for entity in world.store.view().entities().values()}


def applied(world: World) -> list[list[str]]:
    view = world.store.view()
    entities = view.entities()
    return [sorted(entities[id].names[0] for id in memory.applies_to) for memory in view.memories().values()]


def test_a_member_is_one_entity_by_any_of_their_names() -> None:
    world = World()
    world.tell(talk("s1", 0, said("June hates coconut.", "June", applies_to=("June",))))
    world.tell(talk("s2", 7, said("Juniper plays chess.", "Juniper", applies_to=("Juniper", "June"))))
    assert names(world) == {"Juniper": ("June",)}
    assert applied(world) == [["Juniper"], ["Juniper"]]


def test_my_sister_is_bound_to_who_says_it_and_gets_her_name_once_it_is_told() -> None:
    world = World()
    world.tell(
        talk("s1", 0, said("My sister likes tea.", "Marcus's sister", applies_to=("my sister",)), speaker="Marcus")
    )
    assert names(world) == {"Marcus's sister": ()}
    text = "We visit my sister Corinne in May."
    world.tell(talk("s2", 7, said(text, "Corinne", applies_to=("Corinne",)), speaker="Marcus"))
    assert names(world) == {"Corinne": ("Marcus's sister",)}
    world.tell(talk("s3", 14, said("My sister plays chess.", "Corinne", applies_to=("my sister",)), speaker="Marcus"))
    assert applied(world) == [["Corinne"]] * 3


def test_my_sister_said_by_another_member_is_another_person() -> None:
    world = World()
    world.tell(talk("s1", 0, said("My sister likes tea.", "Sister", applies_to=("my sister",)), speaker="Marcus"))
    world.tell(talk("s2", 7, said("My sister plays chess.", "Sister", applies_to=("my sister",)), speaker="Dana"))
    assert set(names(world)) == {"Marcus's sister", "Dana's sister"}


@pytest.mark.parametrize("name", ["her sister", "his coach"])
def test_who_needs_the_talk_around_it_means_nobody(name: str) -> None:
    world = World()
    world.tell(talk("s1", 0, said("Nora plays piano.", applies_to=("Nora", name))))
    assert set(names(world)) == {"Nora"}


def test_a_way_to_call_two_of_them_means_nobody() -> None:
    entities = {
        id: Entity(id=id, kind="person", names=(name,), aliases=("Kim",)) for id, name in (("A", "Ana"), ("B", "Sam"))
    }
    book = EntityBook(entities, FAMILY)
    assert book.resolve(said("Kim likes tea.", applies_to=("Kim", "Ana")), None, MAY, "s1") == ("A",)


def test_the_speaker_is_meant_by_i() -> None:
    world = World()
    world.tell(talk("s1", 0, said("I take lisinopril at 7.", "Marcus", applies_to=("I",)), speaker="Marc"))
    assert names(world) == {"Marcus": ("Marc",)}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Soccer team", "group"),
        ("Soccer team group chat", "group"),
        ("Alder Field", "place"),
        ("Thistle Hill School", "place"),
        ("Renata Voss", "person"),
        ("Theo", "person"),
    ],
)
def test_an_entity_is_a_person_a_place_or_a_group(name: str, kind: EntityKind) -> None:
    world = World()
    world.tell(talk("s1", 0, said("Nora plays piano.", applies_to=(name,))))
    assert [entity.kind for entity in world.store.view().entities().values()] == [kind]


def test_an_entity_that_no_memory_needs_is_not_kept() -> None:
    world = World()
    world.tell(talk("s1", 0, said("Nora plays piano.", applies_to=("Nora",))))
    world.tell(talk("s2", 7, said("Nora plays piano.", applies_to=("Nora", "Zed"))))
    assert set(names(world)) == {"Nora"}


def test_the_id_of_an_entity_is_made_of_its_first_mention() -> None:
    first, second = World(), World()
    for world in (first, second):
        world.tell(talk("s1", 0, said("Nora plays piano.", applies_to=("Nora",))))
    assert list(first.store.view().entities()) == list(second.store.view().entities())
