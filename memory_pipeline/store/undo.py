"""Taking back what a family did on the card (contract section 15, *Forgetting*), as far as nothing is ever deleted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from memory_pipeline.model.brief import Brief
from memory_pipeline.model.change import Change, ChangeEntry, ChangeKind, ChangeRecord
from memory_pipeline.model.errors import InvalidArgument, InvariantViolated, UnknownReference
from memory_pipeline.model.family import Family
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.store import keys
from memory_pipeline.store.brief_lines import brief_without
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.okf import parse_memory
from memory_pipeline.store.records import load_brief, load_family, load_suppression

UNDOABLE: tuple[ChangeKind, ...] = ("card", "undo")


def undo(view: FamilyView, seq: int, at: datetime) -> Change:
    """The change that takes change `seq` back; an undo can itself be taken back.

    Memories say again what they said before, with a new revision; one that the change added is retracted and steps
    out of its lineage; rules it made are lifted, rules it lifted hold again. Ledgers, sessions, entities and decisions
    stay. Raises UnknownReference; InvalidArgument for what is not a family's own action or left nothing to take back;
    InvariantViolated, naming file and change, where anything of it was changed since.
    """
    past = list(view.records())
    if not 1 <= seq <= len(past):
        raise UnknownReference(f"family {view.key} has no change {seq}; it has {len(past)}")
    record = past[seq - 1]
    if record.kind not in UNDOABLE:
        raise InvalidArgument(f"change {seq} is a {record.kind}; only what was done on the card is undone, see log.md")
    _check_as_left(view, record, past[seq:])
    before = {write.key: write.content for earlier in past[: seq - 1] for write in earlier.writes}
    memories = tuple(_memories(view, before, record))
    rules = tuple(_rules(view, before, record, at))
    family = _family(view, before, record)
    if not (memories or rules or family):
        raise InvalidArgument(f"change {seq} left nothing that could be taken back")
    return Change(
        kind="undo",
        cause=f"undo of change {seq}",
        at=at,
        entries=(*map(_memory_entry, memories), *map(_rule_entry, rules)),
        memories=memories,
        suppressions=rules,
        family=family,
        brief=_brief(view, before, record, memories),
    )


def _check_as_left(view: FamilyView, record: ChangeRecord, later: Sequence[ChangeRecord]) -> None:
    contents = {write.key: write.content for write in record.writes if _is_taken_back(view.key, write.key)}
    stored = view.stored(contents)
    for key, content in contents.items():
        if key in stored and stored[key].data == content.encode():
            continue
        since = next((next_.seq for next_ in reversed(later) if key in (write.key for write in next_.writes)), None)
        how = "by hand" if since is None else f"by change {since}"
        raise InvariantViolated(f"it was changed {how} after change {record.seq}; nothing was undone", file=key)


def _is_taken_back(family: str, key: str) -> bool:
    rule = key.startswith(keys.suppressions_prefix(family))
    return rule or keys.memory_id(family, key) is not None or key == keys.family_key(family)


def _memories(view: FamilyView, before: Mapping[str, str], record: ChangeRecord) -> Iterator[Memory]:
    for key, memory in _written(view.key, record):
        present = view.memory(memory)
        restored = _earlier(parse_memory(before[key].encode(), key), present) if key in before else _withdrawn(present)
        if restored != present:
            yield restored


def _written(family: str, record: ChangeRecord) -> list[tuple[str, str]]:
    named = ((write.key, keys.memory_id(family, write.key)) for write in record.writes)
    return sorted((key, memory) for key, memory in named if memory is not None)


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
    for write in record.writes:
        if not write.key.startswith(keys.suppressions_prefix(view.key)):
            continue
        rule = load_suppression(write.content.encode(), write.key)
        if write.key in before:
            yield load_suppression(before[write.key].encode(), write.key)
        elif rule.in_force:
            yield replace(rule, lifted_at=at)


def _family(view: FamilyView, before: Mapping[str, str], record: ChangeRecord) -> Family | None:
    key = keys.family_key(view.key)
    if all(write.key != key for write in record.writes):
        return None
    if key not in before:
        raise InvalidArgument(f"change {record.seq} was the first to change the family; no change has its earlier form")
    return load_family(before[key].encode(), key)


def _brief(
    view: FamilyView, before: Mapping[str, str], record: ChangeRecord, memories: Iterable[Memory]
) -> Brief | None:
    """The brief from before the change, where nothing compiled it since; else without what is no longer current."""
    key = keys.brief_key(view.key)
    written = {write.key: write.content for write in record.writes}
    stored = view.stored([key]).get(key)
    if key in written and key in before and stored is not None and stored.data == written[key].encode():
        return load_brief(before[key].encode(), key)
    return brief_without(view, [memory.id for memory in memories])


def _memory_entry(memory: Memory) -> ChangeEntry:
    return ChangeEntry("retracted" if memory.status == "retracted" else "restored", memory.id)


def _rule_entry(rule: Suppression) -> ChangeEntry:
    return ChangeEntry("suppressed" if rule.in_force else "lifted", rule.id)
