"""Many processes commit to one family at once: is anything lost or torn, and what does it cost?

    python benchmarks/commit_race.py [--writers 32] [--changes 200] [--store FOLDER | s3://bucket/prefix]

Every change adds one memory. Prints one JSON document: `lost` and
`torn` must be 0. Exit code 1 otherwise.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import tempfile
import time
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memory_pipeline.bootstrap import build_objects, new_owner, owner_is_gone
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.family import Family
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import Memory, body_of
from memory_pipeline.model.refs import ConversationRef
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.settings import Settings
from memory_pipeline.store.family_store import FamilyStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.lease import LeasePolicy
from memory_pipeline.store.projections import refresh_projections, stale_projections

START = datetime(2026, 8, 14, 19, 0, tzinfo=UTC)
FAMILY = "race"
PATIENT = LeasePolicy(patience=3_600)


def main() -> int:
    """Run the race and say what came of it."""
    arguments = parser().parse_args()
    with tempfile.TemporaryDirectory() as folder:
        address = arguments.store or str(Path(folder) / "store")
        prepare(store_of(address), arguments.writers)
        start = time.perf_counter()
        context = multiprocessing.get_context("spawn")
        with context.Pool(arguments.writers) as pool:
            work = [(address, writer, arguments.changes) for writer in range(arguments.writers)]
            stats = pool.starmap(write, work, chunksize=1)
        seconds = time.perf_counter() - start
        report = outcome(build_objects(Settings(store=address)), arguments.writers * arguments.changes, seconds, stats)
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
        build_objects(Settings(store=address)),
        FAMILY,
        clock=lambda: datetime.now(UTC),
        owner=new_owner(),
        lease_policy=PATIENT,
        is_gone=owner_is_gone,
    )


def prepare(store: FamilyStore, writers: int) -> None:
    """The family, and one transcript a writer."""
    store.create_family(Family(key=FAMILY, timezone="Europe/Berlin"))
    for writer in range(writers):
        turn = Turn(number=1, role="user", speaker="Dana", at=START, text=f"We are family {writer}.")
        session = Session(
            id=f"w{writer}", surface="chat", started_at=START, ended_at=START, off_record=False, turns=(turn,)
        )
        store.add_session(session)


def write(address: str, writer: int, changes: int) -> dict[str, int]:
    """One process's share; returns what it met."""
    store = store_of(address)
    for number in range(changes):
        memory = memory_of(writer, number)
        evidence = Evidence(
            ref=ConversationRef(FAMILY, f"w{writer}", 1, 1), quote=f"We are family {writer}.", recorded_at=START
        )
        change = Change(
            kind="session",
            cause=f"w{writer}",
            at=memory.formed_at,
            entries=(ChangeEntry("added", memory.id),),
            memories=(memory,),
            evidence=((memory.id, evidence),),
        )
        assert store.commit(lambda _, change=change: change) is not None  # type: ignore[misc]
    return asdict(store.stats)


def memory_of(writer: int, number: int) -> Memory:
    """The claim number `number` of a writer."""
    at = START + timedelta(seconds=number)
    return Memory(
        id=derived_ulid(at, str(writer), str(number)),
        type="fact",
        about="Race",
        summary=f"Writer {writer} wrote {number}.",
        when_to_use="Races",
        formed_at=at,
        last_reinforced_at=at,
        body=body_of(f"We are family {writer}."),
    )


def outcome(objects: ObjectStore, expected: int, seconds: float, stats: list[dict[str, int]]) -> dict[str, object]:
    """Compare what is there with what was written."""
    refresh_projections(objects, FAMILY)
    view = FamilyView(objects, FAMILY)
    view.reread_files(whole=True)
    met = {name: sum(each[name] for each in stats) for name in stats[0]}
    return {
        "changes": expected,
        "lost": expected - len(view.memories()) + expected - view.head().seq,
        "torn": len(view.malformed()),
        "stale": list(stale_projections(objects, FAMILY)),
        "seconds": round(seconds, 2),
        "commits_per_second": round(expected / seconds, 1),
        "met": met,
    }


if __name__ == "__main__":
    sys.exit(main())
