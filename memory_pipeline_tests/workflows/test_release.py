"""release.json: written once, and what readers are given for it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.store.keys import RELEASE_KEY
from memory_pipeline.workflows.pipeline_version import pipeline_version
from memory_pipeline.workflows.release import PARTS, Release, readers_use_brief, write_release

RUNNING = {part: f"{part}-1" for part in PARTS}
RELEASE = Release(released_at="2026-09-01T00:00:00Z", versions=RUNNING, evaluation={"at": "today"}, scores=())


def test_the_same_release_on_another_day_changes_no_byte() -> None:
    objects = InMemoryObjects()
    assert write_release(objects, RELEASE)
    before = objects.get(RELEASE_KEY)
    assert not write_release(objects, replace(RELEASE, released_at="2026-09-02T00:00:00Z"))
    assert objects.get(RELEASE_KEY) == before
    assert write_release(objects, replace(RELEASE, evaluation={"at": "tomorrow"}))


@pytest.mark.parametrize("part", PARTS)
def test_a_release_of_another_version_of_any_part_covers_nobody_where_one_is_required(part: str) -> None:
    objects = InMemoryObjects()
    write_release(objects, RELEASE)
    assert readers_use_brief(objects, "fam_a", False, RUNNING)
    assert not readers_use_brief(objects, "fam_a", False, {**RUNNING, part: "another"})


@pytest.mark.parametrize("stored", [None, b"", b"[]", b"{", b'{"pipeline": "pipeline-1"}'])
def test_a_release_that_is_none_covers_nobody_and_breaks_no_reader(stored: bytes | None) -> None:
    objects = InMemoryObjects()
    if stored is not None:
        objects.put(RELEASE_KEY, stored)
    assert not readers_use_brief(objects, "fam_a", False, RUNNING)
    assert readers_use_brief(objects, "fam_a", False, None)


def test_a_family_with_earlier_files_waits_for_its_own_migration_too() -> None:
    objects = InMemoryObjects()
    write_release(objects, RELEASE)
    assert not readers_use_brief(objects, "fam_a", True, RUNNING)
    assert not readers_use_brief(objects, "fam_a", True, None)


def test_the_pipelines_version_is_the_packages_and_a_digest() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+\+[0-9a-f]{12}", pipeline_version())
    assert pipeline_version() == pipeline_version()
