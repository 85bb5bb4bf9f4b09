"""How long a turn's lookup takes and how fast an index is made: `python benchmarks/lookup.py`.

Memories are generated and embedded by hashing, so that no figure holds the time of a model: what a model adds to each
query is printed beside. `cold` is the first lookup of a process, which reads the catalog and counts the lexicon.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter

from memory_pipeline.adapters.embedded_models.embedder import EmbeddedEmbedder
from memory_pipeline.adapters.embedded_models.hashing_embedder import HashingEmbedder
from memory_pipeline.adapters.exact_index import ExactIndex
from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.qdrant_edge import QdrantEdgeIndex
from memory_pipeline.adapters.token_counter import token_counter
from memory_pipeline.model.change import Head
from memory_pipeline.model.family import Family
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import MEMORY_TYPES, Memory, body_of
from memory_pipeline.ports.memory_index import MemoryIndex
from memory_pipeline.retrieval.points import synchronise
from memory_pipeline.retrieval.reader import MemoryReader
from memory_pipeline.store import keys
from memory_pipeline.store.catalog import entry_of, render_catalog, render_line
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.records import dump_family, dump_head
from memory_pipeline.store.vectors import FamilyVectors

SIZES = (1_000, 5_000)
QUERIES = 200
FAMILY = "fam_bench"
START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
WHO = ("Theo", "Juniper", "Dana", "Marcus", "Grandma", "the neighbours", "Coach Voss", "Aunt Corinne")
WHAT = """
    soccer practice piano lesson dentist appointment library card school trip swimming class birthday cake lunch box
    garden hose winter coat bicycle helmet car seat bank account chess club summer camp violin recital dog groomer
    airport pickup math homework bedtime story board game guitar string kitchen sink science fair camping tent
""".split()
WHEN = ("on Monday", "every Tuesday", "after lunch", "in the evening", "before school", "at half past four")


def sentence(chance: random.Random) -> str:
    """One plausible claim."""
    subject = " ".join(chance.sample(WHAT, 3))
    return f"{chance.choice(WHO)} has {subject} {chance.choice(WHEN)}, number {chance.randrange(1000, 9999)}"


def generated(size: int) -> InMemoryObjects:
    """A store with one family of `size` memories and its catalog."""
    chance, entries = random.Random(size), {}
    for number in range(size):
        at, text = START + timedelta(minutes=number), sentence(chance)
        memory = Memory(
            id=derived_ulid(at, str(number)),
            type=chance.choice(MEMORY_TYPES),
            about=text.split(" has ")[0],
            summary=f"{text}.",
            when_to_use=f"Planning around {text.split()[2]} and questions about the usual week",
            strength="hard" if number % 50 == 0 else "soft",
            formed_at=at,
            last_reinforced_at=at,
            body=body_of(text),
        )
        entries[memory.id] = entry_of(memory, str(number))
    objects = InMemoryObjects()
    objects.put(keys.family_key(FAMILY), dump_family(Family(key=FAMILY, timezone="Europe/Berlin")))
    objects.put(keys.head_key(FAMILY), dump_head(Head()))
    catalog = render_catalog(0, {key: render_line(entry) for key, entry in entries.items()})
    objects.put(keys.catalog_key(FAMILY), catalog)
    return objects


def milliseconds(times: list[float]) -> str:
    """Median and 95th percentile."""
    ordered = sorted(times)
    return f"p50 {statistics.median(ordered) * 1e3:.1f} ms, p95 {ordered[int(len(ordered) * 0.95)] * 1e3:.1f} ms"


def timed_lookups(objects: InMemoryObjects, index: MemoryIndex) -> tuple[float, list[float]]:
    """Seconds of the first turn of a new reader, and of each of the next ones."""
    chance, times = random.Random(7), []
    reader = MemoryReader(
        objects,
        FAMILY,
        index=index,
        embedder=HashingEmbedder(),
        clock=lambda: START + timedelta(days=90),
        count_tokens=token_counter(),
    )
    for _ in range(QUERIES + 1):
        begun = perf_counter()
        reader.turn(f"When does {sentence(chance).partition(',')[0]}?")
        times.append(perf_counter() - begun)
    return times[0], times[1:]


def report(size: int, folder: Path) -> None:
    """Print the figures of one size."""
    objects, vectors = generated(size), FamilyVectors(generated(1), FAMILY, HashingEmbedder())
    view = FamilyView(objects, FAMILY)
    vectors = FamilyVectors(objects, FAMILY, HashingEmbedder())
    vectors.save([memory.indexed_text for memory in view.memories().values()])
    engine = QdrantEdgeIndex(folder)
    begun = perf_counter()
    written = synchronise(view, engine, vectors)
    seconds = perf_counter() - begun
    print(f"{size} memories: reindex {written.upserts / seconds:.0f} memories/s ({seconds:.1f} s, vectors there)")
    for index in (QdrantEdgeIndex(folder), ExactIndex()):
        cold, warm = timed_lookups(objects, index)
        print(f"{size} memories: turn by {index.name}: {milliseconds(warm)}, cold {cold * 1e3:.0f} ms")


def main() -> int:
    """Print the figures of every size, and what the sentence encoder adds to a query."""
    token_counter()("load the vocabulary")
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            report(size, Path(folder))
    encoder, times = EmbeddedEmbedder(), []
    encoder.embed(["load the weights"])
    for number in range(QUERIES):
        begun = perf_counter()
        encoder.embed([f"When is soccer practice number {number}?"])
        times.append(perf_counter() - begun)
    print(f"embedding one query: {milliseconds(times)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
