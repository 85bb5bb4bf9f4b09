"""Reading a family: one consistent state, whatever is damaged, edited by hand or half applied (contract section 15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.brief import SECTION_NAMES, Brief, BriefLine, BriefSection
from memory_pipeline.model.change import Change
from memory_pipeline.model.entity import Entity
from memory_pipeline.model.errors import InvalidFamilyKey, MalformedDocument, UnknownFamily, UnknownReference
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.ports.object_store import UNCHANGED, ObjectEntry, ObjectStore, StoredObject
from memory_pipeline.store import keys
from memory_pipeline.store.catalog import ParsedLines
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.journal import Journal, Plan
from memory_pipeline.store.okf import parse_memory
from memory_pipeline_tests.faults.stores import BeforePut, Interrupting
from memory_pipeline_tests.store.changes import (
    FAMILY,
    HISTORY,
    START,
    add,
    evidence_of,
    memory_of,
    prepared_family,
    reinforce,
    session,
    supersede,
)

CATALOG = keys.catalog_key(FAMILY)
PERSON = Entity(id=derived_ulid(START, "theo"), kind="person", names=("Theo",))
RULE = Suppression(id=derived_ulid(START, "rule"), scope="about", value="Bicycles", made_at=START)


def commit(objects: ObjectStore, *plans: Plan) -> None:
    for plan in plans:
        Journal(objects, FAMILY, lambda: START, "test", sleep=lambda _: None).commit(plan)


def brief_of(text: str) -> Brief:
    lines = {"topics": (BriefLine(text=text),)}
    return Brief(
        family=FAMILY, sections=tuple(BriefSection(name=name, lines=lines.get(name, ())) for name in SECTION_NAMES)
    )


def parts(**files: object) -> Plan:
    return lambda _: Change(kind="card", cause="test", at=START, **files)  # type: ignore[arg-type]


@pytest.fixture
def store() -> InMemoryObjects:
    objects = InMemoryObjects()
    prepared_family(objects)
    return objects


def test_a_family_that_is_not_there_is_told_so_where_it_matters() -> None:
    view = FamilyView(InMemoryObjects(), FAMILY)
    assert not view.exists() and view.head().seq == 0 and view.memories() == {} and view.brief() is None
    assert view.session_ids() == () and view.suppressions() == () and view.legacy() == {}
    with pytest.raises(UnknownFamily, match="add it first"):
        view.family()


@pytest.mark.parametrize("key", ["", "..", "a/b", "A", "smith,jo", "a" * 65, "fam\n"])
def test_a_key_that_names_no_family_is_refused(key: str) -> None:
    with pytest.raises(InvalidFamilyKey):
        FamilyView(InMemoryObjects(), key)


def test_what_is_not_there_is_an_unknown_reference(store: InMemoryObjects) -> None:
    view = FamilyView(store, FAMILY)
    with pytest.raises(UnknownReference):
        view.memory(memory_of(1).id)
    with pytest.raises(UnknownReference):
        view.session("never")
    assert view.ledger(memory_of(1).id) == () and view.formation("s1") is None and view.decisions("s1") is None


def test_one_instance_shows_one_state_until_it_is_refreshed(store: InMemoryObjects) -> None:
    view = FamilyView(store, FAMILY)
    assert view.memories() == {}
    commit(store, add(1))
    assert view.memories() == {} and view.head().seq == 0
    view.refresh()
    assert set(view.memories()) == {memory_of(1).id} and view.head().seq == 1


def test_the_catalog_and_the_files_tell_the_same_memories(store: InMemoryObjects) -> None:
    commit(store, *HISTORY)
    from_catalog = FamilyView(store, FAMILY)
    from_files = FamilyView(store, FAMILY)
    from_files.reread_files(whole=True)
    assert from_catalog.catalog_entries() == from_files.catalog_entries()
    assert list(from_catalog.memories()) == sorted(from_catalog.memories())


@pytest.mark.parametrize(
    "damage",
    [None, b"", b"no catalog", b'{"seq": 3}\n{"id":"x"}\n', b'{"seq": "3"}\n', b'{"seq": 3}\n{"id":"\xff\n', b"[3]\n"],
)
def test_a_catalog_that_cannot_be_read_is_made_again_from_the_files(
    store: InMemoryObjects, damage: bytes | None
) -> None:
    commit(store, *HISTORY)
    expected = FamilyView(store, FAMILY).catalog_entries()
    good = store.contents()[CATALOG]
    store.delete(CATALOG) if damage is None else store.put(CATALOG, damage)
    assert FamilyView(store, FAMILY).catalog_entries() == expected
    commit(store, add(2))
    assert store.contents()[CATALOG].startswith(b'{"seq":4}\n') and good[10:40] in store.contents()[CATALOG]


@pytest.mark.parametrize("behind", [1, 2, 3])
def test_a_catalog_that_is_behind_is_brought_forward_by_the_journal(store: InMemoryObjects, behind: int) -> None:
    old = {0: None}
    for number, plan in enumerate(HISTORY, start=1):
        commit(store, plan)
        old[number] = store.contents()[CATALOG]  # type: ignore[assignment]
    expected = FamilyView(store, FAMILY).catalog_entries()
    stale = old[len(HISTORY) - behind]
    store.delete(CATALOG) if stale is None else store.put(CATALOG, stale)
    assert FamilyView(store, FAMILY).catalog_entries() == expected


def test_a_catalog_of_another_history_is_not_trusted(store: InMemoryObjects) -> None:
    commit(store, add(1))
    store.put(CATALOG, b'{"seq":7}\n')
    assert set(FamilyView(store, FAMILY).memories()) == {memory_of(1).id}


def test_files_read_while_others_commit_are_brought_to_one_state(store: InMemoryObjects) -> None:
    commit(store, add(1))
    store.delete(CATALOG)

    def commit_meanwhile(number: int, name: str) -> None:
        if name == "get" and number == 4:
            commit(store, supersede(1, 3))

    view = FamilyView(Interrupting(store, before=commit_meanwhile), FAMILY)
    memories = view.memories()
    assert view.head().seq == 2
    assert memories[memory_of(1).id].superseded_by == memory_of(3).id in memories


def test_one_broken_file_holds_up_nothing_else_and_is_reported(store: InMemoryObjects) -> None:
    commit(store, add(1), add(2), parts(entities=(PERSON,)))
    broken = keys.memory_key(FAMILY, memory_of(1).id)
    entity = keys.entity_key(FAMILY, PERSON.id)
    for key in (broken, entity):
        store.put(key, b"---\nid: [\n")
    for catalogued in (True, False):
        if not catalogued:
            store.delete(CATALOG)
        view = FamilyView(store, FAMILY)
        assert memory_of(2).id in view.memories() and view.entities() == {}
        assert [fault.file for fault in view.malformed()] == [entity, broken]
    assert store.contents()[broken] == b"---\nid: [\n"


def test_a_memory_file_under_another_name_is_reported(store: InMemoryObjects) -> None:
    commit(store, add(1))
    copy = keys.memory_key(FAMILY, memory_of(2).id)
    store.put(copy, store.contents()[keys.memory_key(FAMILY, memory_of(1).id)])
    assert [fault.file for fault in FamilyView(store, FAMILY).malformed()] == [copy]


def test_a_broken_ledger_empties_only_itself(store: InMemoryObjects) -> None:
    commit(store, add(1), add(2))
    key = keys.ledger_key(FAMILY, memory_of(1).id)
    store.put(key, b"{}\n")
    view = FamilyView(store, FAMILY)
    ledgers = view.ledgers([memory_of(1).id, memory_of(2).id, memory_of(4).id])
    assert [len(ledger) for ledger in ledgers.values()] == [0, 1, 0]
    assert [fault.file for fault in view.malformed()] == [key]


def test_a_broken_rule_lets_nothing_through(store: InMemoryObjects) -> None:
    commit(store, parts(suppressions=(RULE,)))
    store.put(keys.suppression_key(FAMILY, RULE.id), b"scope: [\n")
    with pytest.raises(MalformedDocument, match=RULE.id):
        FamilyView(store, FAMILY).suppressions()


def test_a_hand_edit_shows_when_the_files_are_read_again(store: InMemoryObjects) -> None:
    commit(store, add(1))
    key = keys.memory_key(FAMILY, memory_of(1).id)
    store.put(key, store.contents()[key].replace(b"pin: false", b"pin: true"))
    view = FamilyView(store, FAMILY)
    assert not view.memory(memory_of(1).id).pin
    view.reread_files()
    assert view.memory(memory_of(1).id).pin


def test_a_brief_is_downloaded_once_a_change(store: InMemoryObjects) -> None:
    assert FamilyView(store, FAMILY).brief_if_changed(None) is None
    commit(store, parts(brief=brief_of("one")))
    found = FamilyView(store, FAMILY).brief_if_changed(None)
    assert isinstance(found, tuple) and found[0] == brief_of("one")
    assert FamilyView(store, FAMILY).brief_if_changed(found[1]) is UNCHANGED
    commit(store, parts(brief=brief_of("two")))
    newer = FamilyView(store, FAMILY).brief_if_changed(found[1])
    assert isinstance(newer, tuple) and newer[0] == brief_of("two")


def test_everything_of_a_change_is_visible_from_its_commit_on(store: InMemoryObjects) -> None:
    commit(store, parts(brief=brief_of("one")))
    etag = FamilyView(store, FAMILY).brief_if_changed(None)[1]  # type: ignore[index]
    seen: list[object] = []

    def look() -> None:
        view = FamilyView(store, FAMILY)
        seen.extend([view.suppressions(), view.entities(), view.session_ids(), view.brief()])
        seen.append(view.brief_if_changed(etag) is not UNCHANGED)

    change = parts(suppressions=(RULE,), entities=(PERSON,), sessions=(session(9),), brief=brief_of("two"))
    commit(BeforePut(store, f"{RULE.id}.yaml", look), change)
    assert seen == [(RULE,), {PERSON.id: PERSON}, ("s1", "s2", "s3", "s4", "s9"), brief_of("two"), True]


def test_the_journal_is_read_from_any_change_on_and_a_hole_is_named(store: InMemoryObjects) -> None:
    commit(store, *HISTORY)
    assert [record.seq for record in FamilyView(store, FAMILY).records()] == [1, 2, 3]
    assert [record.seq for record in FamilyView(store, FAMILY).records(after=2)] == [3]
    store.delete(keys.change_key(FAMILY, 2))
    with pytest.raises(MalformedDocument, match=r"changes/2\.json"):
        list(FamilyView(store, FAMILY).records())


def test_unknown_keys_of_a_hand_written_file_survive_catalog_and_change(store: InMemoryObjects) -> None:
    commit(store, add(1))
    key = keys.memory_key(FAMILY, memory_of(1).id)
    line = b"etag: no\nx_body: [1,  'two']\n"
    store.put(key, store.contents()[key].replace(b"needs_enrichment: false\n", b"needs_enrichment: false\n" + line))
    commit(store, reinforce(1, by=2), reinforce(1, by=4))
    found = store.contents()[key]
    assert line in found
    assert parse_memory(found, key) == FamilyView(store, FAMILY).memory(memory_of(1).id)


def test_legacy_files_are_read_as_found(store: InMemoryObjects) -> None:
    store.put(f"families/{FAMILY}/legacy/knowledge.md", "Käse\r\n".encode())
    assert FamilyView(store, FAMILY).legacy() == {"knowledge.md": "Käse\r\n"}
    store.put(f"families/{FAMILY}/legacy/knowledge.md", b"\xff")
    with pytest.raises(MalformedDocument, match="UTF-8"):
        FamilyView(store, FAMILY).legacy()


def test_times_of_a_memory_survive_the_catalog_to_the_microsecond(store: InMemoryObjects) -> None:
    def plan(view: FamilyView) -> Change | None:
        change = add(1)(view)
        assert change is not None
        late = memory_of(1).formed_at + timedelta(microseconds=7)
        return replace(change, memories=(replace(memory_of(1), last_reinforced_at=late, confidence=0.1 + 0.2),))

    commit(store, plan)
    memory = FamilyView(store, FAMILY).memory(memory_of(1).id)
    key = keys.memory_key(FAMILY, memory.id)
    assert memory == parse_memory(store.contents()[key], key) and memory.last_reinforced_at.microsecond == 7


class Opened(Interrupting):
    """Notes what is opened; names cost nothing."""

    def __init__(self, inner: ObjectStore) -> None:
        super().__init__(inner)
        self.keys_got: list[str] = []

    def get(self, key: str) -> StoredObject | None:
        self.keys_got.append(key)
        return super().get(key)

    def get_many(self, wanted: Iterable[str]) -> Iterator[tuple[str, StoredObject | None]]:
        found = list(wanted)
        self.keys_got += found
        return super().get_many(found)

    def list(self, prefix: str) -> Iterator[ObjectEntry]:
        raise AssertionError("etags are not asked for where names are enough")


@pytest.mark.parametrize(
    "read",
    [
        pytest.param(lambda view: view.session_ids(), id="sessions"),
        pytest.param(lambda view: view.decided_sessions(), id="decided sessions"),
        pytest.param(lambda view: view.head(), id="a quiet night"),
        pytest.param(lambda view: view.suppressions(), id="no rules"),
        pytest.param(lambda view: view.entities(), id="no entities"),
    ],
)
def test_names_are_listed_without_opening_a_file(store: InMemoryObjects, read: Callable[[FamilyView], object]) -> None:
    commit(store, *HISTORY)
    opened = Opened(store)
    read(FamilyView(opened, FAMILY))
    assert opened.keys_got == [keys.head_key(FAMILY)]


def test_views_of_one_writer_parse_a_line_of_the_catalog_once(store: InMemoryObjects) -> None:
    commit(store, *HISTORY)
    parsed = ParsedLines()
    first, second = (FamilyView(store, FAMILY, parsed=parsed).catalog_entries() for _ in range(2))
    assert first == second and all(first[id] is second[id] for id in first)
    commit(store, add(2))
    third = FamilyView(store, FAMILY, parsed=parsed).catalog_entries()
    assert third == FamilyView(store, FAMILY).catalog_entries() and all(first[id] is third[id] for id in first)


def test_one_broken_file_of_five_hundred_holds_up_nothing(store: InMemoryObjects) -> None:
    said = evidence_of(1)
    many = [replace(memory_of(1), id=derived_ulid(said.recorded_at, str(number))) for number in range(500)]
    commit(store, parts(memories=tuple(many), evidence=tuple((memory.id, said) for memory in many)))
    broken = keys.memory_key(FAMILY, many[250].id)
    store.put(broken, store.contents()[broken].replace(b"type: fact", b"type: [fact"))
    for trust in ("catalog", "files"):
        view = FamilyView(store, FAMILY)
        if trust == "files":
            view.reread_files(whole=True)
            assert len(view.memories()) == 499
        assert [fault.file for fault in view.malformed()] == [broken]
    commit(store, add(2))
    assert memory_of(2).id in FamilyView(store, FAMILY).memories()
