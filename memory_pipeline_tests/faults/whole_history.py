"""A small life of one family, every kind of change in it, told step by step through the workflows.

A step may be told again: what it has done already it does not do twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.bootstrap import build_pipeline
from memory_pipeline.model.instants import parse_instant
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.settings import Settings
from memory_pipeline.workflows.adopt import adopt_family
from memory_pipeline.workflows.card_action import forget_on_card, remember_on_card
from memory_pipeline.workflows.dream_family import dream_family
from memory_pipeline.workflows.families import close_family, ensure_family, take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.run_family import run_family
from memory_pipeline_tests.workflows.conftest import FAMILY, NOW, said

KEY = FAMILY.key
LATER = parse_instant("2027-06-01T12:00:00Z")
FIRST = said(
    "s1", "Theo is allergic to peanuts, can you find a snack for him?", "Our swim practice is on Mondays at 4:30."
)
SMALL_TALK = said("s2", "Thanks, good night!", at="2026-08-16T19:00:00Z")
CHANGED = said(
    "s3",
    "Our swim practice is on Thursdays at 5:15 now.",
    "Theo's recital is on October 17.",
    at="2026-08-20T19:00:00Z",
)

Step = Callable[[Pipeline], object]


def pipeline_over(objects: ObjectStore) -> Pipeline:
    """The whole pipeline over a store, with the parts that start at once and a fixed clock."""
    return replace(_parts(), objects=objects)


def run_with(*sessions: object) -> Step:
    """Take the sessions in and do the main job."""

    def step(pipeline: Pipeline) -> None:
        take_in(pipeline, KEY, sessions)  # type: ignore[arg-type]
        run_family(pipeline, KEY)

    return step


def forget_remembered(pipeline: Pipeline) -> None:
    """Forget what the card was told to remember."""
    forget_on_card(pipeline, KEY, _about(pipeline, "violin"))


def edit_by_hand(objects: ObjectStore) -> None:
    """A person opens a memory and changes the time of the practice."""
    key = f"families/{KEY}/memories/{_about(pipeline_over(objects), 'Thursdays')}.md"
    found = objects.get(key)
    assert found is not None and b"5:15" in found.data
    objects.put(key, found.data.replace(b"5:15", b"6:45"))


def night_of_another_year(pipeline: Pipeline) -> None:
    """Expire, promote and decay what months have made due."""
    dream_family(replace(pipeline, now_given=LATER), KEY)


STEPS: Mapping[str, Step] = {
    "a family is added": lambda pipeline: ensure_family(pipeline, FAMILY),
    "a session that changes something": run_with(FIRST),
    "a session that changes nothing": run_with(SMALL_TALK),
    "a session that supersedes": run_with(CHANGED),
    "the card remembers": lambda pipeline: remember_on_card(
        pipeline, KEY, "Always ask before you book violin lessons."
    ),
    "the card forgets": forget_remembered,
    "a hand edit is adopted": lambda pipeline: adopt_family(pipeline, KEY),
    "a dream": night_of_another_year,
    "the family is closed": lambda pipeline: close_family(pipeline, KEY),
}

BY_HAND: Mapping[str, Callable[[ObjectStore], None]] = {"a hand edit is adopted": edit_by_hand}


@dataclass(frozen=True)
class Chapter:
    """The store's contents when a step begins and when all that it owes is done."""

    start: Mapping[str, bytes]
    end: Mapping[str, bytes]


def told(objects: ObjectStore, step: Step) -> None:
    """Tell a step, and do what it may still owe: a run after an interruption brings the dream and the projections."""
    pipeline = pipeline_over(objects)
    step(pipeline)
    pipeline.store(KEY).roll_forward()
    if not pipeline.view(KEY).family().closed:
        run_family(pipeline, KEY)


def chapters() -> dict[str, Chapter]:
    """The undisturbed history."""
    objects = InMemoryObjects()
    found = {}
    for name, step in STEPS.items():
        BY_HAND.get(name, lambda _: None)(objects)
        start = objects.contents()
        told(objects, step)
        found[name] = Chapter(start, objects.contents())
    return found


@cache
def _parts() -> Pipeline:
    return build_pipeline(Settings(store="/nowhere", embedder="hashing", index="exact", fsync=False), now=NOW)


def _about(pipeline: Pipeline, word: str) -> str:
    memories = pipeline.view(KEY).memories().values()
    return max(memory.id for memory in memories if word in memory.body)
