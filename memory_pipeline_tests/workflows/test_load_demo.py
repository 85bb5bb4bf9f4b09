from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from memory_pipeline.bootstrap import build_pipeline
from memory_pipeline.model.instants import parse_instant
from memory_pipeline.settings import Settings
from memory_pipeline.store.keys import STORE_KEY
from memory_pipeline.store.records import load_store_settings
from memory_pipeline.workflows.load_demo import Demo, load_demo
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline_tests.workflows.conftest import FAMILY, folder_bytes, said

DEMO = Demo(
    now=parse_instant("2026-11-30T18:00:00Z"),
    families=[(replace(FAMILY, key="demo_a"), [said("s-1", "We moved."), said("s-2", "Again.")])],
)


@pytest.fixture
def empty(root: Path) -> Pipeline:
    return build_pipeline(Settings(store=str(root), embedder="hashing", index="exact", fsync=False))


def test_a_new_store_takes_the_demos_clock(empty: Pipeline) -> None:
    assert load_demo(empty, DEMO) == ("demo_a",)
    stored = empty.objects.get(STORE_KEY)
    assert stored is not None
    assert load_store_settings(stored.data, STORE_KEY).now == DEMO.now
    family = empty.view("demo_a").family()
    assert family.clock is None
    assert empty.now(family) == DEMO.now
    assert empty.view("demo_a").session_ids() == ("s-1", "s-2")


def test_a_second_time_changes_no_byte(empty: Pipeline, root: Path) -> None:
    load_demo(empty, DEMO)
    before = folder_bytes(root)
    load_demo(empty, DEMO)
    assert folder_bytes(root) == before


def test_in_a_store_with_other_families_each_demo_family_keeps_the_clock(pipeline: Pipeline) -> None:
    load_demo(pipeline, DEMO)
    assert pipeline.objects.get(STORE_KEY) is None
    assert pipeline.view("demo_a").family().clock == DEMO.now
    assert pipeline.view(FAMILY.key).family().clock is None


def test_a_store_with_another_clock_keeps_it(empty: Pipeline) -> None:
    empty.objects.put(STORE_KEY, b"format: 1\nnow: 2020-01-01T00:00:00Z\n")
    load_demo(empty, DEMO)
    stored = empty.objects.get(STORE_KEY)
    assert stored is not None
    assert stored.data == b"format: 1\nnow: 2020-01-01T00:00:00Z\n"
    assert empty.view("demo_a").family().clock == DEMO.now
