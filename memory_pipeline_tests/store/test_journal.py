"""The change protocol: one record, one conditional write of head.json, applied and sealed (contract section 5)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.brief import SECTION_NAMES, Brief, BriefLine, BriefSection
from memory_pipeline.model.change import Change, FileWrite
from memory_pipeline.model.errors import Conflict, InvariantViolated, MalformedDocument
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store import keys
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.journal import Journal, Plan
from memory_pipeline.store.okf import parse_memory
from memory_pipeline.store.preparation import digest_of
from memory_pipeline.store.records import dump_change_record
from memory_pipeline.store.snapshot import read_record
from memory_pipeline_tests.faults.stores import BeforePut, Interrupting
from memory_pipeline_tests.store.changes import (
    FAMILY,
    HISTORY,
    START,
    add,
    memory_of,
    prepared_family,
    reinforce,
    supersede,
)

HEAD = keys.head_key(FAMILY)


@pytest.fixture
def store() -> InMemoryObjects:
    objects = InMemoryObjects()
    prepared_family(objects)
    return objects


def journal(objects: ObjectStore, owner: str = "one", at: datetime = START) -> Journal:
    return Journal(objects, FAMILY, lambda: at, owner, sleep=lambda _: None)


def memory_file(store: ObjectStore, number: int) -> bytes:
    found = store.get(keys.memory_key(FAMILY, memory_of(number).id))
    assert found is not None
    return found.data


def dream(next_due: date | None, brief: Brief | None = None) -> Plan:
    return lambda _: Change(kind="dream", cause="night", at=START, dreamt=True, next_due=next_due, brief=brief)


def brief_with(text: str) -> Brief:
    line = BriefLine(text=text)
    sections = (BriefSection(name=name, lines=(line,) if name == "topics" else ()) for name in SECTION_NAMES)
    return Brief(family=FAMILY, sections=tuple(sections))


def test_a_plan_that_wants_nothing_writes_no_byte(store: InMemoryObjects) -> None:
    before = store.contents()
    assert journal(store).commit(lambda _: None) is None
    assert store.contents() == before


def test_a_history_told_again_changes_no_byte(store: InMemoryObjects) -> None:
    for plan in HISTORY:
        journal(store).commit(plan)
    before = store.contents()
    assert [journal(store, "other").commit(plan) for plan in HISTORY] == [None] * len(HISTORY)
    assert store.contents() == before


def test_what_is_at_rest_depends_on_the_history_and_not_on_who_wrote_it_when() -> None:
    contents = []
    for owner, at in (("one", START), ("two", datetime(2030, 1, 1, tzinfo=UTC))):
        objects = InMemoryObjects()
        prepared_family(objects)
        for plan in HISTORY:
            journal(objects, owner, at).commit(plan)
        contents.append(objects.contents())
    assert contents[0] == contents[1]


def test_the_head_at_rest_names_the_newest_record_and_no_owner(store: InMemoryObjects) -> None:
    for plan in HISTORY:
        journal(store).commit(plan)
    head = FamilyView(store, FAMILY).head()
    newest = store.contents()[keys.change_key(FAMILY, 3)]
    assert (head.seq, head.pending, head.digest) == (3, None, digest_of(newest))
    assert (head.lease.owner, head.lease.epoch, head.lease.expires_at) == (None, 3, None)


def test_a_record_holds_the_full_content_of_every_file_and_the_digest_it_replaced(store: InMemoryObjects) -> None:
    for plan in HISTORY[:2]:
        journal(store).commit(plan)
    before = store.contents()
    record = journal(store).commit(HISTORY[2])
    assert record is not None
    for write in record.writes:
        assert store.contents()[write.key] == write.content.encode()
        assert write.before == (digest_of(before[write.key]) if write.key in before else None)
    assert read_record(store, FAMILY, 3) == record


def test_a_dry_run_writes_nothing_and_tells_the_record(store: InMemoryObjects) -> None:
    before = store.contents()
    told = journal(store).dry_run(add(1))
    assert store.contents() == before
    assert journal(store).commit(add(1)) == told


def test_only_lines_are_appended_to_a_ledger(store: InMemoryObjects) -> None:
    journal(store).commit(add(1))
    key = keys.ledger_key(FAMILY, memory_of(1).id)
    first = store.contents()[key]
    journal(store).commit(reinforce(1, by=2))
    assert store.contents()[key].startswith(first) and store.contents()[key].count(b"\n") == 2


@pytest.mark.parametrize(
    ("plans", "due"),
    [
        pytest.param([add(1)], date(2026, 8, 15), id="a change is due at once, on the family's own day"),
        pytest.param([add(1), dream(date(2026, 9, 1))], date(2026, 9, 1), id="a dream says when it is due again"),
        pytest.param([add(1), dream(None)], None, id="nothing may be due at all"),
        pytest.param([add(1), dream(date(2026, 9, 1)), add(2)], date(2026, 8, 16), id="a later change comes earlier"),
        pytest.param([add(2), add(1)], date(2026, 8, 15), id="the earlier day stays"),
        pytest.param([add(1), dream(date(2026, 8, 1)), add(2)], date(2026, 8, 1), id="what is due already stays due"),
    ],
)
def test_the_head_knows_the_next_day_on_which_anything_is_due(
    store: InMemoryObjects, plans: list[Plan], due: date | None
) -> None:
    for plan in plans:
        journal(store).commit(plan)
    assert FamilyView(store, FAMILY).head().next_due == due


def test_a_dream_that_changes_nothing_and_is_due_the_same_day_writes_nothing(store: InMemoryObjects) -> None:
    journal(store).commit(add(1))
    journal(store).commit(dream(date(2026, 9, 1)))
    before = store.contents()
    assert journal(store).commit(dream(date(2026, 9, 1))) is None
    assert store.contents() == before


def test_a_broken_promise_is_refused_before_anything_is_written(store: InMemoryObjects) -> None:
    before = store.contents()
    unsupported = Change(kind="session", cause="s1", at=START, memories=(memory_of(1),))
    with pytest.raises(InvariantViolated, match="has-evidence"):
        journal(store).commit(lambda _: unsupported)
    assert store.contents() == before


def test_a_plan_that_fails_under_the_lease_gives_it_back(store: InMemoryObjects) -> None:
    calls = []

    def fail_the_second_time(view: FamilyView) -> Change | None:
        calls.append(view.head().seq)
        if len(calls) == 2:
            raise InvariantViolated("broken")
        return add(2)(view)

    racing = BeforePut(store, "head.json", lambda: _commit(store, add(1)))
    with pytest.raises(InvariantViolated):
        journal(racing, "slow").commit(fail_the_second_time)
    assert calls == [0, 1]
    undisturbed = InMemoryObjects()
    prepared_family(undisturbed)
    _commit(undisturbed, add(1))
    assert store.contents() == undisturbed.contents()


def test_a_lost_race_is_planned_again_on_the_newer_state_and_counted(store: InMemoryObjects) -> None:
    racing = BeforePut(store, "head.json", lambda: _commit(store, add(1)))
    slow = journal(racing, "slow")
    assert slow.commit(add(2)) is not None
    assert set(FamilyView(store, FAMILY).memories()) == {memory_of(1).id, memory_of(2).id}
    assert (slow.stats.commits, slow.stats.conflicts, slow.stats.replans) == (1, 1, 1)


def test_of_two_writers_with_the_same_change_one_writes_and_the_other_finds_it_done(store: InMemoryObjects) -> None:
    racing = BeforePut(store, "head.json", lambda: _commit(store, add(1)))
    assert journal(racing, "slow").commit(add(1)) is None
    assert FamilyView(store, FAMILY).head().seq == 1


def test_a_plan_sees_what_a_person_edited_by_hand_and_their_words_stay(store: InMemoryObjects) -> None:
    journal(store).commit(add(1))
    key = keys.memory_key(FAMILY, memory_of(1).id)
    edited = store.contents()[key].replace(b"We own 1 bicycles.", b"We own one red bicycle.")
    store.put(key, edited)
    writer = journal(store)
    writer.commit(reinforce(1, by=2))
    assert b"We own one red bicycle." in memory_file(store, 1)
    assert writer.stats.replans == 1


def test_a_file_that_is_edited_without_end_is_a_conflict_and_nothing_is_written(store: InMemoryObjects) -> None:
    journal(store).commit(add(1))
    key, edits = keys.memory_key(FAMILY, memory_of(1).id), iter(range(10**6))

    def plan(view: FamilyView) -> Change | None:
        change = reinforce(1, by=2)(view)
        store.put(key, store.contents()[key] + b"%d" % next(edits))
        return change

    with pytest.raises(Conflict, match="again and again"):
        journal(store).commit(plan)
    assert FamilyView(store, FAMILY).head().seq == 1


def test_bytes_that_no_change_put_there_are_kept_aside_before_they_are_overwritten(store: InMemoryObjects) -> None:
    journal(store).commit(add(1))
    key = keys.memory_key(FAMILY, memory_of(1).id)
    late = BeforePut(store, key, lambda: _overwrite(store, key, b"typed while it was applied"))
    writer = journal(late)
    writer.commit(reinforce(1, by=2))
    kept = [data for name, data in store.contents().items() if "/archive/displaced/2/" in name]
    assert kept == [b"typed while it was applied"] and writer.stats.displaced == 1
    assert parse_memory(memory_file(store, 1), key).reinforcement_count == 1


def test_a_new_memory_never_overwrites_a_file_that_cannot_be_read(store: InMemoryObjects) -> None:
    key = keys.memory_key(FAMILY, memory_of(1).id)
    store.put(key, b"no memory")
    with pytest.raises(InvariantViolated, match="create-only"):
        journal(store).commit(add(1))
    assert store.contents()[key] == b"no memory"


def test_a_foreign_file_in_the_place_of_the_next_record_is_not_taken_for_one(store: InMemoryObjects) -> None:
    store.put(keys.change_key(FAMILY, 1), b'{"seq": 1}')
    with pytest.raises(MalformedDocument, match=r"changes/1\.json"):
        journal(store).commit(add(1))
    assert FamilyView(store, FAMILY).head().seq == 0


@pytest.mark.parametrize(
    "key",
    [
        "families/fam_b/brief.json",
        "families/fam_a/../fam_b/brief.json",
        "families/fam_ab/brief.json",
        "families/fam_a/head.json",
        "families/fam_a/changes/1.json",
        "families/fam_a/memories//x.md",
        "families/fam_a/./x.md",
        "families/fam_a/memories/",
        "families/fam_a/",
        "release.json",
        "/etc/passwd",
        "",
    ],
)
def test_a_record_that_would_write_what_no_change_may_is_never_committed(store: InMemoryObjects, key: str) -> None:
    record = journal(store).dry_run(add(1))
    assert record is not None
    forged = replace(record, writes=(*record.writes, FileWrite(key=key, before=None, content="x")))
    store.put(keys.change_key(FAMILY, 1), dump_change_record(forged))
    before = store.contents()
    for act in (lambda: journal(store).commit(add(2)), journal(store, "other").roll_forward):
        with pytest.raises(MalformedDocument, match="no change may"):
            act()
        assert FamilyView(store, FAMILY).head().seq == 0
    assert {name: data for name, data in store.contents().items() if name != HEAD} == {
        name: data for name, data in before.items() if name != HEAD
    }


def test_a_writer_that_lost_its_lease_after_its_record_was_written_is_completed_by_the_next_one_once(
    store: InMemoryObjects,
) -> None:
    other = Journal(store, FAMILY, lambda: START, "other", is_gone=lambda _: True)
    slow = journal(BeforePut(store, "head.json", other.roll_forward, nth=2), "slow")
    record = slow.commit(add(1))
    assert record is not None and record.seq == 1
    assert FamilyView(store, FAMILY).head().seq == 1
    assert other.stats.adopted == 1 and slow.stats.commits == 0


def test_a_prepared_record_of_a_dead_writer_is_committed_before_the_next_change(store: InMemoryObjects) -> None:
    prepared = journal(store).dry_run(add(1))
    assert prepared is not None
    assert journal(store, "dead")._create(prepared)
    writer = journal(store, "next")
    record = writer.commit(add(2))
    assert record is not None and record.seq == 2
    assert writer.stats.adopted == 1
    assert [found.cause for found in FamilyView(store, FAMILY).records()] == ["s1", "s2"]


def test_a_late_writer_that_brings_back_old_bytes_puts_the_newer_ones_back(store: InMemoryObjects) -> None:
    """The brief goes A, B, A: a writer that slept in between must not leave B behind."""
    a, b = brief_with("A"), brief_with("B")
    journal(store).commit(dream(None, a))

    def overtake() -> None:
        other = journal(store, "other")
        other.roll_forward()
        other.commit(dream(date(2030, 1, 1), a))

    sleepy = BeforePut(store, "brief.json", overtake)
    journal(sleepy, "sleepy").commit(dream(None, b))
    assert FamilyView(store, FAMILY).brief() == a
    assert not [key for key in store.contents() if "displaced" in key]


def test_a_committed_change_is_visible_before_it_is_applied(store: InMemoryObjects) -> None:
    journal(store).commit(add(1))
    seen: dict[str, object] = {}

    def look() -> None:
        view = FamilyView(store, FAMILY)
        seen["status"] = view.memory(memory_of(1).id).status
        seen["ledger"] = view.ledger(memory_of(3).id)
        seen["pending"] = view.head().pending

    first_file = keys.memory_key(FAMILY, memory_of(1).id)
    journal(BeforePut(store, first_file, look)).commit(supersede(1, 3))
    assert seen["status"] == "superseded" and seen["ledger"] and seen["pending"] == 2


def test_a_quiet_look_at_the_head_costs_one_read(store: InMemoryObjects) -> None:
    journal(store).commit(add(1))
    counting = Interrupting(store)
    assert FamilyView(counting, FAMILY).head().next_due is not None
    assert counting.operations == 1


def test_memories_cost_two_reads_when_the_catalog_is_current(store: InMemoryObjects) -> None:
    for plan in HISTORY:
        journal(store).commit(plan)
    counting = Interrupting(store)
    assert len(FamilyView(counting, FAMILY).memories()) == 2
    assert counting.operations == 2


def test_a_change_of_another_family_is_refused(store: InMemoryObjects) -> None:
    foreign = replace(brief_with("x"), family="fam_b")
    with pytest.raises(InvariantViolated, match="own-family"):
        journal(store).commit(dream(None, foreign))


def _commit(store: ObjectStore, plan: Plan) -> None:
    journal(store, "other").commit(plan)


def _overwrite(store: ObjectStore, key: str, data: bytes) -> None:
    store.put(key, data)
