"""A writer process for the tests that race and kill.

    python -m memory_pipeline_tests.faults.racing ROOT WRITER CHANGES

Adds CHANGES claims of session sWRITER, each once, and prints the writer's counters as JSON.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, replace
from datetime import UTC, datetime

from memory_pipeline.adapters.local_files import LocalFiles
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.evidence import reinforcement_count
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.journal import Journal, Plan
from memory_pipeline.store.lease import LeasePolicy
from memory_pipeline_tests.store.changes import FAMILY, evidence_of, memory_of

PATIENT = LeasePolicy(ttl=0.5, grace=0.1, patience=600)


def claim(writer: int, number: int) -> Plan:
    """Claim `number` of session `writer`, once."""
    said = evidence_of(writer)
    memory = replace(memory_of(writer), id=derived_ulid(said.recorded_at, str(writer), str(number)))
    change = Change(
        kind="session",
        cause=f"s{writer}",
        at=said.recorded_at,
        entries=(ChangeEntry("added", memory.id),),
        memories=(memory,),
        evidence=((memory.id, said),),
    )
    return lambda view: None if memory.id in view.memories() else change


def support(objects: ObjectStore, memory: str, by: int, owner: str) -> Journal:
    """Session `by` supports a memory, once."""

    def plan(view: FamilyView) -> Change | None:
        present, ledger, said = view.memory(memory), view.ledger(memory), evidence_of(by)
        if said in ledger:
            return None
        newest = max(present.last_reinforced_at, said.recorded_at)
        count = reinforcement_count((*ledger, said))
        supported = replace(present, last_reinforced_at=newest, reinforcement_count=count)
        return Change(
            kind="session", cause=f"s{by}", at=said.recorded_at, memories=(supported,), evidence=((memory, said),)
        )

    journal = Journal(objects, FAMILY, lambda: datetime.now(UTC), owner, PATIENT)
    journal.commit(plan)
    return journal


def write(objects: ObjectStore, writer: int, changes: int) -> Journal:
    """Commit every claim of one writer."""
    journal = Journal(objects, FAMILY, lambda: datetime.now(UTC), f"writer {writer}", PATIENT)
    for number in range(changes):
        journal.commit(claim(writer, number))
    return journal


if __name__ == "__main__":
    root, name, count = sys.argv[1:]
    print(json.dumps(asdict(write(LocalFiles(root, fsync=False), int(name), int(count)).stats)))
