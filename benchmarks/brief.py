"""How long a compile takes and how large its brief is for 50, 500 and 5,000 memories: `python benchmarks/brief.py`.

`unchanged` is the wall time of a reader's next brief from a local folder, when nothing has changed since the last.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from memory_pipeline.adapters.token_counter import token_counter
from memory_pipeline.bootstrap import build_pipeline, build_reader
from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.compile import compile_brief
from memory_pipeline.brief.present import present
from memory_pipeline.model.brief import Brief
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import AUTHORITIES, MEMORY_TYPES, Memory, body_of
from memory_pipeline.settings import Settings
from memory_pipeline.store.keys import brief_key
from memory_pipeline.store.records import dump_brief
from memory_pipeline.workflows.families import add_family

SIZES = (50, 500, 5_000)
ROUNDS = 7
READS = 301
START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
SUBJECTS = ("Theo", "School lunch", "Piano lessons", "Soccer practice", "Grandma's visit", "Biscuit the dog", "Bedtime")
VERBS = ("prefers", "keeps", "asked for", "always brings", "stopped")
THINGS = ("the blue jacket", "oat milk", "an early start", "no calls after nine", "the window seat", "extra sauce")


def family_memories(size: int) -> dict[str, Memory]:
    """So many memories of every type and authority, the same ones on each run."""
    chance = random.Random(size)
    memories = (memory(chance, number) for number in range(size))
    return {one.id: one for one in memories}


def memory(chance: random.Random, number: int) -> Memory:
    """One plausible memory."""
    at = START + timedelta(minutes=37 * number)
    about = f"{chance.choice(SUBJECTS)} {number}"
    summary = f"{about} {chance.choice(VERBS)} {chance.choice(THINGS)}, as said in week {number // 20}."
    return Memory(
        id=derived_ulid(at, str(number)),
        type=chance.choice(MEMORY_TYPES),
        about=about,
        summary=summary,
        when_to_use=f"Planning around {about}",
        strength=chance.choice(("hard", "soft", "soft", "soft")),
        authority=chance.choice(AUTHORITIES[:3]),
        confidence=round(chance.uniform(0.6, 1.0), 2),
        formed_at=at,
        last_reinforced_at=at,
        body=body_of(summary),
    )


def main() -> None:
    """Print the median time of a compile and of a presentation, and the block's tokens, for each size."""
    count_tokens = token_counter()
    count_tokens("load the vocabulary")
    family = Family(key="fam_bench", timezone="Europe/Berlin", members=(Member(name="Theo", kind="child"),))
    budget = BriefBudget()
    print(f"{'memories':>8} {'compile ms':>11} {'present ms':>11} {'unchanged ms':>13} {'tokens':>7} {'lines':>6}")
    for size in SIZES:
        compiled = partial(
            compile_brief,
            family_memories(size),
            family=family,
            entities={},
            suppressed=lambda _: False,
            last=None,
            budget=budget,
            count_tokens=count_tokens,
        )
        brief = compiled().brief
        presented = partial(
            present, brief, today=START.date(), surface="chat", budget=budget, count_tokens=count_tokens
        )
        lines = sum(len(section.lines) for section in brief.sections)
        print(
            f"{size:>8} {timed(compiled):>11.1f} {timed(presented):>11.2f} {unchanged(family, brief):>13.2f}"
            f" {presented().tokens:>7} {lines:>6}"
        )


def unchanged(family: Family, brief: Brief) -> float:
    """The median wall milliseconds of a reader's brief that is the same as the last."""
    with TemporaryDirectory() as folder:
        pipeline = build_pipeline(Settings(store=folder, index="exact", embedder="hashing"))
        add_family(pipeline, family)
        pipeline.objects.put(brief_key(family.key), dump_brief(brief))
        reader, rounds = build_reader(pipeline, family.key), []
        for _ in range(READS):
            started = perf_counter()
            reader.brief()
            rounds.append((perf_counter() - started) * 1_000)
    return statistics.median(rounds)


def timed(action: Callable[[], object]) -> float:
    """the median CPU milliseconds of some rounds."""
    rounds = []
    for _ in range(ROUNDS):
        started = process_time()
        action()
        rounds.append((process_time() - started) * 1_000)
    return statistics.median(rounds)


if __name__ == "__main__":
    main()
