"""The card's list: newest first, in pages, as of any moment (seed section 10)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory_pipeline.control.forget import plan_forget
from memory_pipeline.control.listing import CardStatus, list_card
from memory_pipeline.model.errors import UnknownReference
from memory_pipeline_tests.reconciliation.world import MAY, World, said, talk

FACTS = [
    "Nora plays piano.",
    "Nora likes ramen.",
    "Nora's bedtime is 8.",
    "Theo is allergic to eggs.",
    "Dana works at Acme.",
]


@pytest.fixture
def world() -> World:
    made = World()
    for day, text in enumerate(FACTS):
        made.tell(talk(f"s{day}", day, said(text, text.split()[0].removesuffix("'s"))))
    return made


def shown(world: World, **options: object) -> list[str]:
    return [item.memory.claim for item in list_card(world.store.view(), **options).items]  # type: ignore[arg-type]


def test_the_newest_comes_first(world: World) -> None:
    assert shown(world) == FACTS[::-1]


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 9])
def test_pages_show_every_memory_once(world: World, limit: int) -> None:
    seen, after = [], None
    while True:
        page = list_card(world.store.view(), limit=limit, after=after)
        seen += [item.memory.claim for item in page.items]
        after = page.next
        if after is None:
            break
    assert seen == FACTS[::-1]


def test_a_newer_memory_does_not_move_the_next_page(world: World) -> None:
    after = list_card(world.store.view(), limit=2).next
    world.tell(talk("s9", 9, said("Nora plays chess.")))
    assert shown(world, limit=2, after=after) == FACTS[::-1][2:4]


def test_a_page_continues_after_a_memory_that_was_forgotten_meanwhile(world: World) -> None:
    after = list_card(world.store.view(), limit=2).next
    assert after is not None
    world.store.commit(lambda view: plan_forget(view, after, MAY + timedelta(days=30), "Dana"))
    assert shown(world, limit=2, after=after) == FACTS[::-1][2:4]


def test_each_item_has_the_references_of_its_evidence(world: World) -> None:
    world.tell(talk("s9", 9, said("Dana works at Acme.", "Dana")))
    first = list_card(world.store.view(), limit=1).items[0]
    assert first.evidence == ("conv://fam_test/s4#turn=1", "conv://fam_test/s9#turn=1")


@pytest.mark.parametrize(
    ("status", "expected"),
    [("active", FACTS[:0:-1]), ("retracted", FACTS[:1]), ("all", FACTS[::-1]), ("dormant", [])],
)
def test_a_status_shows_its_memories(world: World, status: CardStatus, expected: list[str]) -> None:
    first = list_card(world.store.view()).items[-1].memory.id
    world.store.commit(lambda view: plan_forget(view, first, MAY + timedelta(days=30), "Dana"))
    assert shown(world, status=status) == expected


def test_the_card_of_an_earlier_day_is_read_from_the_journal(world: World) -> None:
    world.tell(talk("s9", 9, said("Nora's bedtime is 8:30.")))
    assert shown(world, as_of=MAY + timedelta(days=3)) == FACTS[:3][::-1]
    assert shown(world, as_of=MAY + timedelta(days=8)) == FACTS[::-1]
    assert shown(world, as_of=MAY - timedelta(days=1)) == []


def test_the_card_of_an_earlier_day_has_the_evidence_of_that_day(world: World) -> None:
    world.tell(talk("s9", 9, said("Nora plays piano.")))
    page = list_card(world.store.view(), as_of=MAY + timedelta(days=8))
    assert page.items[-1].evidence == ("conv://fam_test/s0#turn=1",)
    assert page.items[-1].memory.reinforcement_count == 0


def test_a_cursor_of_another_card_is_refused(world: World) -> None:
    with pytest.raises(UnknownReference):
        list_card(world.store.view(), after="01K6N1R0A0B0C0D0E0F0H0H010")
