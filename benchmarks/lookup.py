"""How long a turn's lookup takes and how fast an index is made: `python benchmarks/lookup.py`.

Memories are generated. Embedded by hashing no figure holds the time of a model; then once more with the embedded
embedder. `cold` is the first lookup of a reader, which reads the catalog and counts the lexicon.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

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
from memory_pipeline.ports.embedder import Embedder
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


def spread(seconds: Sequence[float]) -> dict[str, float]:
    """Median and 95th percentile in milliseconds."""
    ordered = sorted(seconds)
    return {
        "p50": round(statistics.median(ordered) * 1e3, 1),
        "p95": round(ordered[int(len(ordered) * 0.95)] * 1e3, 1),
    }


def timed_lookups(objects: InMemoryObjects, index: MemoryIndex, embedder: Embedder) -> tuple[float, list[float]]:
    """Seconds of the first turn of a new reader, and of each of the next ones."""
    chance, times = random.Random(7), []
    reader = MemoryReader(
        objects,
        FAMILY,
        index=index,
        embedder=embedder,
        clock=lambda: START + timedelta(days=90),
        count_tokens=token_counter(),
    )
    for _ in range(QUERIES + 1):
        begun = perf_counter()
        reader.turn(f"When does {sentence(chance).partition(',')[0]}?")
        times.append(perf_counter() - begun)
    return times[0], times[1:]


def measured(size: int, embedder: Embedder) -> dict[str, Any]:
    """The figures of one size: turns a second into an index whose vectors are there, and lookups by each index."""
    objects = generated(size)
    view = FamilyView(objects, FAMILY)
    vectors = FamilyVectors(objects, FAMILY, embedder)
    vectors.save([memory.indexed_text for memory in view.memories().values()])
    with tempfile.TemporaryDirectory() as folder:
        begun = perf_counter()
        written = synchronise(view, QdrantEdgeIndex(Path(folder)), vectors)
        seconds = perf_counter() - begun
        found: dict[str, Any] = {
            "memories": size,
            "reindex_a_second": round(written.upserts / seconds),
            "reindex_seconds": round(seconds, 2),
        }
        for index in (QdrantEdgeIndex(Path(folder)), ExactIndex()):
            cold, warm = timed_lookups(objects, index, embedder)
            found[index.name] = {"cold_ms": round(cold * 1e3), **spread(warm)}
    return found


def main() -> int:
    """Print the figures of every size without a model's time, then those with the embedded embedder."""
    token_counter()("load the vocabulary")
    for embedder in (HashingEmbedder(), EmbeddedEmbedder()):
        for size in SIZES:
            print(json.dumps({"embedder": embedder.fingerprint.split()[0], **measured(size, embedder)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
