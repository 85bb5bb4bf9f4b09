"""A bench over the real extractor and judge with the quick hashing embedder, and a folder of few cases."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from memory_pipeline.adapters.embedded_models.hashing_embedder import HashingEmbedder
from memory_pipeline.adapters.exact_index import ExactIndex
from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.bootstrap import build_pipeline, build_reader
from memory_pipeline.evaluation.observing.scratch import Bench
from memory_pipeline.settings import Settings

SMALL_SETS = Path(__file__).parent / "small_sets"


@pytest.fixture(scope="session")
def bench() -> Bench:
    pipeline = build_pipeline(Settings(store="/nowhere", index="exact", embedder="hashing"))
    parts = {"embedder": HashingEmbedder()}
    return Bench(
        scratch=lambda: replace(pipeline, objects=InMemoryObjects(), index=ExactIndex(), **parts),
        reader_of=build_reader,
    )
