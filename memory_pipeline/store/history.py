"""The past as the journal tells it (contract section 5): what the family's memory was at an instant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any

from memory_pipeline.model.change import ChangeRecord
from memory_pipeline.model.evidence import Evidence, reinforcement_count
from memory_pipeline.model.memory import Memory
from memory_pipeline.store import keys
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.ledger import parse_ledger
from memory_pipeline.store.okf import parse_memory

Ledger = tuple[Evidence, ...]

_FIELDS = tuple(each.name for each in fields(Memory))


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """Memories and their ledgers by ULID, ascending."""

    memories: Mapping[str, Memory]
    ledgers: Mapping[str, Ledger]


def as_of(view: FamilyView, instant: datetime) -> Mapping[str, Memory]:
    """The memories by ULID after every change whose cause is not later than `instant`; see `past`."""
    return past(view, instant).memories


def past(view: FamilyView, instant: datetime) -> Past:
    """What was remembered at `instant`: the changes whose cause had happened by then, folded in order of seq.

    A conversation that was brought in late counts from when it took place. Of what its change wrote only what it
    changed is taken, so that nothing shows which a later cause had brought about.
    """
    story = _Story(view.key)
    for record in view.records():
        story.tell(record, shown=record.at <= instant)
    return story.at(instant)


@dataclass(slots=True)
class _Story:
    """The whole journal so far (`all_`), and the part of it that had happened by then (`shown`)."""

    family: str
    all_memories: dict[str, Memory] = field(default_factory=dict)
    all_ledgers: dict[str, Ledger] = field(default_factory=dict)
    memories: dict[str, Memory] = field(default_factory=dict)
    ledgers: dict[str, Ledger] = field(default_factory=dict)

    def tell(self, record: ChangeRecord, *, shown: bool) -> None:
        for write in record.writes:
            data = write.content.encode()
            if memory := keys.memory_id(self.family, write.key):
                self._memory(memory, parse_memory(data, write.key), shown)
            elif memory := keys.ledger_id(self.family, write.key):
                self._ledger(memory, parse_ledger(data, write.key), shown)

    def at(self, instant: datetime) -> Past:
        memories = {id: memory for id, memory in self.memories.items() if memory.formed_at <= instant}
        kept = {id: self._coherent(memories[id], memories, instant) for id in sorted(memories)}
        return Past(memories=kept, ledgers={id: self.ledgers.get(id, ()) for id in kept})

    def _memory(self, id: str, after: Memory, shown: bool) -> None:
        before, known = self.all_memories.get(id), self.memories.get(id)
        self.all_memories[id] = after
        if not shown:
            return
        if known is None or before is None:
            self.memories[id] = after
        else:
            self.memories[id] = replace(known, **_changes(before, after))

    def _ledger(self, id: str, after: Ledger, shown: bool) -> None:
        before = self.all_ledgers.get(id, ())
        self.all_ledgers[id] = after
        if shown:
            appended = after[: len(before)] == before
            self.ledgers[id] = (*self.ledgers.get(id, ()), *after[len(before) :]) if appended else after

    def _coherent(self, memory: Memory, memories: Mapping[str, Memory], instant: datetime) -> Memory:
        """The memory with its ledger's counters, and without links to what nobody had told yet."""
        ledger = self.ledgers.get(memory.id, ())
        told = [line.recorded_at for line in ledger if line.supports and line.recorded_at <= instant]
        newer = memory.superseded_by if memory.superseded_by in memories else None
        return replace(
            memory,
            reinforcement_count=reinforcement_count(ledger),
            last_reinforced_at=max(told) if told and memory.last_reinforced_at > instant else memory.last_reinforced_at,
            supersedes=memory.supersedes if memory.supersedes in memories else None,
            superseded_by=newer,
            status="active" if memory.status == "superseded" and newer is None else memory.status,
            related=tuple(other for other in memory.related if other in memories),
        )


def _changes(before: Memory, after: Memory) -> dict[str, Any]:
    return {name: getattr(after, name) for name in _FIELDS if getattr(after, name) != getattr(before, name)}
