"""A pipeline over a local folder, with the parts that start at once and a fixed clock."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from memory_pipeline.bootstrap import build_pipeline
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.instants import parse_instant
from memory_pipeline.model.transcript import Session, Surface, Turn
from memory_pipeline.settings import Settings
from memory_pipeline.workflows.families import add_family
from memory_pipeline.workflows.pipeline import Pipeline

NOW = parse_instant("2026-09-01T12:00:00Z")
FAMILY = Family(key="fam_a", timezone="Europe/Berlin", members=(Member(name="Dana"), Member(name="Theo", kind="child")))


def said(session: str, *texts: str, at: str = "2026-08-14T19:00:00Z", surface: Surface = "chat") -> Session:
    """An ended session in which Dana says each text, a minute apart."""
    start = parse_instant(at)
    turns = tuple(
        Turn(number=number, role="user", speaker="Dana", at=start + timedelta(minutes=number), text=text)
        for number, text in enumerate(texts, start=1)
    )
    return Session(
        id=session,
        surface=surface,
        started_at=start,
        ended_at=start + timedelta(minutes=len(texts)),
        off_record=False,
        turns=turns,
    )


def folder_bytes(root: Path) -> dict[str, bytes]:
    """Every file below a folder, by relative path."""
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "store"


@pytest.fixture
def pipeline(root: Path) -> Pipeline:
    settings = Settings(store=str(root), embedder="hashing", index="exact", fsync=False)
    built = build_pipeline(settings, now=NOW)
    add_family(built, FAMILY)
    return built
