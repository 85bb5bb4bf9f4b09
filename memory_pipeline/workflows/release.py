"""`release.json`: which versions of the pipeline's parts were measured and let out, and who is served by them.

It lies at the store's root, so that readers on every host see the same release (contract section 14).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store import json_text
from memory_pipeline.store.keys import RELEASE_KEY
from memory_pipeline.workflows.migrate_release import is_released

PARTS = ("pipeline", "prompt", "model", "extractor", "judge", "embedder")
"""What a release names the version of, by its key in `release.json`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """The parts' versions, the evaluation that vouches for them (`at`, folder, cases), and its scores."""

    released_at: str
    versions: Mapping[str, str]
    evaluation: Mapping[str, str]
    scores: Sequence[Mapping[str, Any]]

    def as_json(self) -> dict[str, Any]:
        """The file's JSON value."""
        return {
            "version": 1,
            "released_at": self.released_at,
            **{part: self.versions[part] for part in PARTS},
            "evaluation": dict(self.evaluation),
            "scores": [dict(score) for score in self.scores],
        }


def write_release(objects: ObjectStore, release: Release) -> bool:
    """Write `release.json` unless it says this already (its own time apart); return whether it was written."""
    value = release.as_json()
    stored = _read(objects)
    if stored is not None and {**stored, "released_at": ""} == {**value, "released_at": ""}:
        return False
    objects.put(RELEASE_KEY, json_text.document(value))
    return True


def is_running_version_released(objects: ObjectStore, running: Mapping[str, str]) -> bool:
    """Whether the release names exactly the versions that run. A release that cannot be read covers nothing."""
    stored = _read(objects)
    return stored is not None and all(stored.get(part) == version for part, version in running.items())


def readers_use_brief(objects: ObjectStore, family: str, legacy: bool, running: Mapping[str, str] | None) -> bool:
    """Whether a family's readers are given its brief; else they are given its earlier files.

    `legacy`: it has earlier files, and keeps to them until a release covers its migration. `running`: the versions of
    which a release must be there (`MEMORY_REQUIRE_RELEASE`); None where none is required.
    """
    if running is not None and not is_running_version_released(objects, running):
        return False
    return not legacy or is_released(objects, family)


def _read(objects: ObjectStore) -> Mapping[str, Any] | None:
    found = objects.get(RELEASE_KEY)
    try:
        value = None if found is None else json_text.read(found.data)
    except (json_text.JsonFault, MalformedDocument):
        return None
    return value if isinstance(value, dict) else None
