"""What is derived from a family's memories and journal: catalog.jsonl, index.md and log.md (contract section 1).

Each is a function of the rest and may be deleted; losing a race while writing one is no loss.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from memory_pipeline.model.change import ChangeRecord
from memory_pipeline.model.errors import PreconditionFailed
from memory_pipeline.ports.object_store import ABSENT, ObjectStore
from memory_pipeline.store import keys
from memory_pipeline.store.catalog import entry_of
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.index_file import render_index
from memory_pipeline.store.log_file import extend_log, render_log
from memory_pipeline.store.okf import parse_memory


def owes_projections(family: str, record: ChangeRecord) -> bool:
    """Whether the change itself must bring them before it is sealed, because no dream has to follow it.

    That is a dream, after which nothing is due, and a change of family.yaml: a closed family dreams no more.
    """
    return record.kind == "dream" or any(write.key == keys.family_key(family) for write in record.writes)


def advance_catalog(objects: ObjectStore, view: FamilyView, record: ChangeRecord, etags: Mapping[str, str]) -> None:
    """Bring the catalog from the state that `view` shows to the one after `record`, whose files have `etags`."""
    newer = {}
    for write in record.writes:
        if keys.memory_id(view.key, write.key) is not None and write.key in etags:
            memory = parse_memory(write.content.encode(), write.key)
            newer[memory.id] = entry_of(memory, etags[write.key])
    data, replaced = view.catalog_bytes(record.seq, newer)
    with suppress(PreconditionFailed):
        objects.put(keys.catalog_key(view.key), data, expect=replaced)


def refresh_projections(objects: ObjectStore, family: str, *, from_files: bool = False) -> tuple[str, ...]:
    """Write those of the three that are not what they must be now; return their keys.

    `from_files` makes them from the truth alone, whatever the present ones say.
    """
    view = FamilyView(objects, family)
    if from_files:
        view.reread_files(whole=True)
    present = b"" if from_files else _stored(view, keys.log_key(family))
    log = extend_log(present, view, view.family().timezone)
    return tuple(key for key, data in _wanted(view, log).items() if _replaced(objects, key, data))


def stale_projections(objects: ObjectStore, family: str) -> tuple[str, ...]:
    """Those of the three that differ from what files and journal give; nothing is written."""
    view = FamilyView(objects, family)
    view.reread_files(whole=True)
    if view.head().seq == 0:
        return ()
    log = render_log(view.records(), view.family().timezone)
    stored = view.stored(_wanted(view, log))
    return tuple(key for key, data in _wanted(view, log).items() if key not in stored or stored[key].data != data)


def _wanted(view: FamilyView, log: bytes) -> dict[str, bytes]:
    catalog, _ = view.catalog_bytes(view.head().seq, {})
    return {
        keys.catalog_key(view.key): catalog,
        keys.index_key(view.key): render_index(view.memories()),
        keys.log_key(view.key): log,
    }


def _stored(view: FamilyView, key: str) -> bytes:
    found = view.stored([key]).get(key)
    return b"" if found is None else found.data


def _replaced(objects: ObjectStore, key: str, data: bytes) -> bool:
    present = objects.get(key)
    if present is not None and present.data == data:
        return False
    with suppress(PreconditionFailed):
        objects.put(key, data, expect=ABSENT if present is None else present.etag)
        return True
    return False
