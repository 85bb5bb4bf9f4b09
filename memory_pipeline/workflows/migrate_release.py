"""Whether a release covers a family's migration, so that its readers go over from the earlier files to the brief."""

from __future__ import annotations

from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store import json_text
from memory_pipeline.store.keys import RELEASE_KEY
from memory_pipeline.workflows.migrate_ledger import read_ledger


def is_released(objects: ObjectStore, family: str) -> bool:
    """Whether there is a release, and the family's migration is done and its report passed.

    A release or a ledger that cannot be read covers nobody: the family keeps what it has.
    """
    found = objects.get(RELEASE_KEY)
    try:
        release = None if found is None else json_text.read(found.data)
        return isinstance(release, dict) and read_ledger(objects, family).passes
    except (json_text.JsonFault, MalformedDocument):
        return False
