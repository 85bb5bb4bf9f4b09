"""Reads of the journal: the past as it was, and what would take a change back (contract section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from memory_pipeline.model.brief import Brief
from memory_pipeline.model.change import Change, ChangeEntry, ChangeRecord
from memory_pipeline.model.errors import Conflict, UnknownReference
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.store import keys
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.okf import parse_memory
from memory_pipeline.store.preparation import digest_of
from memory_pipeline.store.records import load_brief, load_suppression


def as_of(view: FamilyView, instant: datetime) -> Mapping[str, Memory]:
    """The memories by ULID after every change whose cause is not later than `instant`, folded in order of seq."""
    contents = _fold(record for record in view.records() if record.at <= instant)
    prefix = keys.memories_prefix(view.key)
    found = (_memory(key, content) for key, content in contents.items() if _is_memory(key, prefix))
    return {memory.id: memory for memory in sorted(found, key=lambda memory: memory.id)}


def undo(view: FamilyView, seq: int, at: datetime) -> Change:
    """The change that takes change `seq` back, as far as a store that deletes nothing can.

    Memories go back to what they said before, with a new revision; one that the change added is retracted and
    steps out of its lineage; rules it made are lifted, rules it lifted hold again; the brief goes back where it
    was not compiled since (else the caller sees to its lines). Ledgers, sessions, entities and decisions stay.
    Raises UnknownReference, and Conflict where a later change or a person touched the same memory or rule.
    """
    past = list(view.records())
    if not 1 <= seq <= len(past):
        raise UnknownReference(f"family {view.key} has no change {seq}")
    record = past[seq - 1]
    _check_as_left(view, record)
    before = _fold(past[: seq - 1])
    memories = tuple(_restored(view, before, record))
    rules = tuple(_rules(view, before, record, at))
    entries = [
        ChangeEntry("restored" if memory.status != "retracted" else "retracted", memory.id) for memory in memories
    ]
    entries += [ChangeEntry("lifted" if rule.lifted_at is not None else "suppressed", rule.id) for rule in rules]
    brief = _brief(view, before, record)
    return Change(
        kind="undo",
        cause=f"undo of change {seq}",
        at=at,
        entries=tuple(entries),
        memories=memories,
        suppressions=rules,
        brief=brief,
    )


def _fold(records: Iterable[ChangeRecord]) -> dict[str, str]:
    return {write.key: write.content for record in records for write in record.writes}


def _check_as_left(view: FamilyView, record: ChangeRecord) -> None:
    """Raise Conflict unless the memories and rules of the record are byte for byte as it left them."""
    guarded = (keys.memories_prefix(view.key), keys.suppressions_prefix(view.key))
    contents = {w.key: w.content for w in record.writes if w.key.startswith(guarded) and not w.key.endswith(".jsonl")}
    stored = view.stored(contents)
    for key, content in contents.items():
        if key not in stored or digest_of(stored[key].data) != digest_of(content.encode()):
            raise Conflict(f"it was changed again after change {record.seq}; undo the later change first", file=key)


def _restored(view: FamilyView, before: Mapping[str, str], record: ChangeRecord) -> Iterator[Memory]:
    prefix = keys.memories_prefix(view.key)
    for key in sorted(write.key for write in record.writes if _is_memory(write.key, prefix)):
        present = view.memory(key.removeprefix(prefix).removesuffix(".md"))
        restored = _earlier(_memory(key, before[key]), present) if key in before else _withdrawn(present)
        if restored != present:
            yield restored


def _earlier(past: Memory, present: Memory) -> Memory:
    """What the memory said before; its counters stay with its ledger, which is only ever appended to."""
    restored = replace(
        past,
        formed_at=present.formed_at,
        last_reinforced_at=present.last_reinforced_at,
        reinforcement_count=present.reinforcement_count,
        revision=present.revision,
    )
    return restored if restored == present else replace(restored, revision=present.revision + 1)


def _withdrawn(memory: Memory) -> Memory:
    """An added memory out of use and out of its lineage, which it still names as related."""
    related = {*memory.related, *(link for link in (memory.supersedes, memory.superseded_by) if link is not None)}
    return replace(
        memory,
        status="retracted",
        supersedes=None,
        superseded_by=None,
        related=tuple(sorted(related)),
        revision=memory.revision + 1,
    )


def _rules(view: FamilyView, before: Mapping[str, str], record: ChangeRecord, at: datetime) -> Iterator[Suppression]:
    prefix = keys.suppressions_prefix(view.key)
    for write in record.writes:
        if not write.key.startswith(prefix):
            continue
        rule = load_suppression(write.content.encode(), write.key)
        if write.key in before:
            yield load_suppression(before[write.key].encode(), write.key)
        elif rule.in_force:
            yield replace(rule, lifted_at=at)


def _brief(view: FamilyView, before: Mapping[str, str], record: ChangeRecord) -> Brief | None:
    key = keys.brief_key(view.key)
    written = {write.key: write.content for write in record.writes}
    stored = view.stored([key]).get(key)
    if key not in written or key not in before or stored is None or stored.data != written[key].encode():
        return None
    return load_brief(before[key].encode(), key)


def _memory_entry(memory: Memory) -> ChangeEntry:
    return ChangeEntry("retracted" if memory.status == "retracted" else "restored", memory.id)


def _rule_entry(rule: Suppression) -> ChangeEntry:
    return ChangeEntry("suppressed" if rule.in_force else "lifted", rule.id)


def _is_memory(key: str, prefix: str) -> bool:
    return key.startswith(prefix) and key.endswith(".md")


def _memory(key: str, content: str) -> Memory:
    return parse_memory(content.encode(), key)
