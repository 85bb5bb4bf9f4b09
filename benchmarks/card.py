"""What the card costs: a page of 50 out of 5,000 memories, and forgetting a group of 500 of them.

    python benchmarks/card.py [--memories 5000] [--group 500] [--store FOLDER | s3://bucket/prefix]

Prints one JSON document; times in milliseconds. `cold` is a page in a family that nobody has read yet in this process,
`warm` one by a reader that has the family open, as a page that is scrolled; a forget is from the confirmed token until
files, brief and search index have followed. Embeddings are hashed, so that no figure holds the time of a model.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from store import FAMILY, START, evidence_of, memory_of, prepare

from memory_pipeline.bootstrap import build_pipeline
from memory_pipeline.control.forget_group import Group, find_group
from memory_pipeline.control.listing import list_card
from memory_pipeline.model.change import Change
from memory_pipeline.model.memory import Memory
from memory_pipeline.settings import load_settings
from memory_pipeline.store.catalog import RecentlyParsed
from memory_pipeline.workflows.card_action import forget_group_on_card, forget_on_card
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.settle import settle

PAGE = 50
GROUP = Group(by="about", value="The garage")
RUNS = 9


def main() -> int:
    """Measure and print; 1 where a figure is above its limit, which holds for a local folder."""
    found = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--memories", type=int, default=5_000)
    found.add_argument("--group", type=int, default=500)
    found.add_argument("--store", default="")
    arguments = found.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings().model_copy(
            update={
                "store": arguments.store or str(Path(folder) / "store"),
                "index_path": Path(folder) / "index",
                "embedder": "hashing",
                "extractor": "embedded",
            }
        )
        pipeline = build_pipeline(settings, now=START)
        fill(pipeline, arguments.memories, arguments.group)
        print(json.dumps(measured(pipeline, arguments.memories), indent=2))
    return 0


def fill(pipeline: Pipeline, memories: int, group: int) -> None:
    """One family whose every n-th memory is about the garage, dreamt and indexed."""
    store = pipeline.store(FAMILY)
    prepare(store)
    made = [_one(number, grouped=number * group % memories < group) for number in range(memories)]
    evidence = tuple((memory.id, evidence_of(FAMILY)) for memory in made)
    store.commit(lambda _: Change(kind="migration", cause="fill", at=START, memories=tuple(made), evidence=evidence))
    settle(pipeline, FAMILY)


def _one(number: int, *, grouped: bool) -> Memory:
    memory = memory_of(number)
    return replace(memory, about=GROUP.value) if grouped else memory


def measured(pipeline: Pipeline, memories: int) -> dict[str, object]:
    """Every figure."""
    view = pipeline.view(FAMILY)
    middle = list_card(view, limit=memories // 2).next
    cold = times(lambda: list_card(replace(pipeline, parsed=RecentlyParsed()).view(FAMILY), limit=PAGE))
    first = times(lambda: list_card(view, limit=PAGE))
    later = times(lambda: list_card(view, limit=PAGE, after=middle))
    one = once(lambda: forget_on_card(pipeline, FAMILY, memory_of(1).id))
    counting = once(lambda: find_group(pipeline.view(FAMILY), GROUP))
    found = find_group(pipeline.view(FAMILY), GROUP)
    forgetting = once(lambda: forget_group_on_card(pipeline, FAMILY, GROUP, found.token))
    left = find_group(pipeline.view(FAMILY), GROUP).memories
    if left:
        raise AssertionError(f"{len(left)} of the group are left")
    return {
        "memories": memories,
        "page": PAGE,
        "list_cold_ms": cold,
        "list_warm_ms": first,
        "list_warm_from_the_middle_ms": later,
        "forget_one_ms": one,
        "count_a_group_ms": counting,
        "group": len(found.memories),
        "forget_the_group_ms": forgetting,
    }


def times(run: Callable[[], object]) -> dict[str, float]:
    """The middle and the slowest of some runs."""
    taken = [once(run) for _ in range(RUNS)]
    return {"median": round(statistics.median(taken), 1), "slowest": max(taken)}


def once(run: Callable[[], object]) -> float:
    """Milliseconds of one run."""
    start = time.perf_counter()
    run()
    return round((time.perf_counter() - start) * 1000, 1)


if __name__ == "__main__":
    sys.exit(main())
