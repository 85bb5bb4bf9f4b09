"""Hand edits enter the journal as the person wrote them; what cannot be taken over stays and is named (contract 2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.brief import SECTION_NAMES, Brief, BriefLine, BriefSection
from memory_pipeline.model.change import Change, ChangeEntry, ChangeRecord
from memory_pipeline.model.entity import Entity
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store import keys
from memory_pipeline.store.adoption import adoption, plan_adopt
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.hand_edits import hand_edits
from memory_pipeline.store.journal import Journal, Plan
from memory_pipeline.store.ledger import render_evidence
from memory_pipeline.store.projections import refresh_projections, stale_projections
from memory_pipeline_tests.store.changes import (
    FAMILY,
    START,
    add,
    evidence_of,
    memory_of,
    prepared_family,
    reinforce,
    session,
    supersede,
)

ONE, TWO, THREE, FOUR = (memory_of(number).id for number in (1, 2, 3, 4))
LATER = START + timedelta(days=30)
THEO = Entity(id=derived_ulid(START, "theo"), kind="person", names=("Theo",))
RULE = Suppression(id=derived_ulid(START, "rule"), scope="about", value="Cars", made_at=START)
CARD = replace(session(4), id="card-1", surface="card")
BRIEF = Brief(
    family=FAMILY,
    sections=tuple(
        BriefSection(
            name=name,
            lines=tuple(BriefLine(text="x", ref=str(MemoryRef(FAMILY, id))) for id in (ONE, FOUR)) if not place else (),
        )
        for place, name in enumerate(SECTION_NAMES)
    ),
)
FILE_1, FILE_4 = keys.memory_key(FAMILY, ONE), keys.memory_key(FAMILY, FOUR)
LEDGER_1 = keys.ledger_key(FAMILY, ONE)
PERSON, RULE_FILE = keys.entity_key(FAMILY, THEO.id), keys.suppression_key(FAMILY, RULE.id)


class World:
    """A family with claim 1 (supported twice), claim 4, claims 2 → 3, a person, a rule and a brief."""

    def __init__(self) -> None:
        self.objects = InMemoryObjects()
        prepared_family(self.objects)
        parts = {"entities": (THEO,), "suppressions": (RULE,), "brief": BRIEF, "sessions": (CARD,)}
        self.commit(add(1), reinforce(1, by=2), add(2), supersede(2, 3), add(4), lambda _: card(**parts))
        refresh_projections(self.objects, FAMILY)

    def commit(self, *plans: Plan) -> ChangeRecord | None:
        record = None
        for plan in plans:
            record = Journal(self.objects, FAMILY, lambda: START, "test", sleep=lambda _: None).commit(plan)
        return record

    def adopt(self) -> ChangeRecord | None:
        return self.commit(lambda view: plan_adopt(view, LATER))

    def left(self) -> dict[str, str]:
        return {edit.file: edit.reason for edit in adoption(self.view, LATER).left}

    def edit(self, key: str, old: str, new: str) -> None:
        text = self.text(key)
        assert old in text
        self.objects.put(key, text.replace(old, new).encode())

    def text(self, key: str) -> str:
        return self.objects.contents()[key].decode()

    @property
    def view(self) -> FamilyView:
        return FamilyView(self.objects, FAMILY)

    @property
    def edited(self) -> list[str]:
        return [edit.key for edit in hand_edits(self.view)]


def card(**parts: object) -> Change:
    return Change(kind="card", cause="test", at=START, **parts)  # type: ignore[arg-type]


@pytest.fixture
def world() -> World:
    return World()


def test_a_hand_edit_is_adopted_on_every_store(objects: ObjectStore) -> None:
    prepared_family(objects)
    writer = Journal(objects, FAMILY, lambda: START, "test")
    writer.commit(add(1))
    found = objects.get(FILE_1)
    assert found is not None
    objects.put(FILE_1, found.data.replace(b"pin: false", b"pin: true"))
    assert writer.commit(lambda view: plan_adopt(view, LATER)) is not None
    view = FamilyView(objects, FAMILY)
    assert view.memory(ONE).pin and hand_edits(view) == () and view.malformed() == ()


def test_an_untouched_family_has_nothing_to_adopt(world: World) -> None:
    before = world.objects.contents()
    assert world.edited == [] and world.adopt() is None
    assert world.objects.contents() == before


def test_words_are_journaled_as_the_person_wrote_them(world: World) -> None:
    world.edit(FILE_1, "We own 1 bicycles.\n", "We own *one* bicycle:\r\n\n  a red one\n---\n")
    record = world.adopt()
    assert record is not None and (record.kind, record.at) == ("adopt", LATER)
    assert record.entries == (ChangeEntry("adopted", ONE),)
    memory = world.view.memory(ONE)
    assert memory.body == "\nWe own *one* bicycle:\r\n\n  a red one\n---\n"
    assert (memory.revision, memory.reinforcement_count) == (2, 1)
    assert world.edited == [] and world.adopt() is None
    refresh_projections(world.objects, FAMILY)
    assert stale_projections(world.objects, FAMILY) == ()


@pytest.mark.parametrize(
    ("old", "new", "revision"),
    [
        pytest.param("pin: false", "pin: true", 2, id="a changed claim"),
        pytest.param("revision: 1", "revision: 7", 7, id="a revision raised by hand"),
        pytest.param("pin: false\n", "pin: true\nnickname: rosso\n", 2, id="a key of their own"),
        pytest.param("about: Bicycles", 'about: "Bicycles"', 1, id="another spelling of the same"),
        pytest.param("reinforcement_count: 1", "reinforcement_count: 9", 1, id="a counter, which the ledger knows"),
        pytest.param("status: active", "status: dormant", 2, id="another status"),
        pytest.param("valid_until: null", "valid_until: 2030-01-01", 2, id="a date"),
    ],
)
def test_the_revision_tells_of_a_changed_claim_and_of_nothing_else(
    world: World, old: str, new: str, revision: int
) -> None:
    world.edit(FILE_1, old, new)
    world.adopt()
    memory = world.view.memory(ONE)
    assert (memory.revision, memory.reinforcement_count) == (revision, 1)
    assert world.edited == []


@pytest.mark.parametrize("summary", ["The family owns 1 bicycles.", "One red bicycle."])
def test_edited_words_under_an_old_summary_are_pointed_out(world: World, summary: str) -> None:
    world.edit(FILE_1, "We own 1 bicycles.\n", "We own one red bicycle.\n")
    world.edit(FILE_1, "The family owns 1 bicycles.", summary)
    assert adoption(world.view, LATER).unsummarised == ((ONE,) if "family" in summary else ())


def test_an_old_copy_put_back_is_a_new_revision(world: World) -> None:
    old = world.text(FILE_1)
    world.edit(FILE_1, "pin: false", "pin: true")
    world.adopt()
    world.objects.put(FILE_1, old.encode())
    world.adopt()
    assert (world.view.memory(ONE).pin, world.view.memory(ONE).revision) == (False, 3)


def test_what_was_edited_leaves_the_brief_until_it_is_compiled_again(world: World) -> None:
    world.edit(FILE_1, "status: active", "status: expired")
    world.adopt()
    brief = world.view.brief()
    assert brief is not None and [line.ref for line in brief.sections[0].lines] == [str(MemoryRef(FAMILY, FOUR))]


def test_a_removed_claim_is_taken_back_and_its_file_returns(world: World) -> None:
    for key in (FILE_1, LEDGER_1):
        world.objects.delete(key)
    record = world.adopt()
    assert record is not None and record.entries == (ChangeEntry("retracted", ONE),)
    assert (world.view.memory(ONE).status, world.view.memory(ONE).revision) == ("retracted", 2)
    assert len(world.view.ledger(ONE)) == 2 and world.edited == []


@pytest.mark.parametrize("key", [LEDGER_1, PERSON, RULE_FILE])
def test_a_removed_ledger_person_or_rule_returns_as_it_was(world: World, key: str) -> None:
    before = world.objects.contents()[key]
    world.objects.delete(key)
    world.adopt()
    assert world.objects.contents()[key] == before and world.edited == []


def test_a_claim_may_apply_to_a_person_who_returns(world: World) -> None:
    world.edit(FILE_1, "applies_to: []", f"applies_to:\n  - {THEO.id}")
    world.objects.delete(PERSON)
    world.adopt()
    assert world.view.memory(ONE).applies_to == (THEO.id,) and world.edited == [] and world.left() == {}


def test_a_line_added_to_a_ledger_counts(world: World) -> None:
    world.objects.put(LEDGER_1, (world.text(LEDGER_1) + render_evidence(evidence_of(4)) + "\n").encode())
    record = world.adopt()
    assert record is not None and {write.key for write in record.writes if "memories" in write.key} == {
        FILE_1,
        LEDGER_1,
    }
    memory = world.view.memory(ONE)
    assert (memory.reinforcement_count, memory.last_reinforced_at) == (2, evidence_of(4).recorded_at)
    assert memory.revision == 1 and world.edited == []


EDITS: dict[str, tuple[str, Callable[[World], None], ChangeEntry]] = {
    "a person with an alias": (
        PERSON,
        lambda world: world.edit(PERSON, "aliases: []", "aliases: [Teo]"),
        ChangeEntry("adopted", THEO.id),
    ),
    "a rule that was lifted": (
        RULE_FILE,
        lambda world: world.edit(RULE_FILE, "lifted_at: null", "lifted_at: 2026-09-01T00:00:00Z"),
        ChangeEntry("lifted", RULE.id),
    ),
}


@pytest.mark.parametrize("case", EDITS)
def test_other_files_are_journaled_byte_for_byte(world: World, case: str) -> None:
    key, edit, entry = EDITS[case]
    edit(world)
    wanted = world.text(key)
    record = world.adopt()
    assert record is not None and record.entries == (entry,)
    assert [write.content for write in record.writes if write.key == key] == [wanted]
    assert world.text(key) == wanted and world.edited == []


def test_a_family_that_the_journal_has_written_may_be_edited(world: World) -> None:
    world.commit(lambda view: card(family=replace(view.family(), closed=True)))
    key = keys.family_key(FAMILY)
    world.edit(key, "Europe/Berlin", "Europe/Paris")
    world.adopt()
    assert world.view.family().timezone == "Europe/Paris" and world.edited == []
    world.edit(key, "Europe/Paris", "Mars/Base")
    assert world.adopt() is None and key in world.left()


def test_a_claim_written_by_hand_needs_its_evidence(world: World) -> None:
    name = derived_ulid(LATER, "by hand")
    key, ledger = keys.memory_key(FAMILY, name), keys.ledger_key(FAMILY, name)
    world.objects.put(key, world.text(FILE_4).replace(FOUR, name).encode())
    assert world.adopt() is None and "has-evidence" in world.left()[key]
    world.objects.put(ledger, f"{render_evidence(evidence_of(4))}\n".encode())
    assert world.adopt() is not None and world.view.memory(name).claim == "We own 4 bicycles."


STAYING: dict[str, tuple[str, Callable[[World], None], str]] = {
    "a file that cannot be read": (FILE_1, lambda world: world.objects.put(FILE_1, b"---\nid: [\n"), "line"),
    "a file under another name": (FILE_1, lambda world: world.edit(FILE_1, ONE, TWO), "rename it"),
    "superseded by nothing": (
        FILE_1,
        lambda world: world.edit(FILE_1, "status: active", "status: superseded"),
        "superseded-by",
    ),
    "out of its lineage on one side": (
        keys.memory_key(FAMILY, THREE),
        lambda world: world.edit(keys.memory_key(FAMILY, THREE), f"supersedes: {TWO}", "supersedes: null"),
        "closed-lineage",
    ),
    "two active in one lineage": (
        keys.memory_key(FAMILY, TWO),
        lambda world: world.edit(keys.memory_key(FAMILY, TWO), "status: superseded", "status: active"),
        "one-active",
    ),
    "applied to nobody": (
        FILE_1,
        lambda world: world.edit(FILE_1, "applies_to: []", f"applies_to: [{RULE.id}]"),
        "entities-exist",
    ),
    "a ledger that cannot be read": (LEDGER_1, lambda world: world.objects.put(LEDGER_1, b"{}\n"), "ref"),
    "a ledger of another family": (
        LEDGER_1,
        lambda world: world.edit(LEDGER_1, f"conv://{FAMILY}", "conv://fam_b"),
        "own-evidence",
    ),
    "a ledger that cites no turn": (LEDGER_1, lambda world: world.edit(LEDGER_1, "turn=1", "turn=9"), "resolves"),
    "a rewritten rule": (RULE_FILE, lambda world: world.edit(RULE_FILE, "Cars", "Boats"), "never rewritten"),
    "a transcript of the card": (
        keys.session_key(FAMILY, "card-1"),
        lambda world: world.edit(keys.session_key(FAMILY, "card-1"), "bicycles", "boats"),
        "put back",
    ),
    "a removed transcript": (
        keys.session_key(FAMILY, "card-1"),
        lambda world: world.objects.delete(keys.session_key(FAMILY, "card-1")),
        "put back",
    ),
}


@pytest.mark.parametrize("case", STAYING)
def test_what_cannot_be_taken_over_stays_as_it_is_and_holds_up_nothing(world: World, case: str) -> None:
    key, edit, reason = STAYING[case]
    edit(world)
    world.edit(FILE_4, "pin: false", "pin: true")
    before = world.objects.contents().get(key)
    assert list(world.left()) == [key] and reason in world.left()[key]
    record = world.adopt()
    assert record is not None and record.entries == (ChangeEntry("adopted", FOUR),)
    assert world.objects.contents().get(key) == before and world.edited == [key]


def test_two_versions_edited_together_are_taken_together(world: World) -> None:
    """A person joins claim 4 to claim 1: each file alone would break the lineage."""
    world.edit(FILE_1, "status: active", "status: superseded")
    world.edit(FILE_1, "superseded_by: null", f"superseded_by: {FOUR}")
    assert set(world.left()) == {FILE_1}
    world.edit(FILE_4, "supersedes: null", f"supersedes: {ONE}")
    world.adopt()
    assert world.view.memory(FOUR).supersedes == ONE and world.edited == []


def test_an_edit_made_while_another_is_adopted_is_not_lost(world: World) -> None:
    world.edit(FILE_1, "pin: false", "pin: true")
    calls = 0

    def plan(view: FamilyView) -> Change | None:
        nonlocal calls
        calls += 1
        change = plan_adopt(view, LATER)
        if calls == 1:
            world.edit(FILE_1, "about: Bicycles", "about: Wheels")
        return change

    world.commit(plan)
    assert calls == 2 and (world.view.memory(ONE).about, world.view.memory(ONE).pin) == ("Wheels", True)
    assert not [key for key in world.objects.contents() if "displaced" in key]


def test_files_that_are_not_ours_are_left_alone(world: World) -> None:
    world.objects.put(f"families/{FAMILY}/memories/README.md", b"notes")
    world.objects.put(f"families/{FAMILY}/entities/.DS_Store", b"\x00")
    assert world.edited == [] and world.adopt() is None
