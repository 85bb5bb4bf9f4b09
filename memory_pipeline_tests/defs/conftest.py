"""A store of its own for each test, with the parts that start at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from memory_pipeline.defs.graph import build_definitions
from memory_pipeline.defs.partitions import families
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.model.family import Family, Member
from memory_pipeline.workflows.families import add_family

NOW = "2026-09-01T12:00:00Z"


def transcript(session: str, *texts: str, at: str = "2026-08-14T19:00:00Z") -> bytes:
    """A canonical session in which Dana says each text in turn."""
    turns = [
        {"turn": number, "role": "user", "speaker": "Dana", "at": at, "text": text}
        for number, text in enumerate(texts, start=1)
    ]
    document: dict[str, Any] = {
        "session": session,
        "surface": "chat",
        "started_at": at,
        "ended_at": at,
        "off_record": False,
        "turns": turns,
    }
    return json.dumps(document).encode()


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PipelineResource:
    monkeypatch.setenv("MEMORY_EMBEDDER", "hashing")
    monkeypatch.setenv("MEMORY_INDEX", "exact")
    monkeypatch.setenv("MEMORY_FSYNC", "false")
    return PipelineResource(store=str(tmp_path / "store"), inbox=str(tmp_path / "inbox"), now=NOW)


@pytest.fixture
def definitions(memory: PipelineResource) -> dg.Definitions:
    return build_definitions(resources={"memory": memory})


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.ephemeral() as ephemeral:
        yield ephemeral


def add(memory: PipelineResource, instance: dg.DagsterInstance, key: str, timezone: str = "Europe/Berlin") -> None:
    """Add a family to the store and its partition to Dagster."""
    members = (Member(name="Dana"), Member(name="Theo", kind="child"))
    add_family(memory.pipeline(), Family(key=key, timezone=timezone, members=members))
    instance.add_dynamic_partitions(str(families.name), [key])


def drop(memory: PipelineResource, key: str, name: str, data: bytes) -> None:
    """Drop a file into a family's inbox."""
    folder = memory.inbox_folder() / key
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)
