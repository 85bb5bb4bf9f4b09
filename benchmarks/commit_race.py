"""Many processes commit to one family at once: is anything lost or torn, and what does it cost?

    python benchmarks/commit_race.py [--writers 32] [--changes 200] [--store FOLDER | s3://bucket/prefix]

Every change moves the revision of one memory that all writers share and of one that is the writer's own, on top of
what it read. Prints one JSON document: `lost` (revisions and changes that are missing) and `torn` (files that cannot
be read) must be 0, `stale` (projections that differ from a rebuild) empty. Exit code 1 otherwise.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import tempfile
import time
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from addresses import objects_at

from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.family import Family
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import Memory, body_of
from memory_pipeline.model.refs import ConversationRef
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store.family_store import FamilyStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.lease import LeasePolicy
from memory_pipeline.store.projections import refresh_projections, stale_projections

START = datetime(2026, 8, 14, 19, 0, tzinfo=UTC)
FAMILY = "race"
SHARED = "everybody"
PATIENT = LeasePolicy(patience=3_600)


def main() -> int:
    """Run the race and say what came of it."""
    arguments = parser().parse_args()
    with tempfile.TemporaryDirectory() as folder:
        address = arguments.store or str(Path(folder) / "store")
        prepare(store_of(address), arguments.writers)
        context = multiprocessing.get_context("spawn")
        together = context.Barrier(arguments.writers)
        with context.Pool(arguments.writers, wait_for, [together]) as pool:
            work = [(address, writer, arguments.changes) for writer in range(arguments.writers)]
            found = pool.starmap(write, work, chunksize=1)
            # Leaving the pool would end its processes by SIGTERM, which who started this may have told them to ignore.
            pool.close()
            pool.join()
        seconds = max(ended for _, ended, _ in found) - min(started for started, _, _ in found)
        stats = [met for _, _, met in found]
        report = outcome(objects_at(address), arguments.writers, arguments.changes, seconds, stats)
    print(json.dumps(report, indent=2))
    return 0 if report["lost"] == report["torn"] == 0 and not report["stale"] else 1


def parser() -> argparse.ArgumentParser:
    """The command line."""
    found = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--writers", type=int, default=32)
    found.add_argument("--changes", type=int, default=200)
    found.add_argument("--store", default="")
    return found


def store_of(address: str) -> FamilyStore:
    """A writer of this process."""
    return FamilyStore(
        objects_at(address),
        FAMILY,
        clock=lambda: datetime.now(UTC),
        owner=f"writer {os.getpid()}",
        lease_policy=PATIENT,
    )


def wait_for(barrier: Any) -> None:
    """Every process begins when all are there."""
    barrier.wait()


def prepare(store: FamilyStore, writers: int) -> None:
    """The family, one transcript, and a memory for each writer and for all."""
    store.create_family(Family(key=FAMILY, timezone="Europe/Berlin"))
    turn = Turn(number=1, role="user", speaker="Dana", at=START, text="We race.")
    store.add_session(
        Session(id="s1", surface="chat", started_at=START, ended_at=START, off_record=False, turns=(turn,))
    )
    said = Evidence(ref=ConversationRef(FAMILY, "s1", 1, 1), quote="We race.", recorded_at=START)
    memories = tuple(memory_of(name) for name in (SHARED, *map(str, range(writers))))
    evidence = tuple((memory.id, said) for memory in memories)
    store.commit(lambda _: Change(kind="session", cause="s1", at=START, memories=memories, evidence=evidence))


def write(address: str, writer: int, changes: int) -> tuple[float, float, dict[str, int]]:
    """One process's share; when it began and ended, and what it met."""
    store = store_of(address)
    started = time.time()
    for _ in range(changes):
        assert store.commit(lambda view: moved(view, writer)) is not None
    return started, time.time(), asdict(store.stats)


def moved(view: FamilyView, writer: int) -> Change:
    """One revision more of the shared memory and of the writer's own."""
    memories = tuple(
        replace(memory, pin=not memory.pin, revision=memory.revision + 1)
        for memory in (view.memory(memory_of(name).id) for name in (SHARED, str(writer)))
    )
    entries = tuple(ChangeEntry("pinned" if memory.pin else "unpinned", memory.id) for memory in memories)
    return Change(kind="card", cause=f"writer {writer}", at=START, entries=entries, memories=memories)


def memory_of(name: str) -> Memory:
    """The claim of a writer, or the one that all share."""
    return Memory(
        id=derived_ulid(START, name),
        type="fact",
        about="Race",
        summary=f"{name} races.",
        when_to_use="Races",
        formed_at=START,
        last_reinforced_at=START,
        body=body_of("We race."),
    )


def outcome(
    objects: ObjectStore, writers: int, changes: int, seconds: float, stats: list[dict[str, int]]
) -> dict[str, object]:
    """Compare what is there with what was written."""
    refresh_projections(objects, FAMILY)
    view = FamilyView(objects, FAMILY)
    view.reread_files(whole=True)
    expected = writers * changes
    revisions = {SHARED: expected, **{str(writer): changes for writer in range(writers)}}
    lost = sum(1 + due - view.memory(memory_of(name).id).revision for name, due in revisions.items())
    return {
        "writers": writers,
        "changes": expected,
        "lost": lost + 1 + expected - view.head().seq,
        "torn": len(view.malformed()),
        "stale": list(stale_projections(objects, FAMILY)),
        "seconds": round(seconds, 2),
        "commits_per_second": round(expected / seconds, 1),
        "met": {name: sum(each[name] for each in stats) for name in stats[0]},
    }


if __name__ == "__main__":
    sys.exit(main())
