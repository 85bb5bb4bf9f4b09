"""Whether every revision moved with claim and status, and only then, as the journal tells it (contract section 2)."""

from __future__ import annotations

from collections.abc import Iterator

from memory_pipeline.model.memory import Memory
from memory_pipeline.store import keys
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.okf import parse_memory
from memory_pipeline.store.proposal import claim_of


def revision_faults(view: FamilyView) -> Iterator[str]:
    """Each memory whose revision skipped, stood still or went back, in the journal or in its file since then.

    A hand edit may raise a revision, and until it is adopted may leave it. Raises StoredDataError for a record that
    cannot be read.
    """
    newest: dict[str, Memory] = {}
    for record in view.records():
        for write in record.writes:
            if (id := keys.memory_id(view.key, write.key)) is None:
                continue
            after = parse_memory(write.content.encode(), keys.change_key(view.key, record.seq))
            due = _due(newest.get(id), after, by_hand=record.kind == "adopt")
            if after.revision not in due:
                yield f"{id}: change {record.seq} made it revision {after.revision}; it must be {due.start}"
            newest[id] = after
    stored = view.memories()
    for id, memory in ((id, memory) for id, memory in newest.items() if id in stored):
        if stored[id].revision < memory.revision:
            yield f"{id}: revision {stored[id].revision}; the journal had come to {memory.revision}"
        elif stored[id].revision > memory.revision and claim_of(stored[id]) == claim_of(memory):
            yield f"{id}: revision {stored[id].revision} without a change; the journal has it at {memory.revision}"


def _due(before: Memory | None, after: Memory, *, by_hand: bool) -> range:
    """The revisions that are right; a person may have written a later one."""
    due = 1 if before is None else before.revision + (claim_of(after) != claim_of(before))
    return range(due, after.revision + 1 if by_hand else due + 1)
