"""The main job on each store: the same files, byte for byte, whatever lies under them."""

from __future__ import annotations

from dataclasses import replace

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.workflows.card_action import forget_on_card
from memory_pipeline.workflows.families import add_family, list_families, take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.run_family import run_family
from memory_pipeline.workflows.verify import verify_family
from memory_pipeline_tests.workflows.conftest import FAMILY, said

SESSIONS = (
    said("s1", "Theo is allergic to peanuts, can you find a snack for him?", "Always ask me before you book anything."),
    said("s2", "Swim practice is on Mondays at 4:30.", at="2026-08-20T19:00:00Z"),
)


def lived(pipeline: Pipeline, objects: ObjectStore) -> dict[str, bytes]:
    """Take the sessions in, run, forget the newest memory; what is in the store then."""
    over = replace(pipeline, objects=objects)
    add_family(over, FAMILY)
    take_in(over, FAMILY.key, SESSIONS)
    run_family(over, FAMILY.key)
    forget_on_card(over, FAMILY.key, max(over.view(FAMILY.key).memories()))
    assert list_families(over) == (FAMILY.key,)
    assert [check for check in verify_family(over, FAMILY.key).checks if not check.ok] == []
    return {entry.key: stored.data for entry in objects.list("") if (stored := objects.get(entry.key))}


def test_the_main_job_leaves_the_same_bytes_on_every_store(pipeline: Pipeline, objects: ObjectStore) -> None:
    assert lived(pipeline, objects) == lived(pipeline, InMemoryObjects())
