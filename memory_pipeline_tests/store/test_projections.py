"""catalog.jsonl, index.md and log.md are functions of the memories and the journal (contract section 1)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.memory import Memory
from memory_pipeline.store import keys
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.index_file import render_index
from memory_pipeline.store.journal import Journal, Plan
from memory_pipeline.store.projections import refresh_projections, stale_projections
from memory_pipeline_tests.faults.stores import BeforePut, Interrupting
from memory_pipeline_tests.store.changes import FAMILY, HISTORY, START, add, memory_of, prepared_family

DERIVED = (keys.catalog_key(FAMILY), keys.index_key(FAMILY), keys.log_key(FAMILY))


@pytest.fixture
def store() -> InMemoryObjects:
    objects = InMemoryObjects()
    prepared_family(objects)
    commit(objects, *HISTORY)
    refresh_projections(objects, FAMILY)
    return objects


def commit(objects: InMemoryObjects, *plans: Plan) -> None:
    for plan in plans:
        Journal(objects, FAMILY, lambda: START, "test").commit(plan)


def text(objects: InMemoryObjects, key: str) -> str:
    return objects.contents()[key].decode()


def test_what_is_derived_can_be_deleted_and_comes_back_byte_for_byte(store: InMemoryObjects) -> None:
    before = store.contents()
    for key in DERIVED:
        store.delete(key)
    assert refresh_projections(store, FAMILY) == DERIVED
    assert store.contents() == before


def test_a_second_refresh_writes_nothing(store: InMemoryObjects) -> None:
    before = store.contents()
    assert refresh_projections(store, FAMILY) == () == refresh_projections(store, FAMILY, from_files=True)
    assert store.contents() == before and stale_projections(store, FAMILY) == ()


@pytest.mark.parametrize("key", DERIVED)
def test_a_tampered_projection_is_found_and_made_again_from_the_truth(store: InMemoryObjects, key: str) -> None:
    good = store.contents()[key]
    store.put(key, good.replace(b"01", b"02") if key.endswith("md") else good.replace(b"bicycles", b"motorbikes"))
    assert stale_projections(store, FAMILY) == (key,)
    assert refresh_projections(store, FAMILY, from_files=True) == (key,)
    assert store.contents()[key] == good


def test_a_lost_race_for_a_projection_is_no_loss(store: InMemoryObjects) -> None:
    store.delete(keys.log_key(FAMILY))
    racing = BeforePut(store, "log.md", lambda: refresh_projections(store, FAMILY))
    assert refresh_projections(racing, FAMILY) == ()
    assert stale_projections(store, FAMILY) == ()


def test_the_log_is_newest_day_first_with_ids_and_kinds_only(store: InMemoryObjects) -> None:
    one, three = memory_of(1).id, memory_of(3).id
    assert text(store, keys.log_key(FAMILY)) == (
        "# Change log, days in Europe/Berlin\n"
        f"\n## 2026-08-17\n\n* **3 session**: superseded {one}, added {three}\n"
        f"\n## 2026-08-16\n\n* **2 session**: reinforced {one}\n"
        f"\n## 2026-08-15\n\n* **1 session**: added {one}\n"
    )
    assert "bicycle" not in text(store, keys.log_key(FAMILY))


def test_lines_of_the_log_are_never_changed_only_joined(store: InMemoryObjects) -> None:
    before = text(store, keys.log_key(FAMILY)).splitlines()
    late = memory_of(2)
    commit(store, add(2))
    refresh_projections(store, FAMILY)
    after = text(store, keys.log_key(FAMILY)).splitlines()
    assert [line for line in after if line in before] == before
    assert [line for line in after if line not in before] == [f"* **4 session**: added {late.id}"]


def test_only_new_records_are_read_for_the_log(store: InMemoryObjects) -> None:
    commit(store, add(2))
    store.delete(keys.change_key(FAMILY, 1))
    assert keys.log_key(FAMILY) in refresh_projections(store, FAMILY)


def test_a_family_that_moves_gets_its_days_in_the_new_zone(store: InMemoryObjects) -> None:
    family = FamilyView(store, FAMILY).family()
    move = Change(kind="card", cause="moved", at=START, family=replace(family, timezone="Pacific/Auckland"))
    commit(store, lambda _: move)
    refresh_projections(store, FAMILY)
    assert "days in Pacific/Auckland" in text(store, keys.log_key(FAMILY)) and stale_projections(store, FAMILY) == ()


def test_a_dream_that_only_recompiles_is_logged_without_an_id(store: InMemoryObjects) -> None:
    due = (START + timedelta(days=30)).date()
    commit(store, lambda _: Change(kind="dream", cause="night", at=START, dreamt=True, next_due=due))
    refresh_projections(store, FAMILY)
    assert "* **4 dream**: nothing but the brief" in text(store, keys.log_key(FAMILY))


def test_an_entry_of_any_id_stays_readable_in_the_log(store: InMemoryObjects) -> None:
    odd = Change(kind="card", cause="odd", at=START, entries=(ChangeEntry("adopted", "a.b_c-d"),), dreamt=True)
    commit(store, lambda _: odd)
    refresh_projections(store, FAMILY)
    counting = Interrupting(store)
    assert refresh_projections(counting, FAMILY) == () and "adopted a.b_c-d" in text(store, keys.log_key(FAMILY))


def test_the_index_lists_what_is_active_by_type_in_order_of_id(store: InMemoryObjects) -> None:
    three = memory_of(3).id
    assert text(store, keys.index_key(FAMILY)) == (
        f'---\nokf_version: "0.2"\n---\n\n# Facts\n\n* [Bicycles](memories/{three}.md) - The family owns 3 bicycles.\n'
    )


def test_the_index_depends_on_the_memories_and_not_on_their_order() -> None:
    memories = [replace(memory_of(number), type=kind) for number, kind in ((2, "fact"), (1, "directive"), (3, "fact"))]  # type: ignore[arg-type]
    forwards = render_index({memory.id: memory for memory in memories})
    assert forwards == render_index({memory.id: memory for memory in reversed(memories)})
    assert forwards.index(b"# Directives") < forwards.index(b"# Facts")


@pytest.mark.parametrize("about", ["[x](http://evil)", "# Heading", "a\u2028b", "<script>", "`code`", "*x*"])
def test_text_stays_text_in_the_index(about: str) -> None:
    memory: Memory = replace(memory_of(1), about=about)
    line = render_index({memory.id: memory}).decode().split("\n")[6]
    assert re.findall(r"(?<!\\)\]\(", line) == ["]("] and line.startswith("* [")
    assert not re.findall(r"(?<!\\)[<`*]", line.removeprefix("*"))
