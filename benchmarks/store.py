"""What reading and committing cost: memories cold and from the catalog, commits a second, requests of a quiet night.

    python benchmarks/store.py [--memories 5000] [--commits 100] [--store FOLDER | s3://bucket/prefix]

Prints one JSON document; times are medians of three to five runs, in milliseconds.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from addresses import objects_at

from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.family import Family
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import Memory, body_of
from memory_pipeline.model.refs import ConversationRef
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.ports.object_store import Absent, ObjectEntry, ObjectStore, StoredObject, Unchanged
from memory_pipeline.store.family_store import FamilyStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.okf import parse_memory, render_memory

START = datetime(2026, 8, 14, 19, 0, tzinfo=UTC)
FAMILY = "measured"


class Counting:
    """Counts requests by name."""

    def __init__(self, inner: ObjectStore) -> None:
        self._inner = inner
        self.requests: Counter[str] = Counter()
        self.location = inner.location

    def get(self, key: str) -> StoredObject | None:
        self.requests["get"] += 1
        return self._inner.get(key)

    def get_if_changed(self, key: str, etag: str) -> StoredObject | Unchanged | None:
        self.requests["get"] += 1
        return self._inner.get_if_changed(key, etag)

    def get_many(self, keys: Iterable[str]) -> Iterator[tuple[str, StoredObject | None]]:
        wanted = list(keys)
        self.requests["get"] += len(wanted)
        return self._inner.get_many(wanted)

    def put(self, key: str, data: bytes, *, expect: str | Absent | None = None) -> str:
        self.requests["put"] += 1
        return self._inner.put(key, data, expect=expect)

    def delete(self, key: str) -> None:
        self.requests["delete"] += 1
        self._inner.delete(key)

    def list(self, prefix: str) -> Iterator[ObjectEntry]:
        self.requests["list"] += 1
        return self._inner.list(prefix)

    def keys(self, prefix: str) -> Iterator[str]:
        self.requests["list"] += 1
        return self._inner.keys(prefix)

    def folders(self, prefix: str) -> Iterator[str]:
        self.requests["list"] += 1
        return self._inner.folders(prefix)


def main() -> int:
    """Measure and print."""
    found = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--memories", type=int, default=5_000)
    found.add_argument("--commits", type=int, default=100)
    found.add_argument("--store", default="")
    arguments = found.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        objects = objects_at(arguments.store or str(Path(folder) / "store"))
        print(json.dumps(measured(objects, arguments.memories, arguments.commits), indent=2))
    return 0


def measured(objects: ObjectStore, memories: int, commits: int) -> dict[str, object]:
    """Every figure."""
    small = commits_per_second(objects, f"{FAMILY}-small", commits)
    fill(store_of(objects, FAMILY), memories)
    catalog = median_of(lambda: len(FamilyView(objects, FAMILY).memories()))
    writer = store_of(objects, FAMILY)
    writer.memories()
    again = median_of(lambda: len(writer.view().memories()))
    cold = median_of(lambda: reread(objects, whole=True), runs=3)
    etags = median_of(lambda: reread(objects, whole=False), runs=3)
    return {
        "memories": memories,
        "read_from_catalog_ms": catalog,
        "read_again_by_a_writer_ms": again,
        "read_from_files_ms": cold,
        "read_by_etags_ms": etags,
        "speedup": round(cold / catalog, 1),
        "files_parsed_per_second": files_per_second(lambda data: parse_memory(data, "m")),
        "files_parsed_and_written_per_second": files_per_second(lambda data: render_memory(parse_memory(data, "m"))),
        "commits_per_second_small_family": small,
        "commits_per_second_large_family": commits_per_second(objects, FAMILY, max(3, commits // 10)),
        "requests_of_a_quiet_night": requests(objects, lambda view: view.head().next_due),
        "requests_of_reading_all_memories": requests(objects, lambda view: view.memories()),
        "requests_of_listing_sessions": requests(objects, lambda view: (view.session_ids(), view.decided_sessions())),
        "requests_of_a_commit": commit_requests(objects),
    }


def store_of(objects: ObjectStore, family: str) -> FamilyStore:
    """The writer."""
    return FamilyStore(objects, family, clock=lambda: datetime.now(UTC), owner="benchmark")


def fill(store: FamilyStore, memories: int) -> None:
    """A family with that many memories, in one change."""
    prepare(store)
    made = [memory_of(number) for number in range(memories)]
    evidence = tuple((memory.id, evidence_of(store.key)) for memory in made)
    store.commit(lambda _: Change(kind="migration", cause="fill", at=START, memories=tuple(made), evidence=evidence))


def prepare(store: FamilyStore) -> None:
    """The family and the one session that all claims come from."""
    store.create_family(Family(key=store.key, timezone="Europe/Berlin"))
    turn = Turn(number=1, role="user", speaker="Dana", at=START, text="We own bicycles.")
    store.add_session(
        Session(id="s1", surface="chat", started_at=START, ended_at=START, off_record=False, turns=(turn,))
    )


def memory_of(number: int) -> Memory:
    """One claim of the usual length."""
    at = START + timedelta(seconds=number)
    return Memory(
        id=derived_ulid(at, str(number)),
        type="fact",
        about=f"Bicycle number {number}",
        summary=f"The family's bicycle number {number} stands in the cellar behind the blue door.",
        when_to_use="Talk of bicycles, the cellar, or what the family owns",
        formed_at=at,
        last_reinforced_at=at,
        body=body_of(f"We own bicycle number {number}; it stands in the cellar behind the blue door."),
    )


def evidence_of(family: str) -> Evidence:
    """The words."""
    return Evidence(ref=ConversationRef(family, "s1", 1, 1), quote="We own bicycles.", recorded_at=START)


def pin(number: int) -> Callable[[FamilyView], Change | None]:
    """A small change to one memory."""

    def plan(view: FamilyView) -> Change | None:
        memory = view.memory(memory_of(number).id)
        changed = replace(memory, pin=not memory.pin, revision=memory.revision + 1)
        entries = (ChangeEntry("pinned", memory.id),)
        return Change(kind="card", cause="pin", at=START, entries=entries, memories=(changed,))

    return plan


def commits_per_second(objects: ObjectStore, family: str, commits: int) -> float:
    """One writer, one small change after another: of the median commit."""
    store = store_of(objects, family)
    if not store.exists():
        fill(store, 20)
    numbers = iter(range(commits))
    milliseconds = median_of(lambda: store.commit(pin(next(numbers) % 20)), runs=commits)
    return round(1000 / milliseconds, 1)


def reread(objects: ObjectStore, *, whole: bool) -> int:
    """Read every memory from its file."""
    view = FamilyView(objects, FAMILY)
    view.reread_files(whole=whole)
    return len(view.memories())


def files_per_second(work: Callable[[bytes], object], files: int = 1_000) -> int:
    """How many memory files of the usual length the codec gets through."""
    rendered = [render_memory(memory_of(number)) for number in range(files)]
    milliseconds = median_of(lambda: [work(data) for data in rendered])
    return round(files / milliseconds * 1000)


def requests(objects: ObjectStore, read: Callable[[FamilyView], object]) -> dict[str, int]:
    """What a read asks of the store."""
    counting = Counting(objects)
    read(FamilyView(counting, FAMILY))
    return dict(counting.requests)


def commit_requests(objects: ObjectStore) -> dict[str, int]:
    """What a small commit asks of the store."""
    counting = Counting(objects)
    store_of(counting, FAMILY).commit(pin(1))
    return dict(counting.requests)


def median_of(run: Callable[[], object], runs: int = 5) -> float:
    """Milliseconds of the middle run."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return round(statistics.median(times) * 1000, 1)


if __name__ == "__main__":
    sys.exit(main())
