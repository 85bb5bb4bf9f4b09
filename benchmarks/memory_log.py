"""The memory log at scale: events distilled over an existing MEMORY.md, with the embedded backend.

    python -m benchmarks.memory_log [--events 10000] [--items 500]

Every tenth line is a user message, one in two of those with something to keep. Printed: lines per second, items by
operation, and the process's peak memory after each tenth of the log, which is to stay flat.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from memory_pipeline.bootstrap import build_pipeline
from memory_pipeline.memory_log.events import entry_of
from memory_pipeline.memory_log.headers import EVENT_HEADER, MEMORY_HEADER
from memory_pipeline.memory_log.items import Item, item_line
from memory_pipeline.model.family import Family, Member
from memory_pipeline.settings import Settings
from memory_pipeline.workflows.families import add_family
from memory_pipeline.workflows.memory_log_files import MemoryLogFiles
from memory_pipeline.workflows.process_log import process_log

FAMILY = "oak"
START = datetime.fromisoformat("2026-01-01 08:00:00")
CITIES = ("Oslo", "Lisbon", "Turin", "Ghent", "Krakow", "Cork", "Graz", "Malmo", "Porto", "Basel")
NAMES = ("Okoro", "Lindt", "Varga", "Moreau", "Haas", "Sato", "Bello", "Quist", "Reyna", "Zubair")
THINGS = ("tea", "jazz", "chess", "orchids", "kites", "maps", "rye bread", "sailing", "clay", "moss")
MACHINE = (
    ("reasoning", "The user may want the report first."),
    ("action_start", "open_folder"),
    ("action_end", "open_folder ok"),
    ("gui_action", "click Save"),
    ("screen_description", "The current screen displays a folder with nine files"),
    ("agent message", "Here is the list, sorted by date."),
    ("trigger", "scheduled wake-up"),
    ("end_turn", "done"),
    ("agent message", "Anything else?"),
)


def said(number: int) -> str:
    """The text of the numberth user message: every second one is a request."""
    thing, city = THINGS[number % 10], CITIES[number // 10 % 10]
    if number % 2:
        return f"find me a shop for {thing} in {city}"
    lasting = (
        f"i love {thing} from {city}, find me some",
        f"my plumber in {city} is {NAMES[number // 10 % 10]} {NAMES[number // 100 % 10]}, phone 555-{number:04}",
        f"i have a {thing} class in {city} on {(START + timedelta(days=number % 300 + 20)):%B %d}",
        f"never book anything in {city} before {number % 12 + 1} pm",
        "i prefer short answers",
    )
    return lasting[number // 2 % len(lasting)]


def events(count: int) -> Iterator[bytes]:
    """The log's entries, three seconds apart."""
    for number in range(count):
        kind, text = ("user message", said(number // 10)) if number % 10 == 0 else MACHINE[number % 10 - 1]
        yield entry_of(START + timedelta(seconds=3 * number), kind, text)


def items(count: int) -> Iterator[str]:
    """Lines that MEMORY.md holds already."""
    for number in range(count):
        text = f"Dana Reyes keeps box {number} of {THINGS[number % 10]} in {CITIES[number // 10 % 10]}"
        yield item_line(Item(at=START - timedelta(days=number), category="fact", text=text)) + "\n"


def peak() -> float:
    """Peak resident memory of this process in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Make the files, process them once, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--items", type=int, default=500)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(store=str(Path(folder) / "store"), extractor="embedded", index="exact", log_cap=10**9)
        pipeline = replace(build_pipeline(settings))
        add_family(pipeline, Family(key=FAMILY, timezone="UTC", members=(Member(name="Dana"),)))
        files = MemoryLogFiles(pipeline.objects, FAMILY)
        pipeline.objects.put(files.memory_key, MEMORY_HEADER + "".join(items(given.items)).encode())
        pipeline.objects.put(files.events_key, EVENT_HEADER + b"".join(events(given.events)))
        marks: list[tuple[int, float, float]] = []
        started = time.perf_counter()

        def progress(_: str, done: int, total: int) -> None:
            if done % max(1, total // 10) == 0:
                marks.append((done, time.perf_counter() - started, peak()))

        run = process_log(pipeline, FAMILY, progress=progress)
        seconds = time.perf_counter() - started
    print(f"{given.events} events, {given.items} items on file, embedder {pipeline.embedder.fingerprint.split()[0]}")
    for done, at, memory in marks:
        print(f"batch {done:>5}  {at:7.1f} s  peak {memory:6.0f} MiB")
    print(f"{seconds:.1f} s, {given.events / seconds:.0f} lines/s, {run.items} items afterwards")
    print(f"operations {run.as_json()['totals']['operations']}")


if __name__ == "__main__":
    main()
