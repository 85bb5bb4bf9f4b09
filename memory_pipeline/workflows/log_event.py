"""One event into a family's event log (contract section 15: appends through our own door are never lost)."""

from __future__ import annotations

from datetime import datetime

from memory_pipeline.memory_log.stamps import event_stamp
from memory_pipeline.model.errors import FamilyClosed
from memory_pipeline.model.instants import zone
from memory_pipeline.workflows.memory_log_files import MemoryLogFiles
from memory_pipeline.workflows.pipeline import Pipeline


def log_event(pipeline: Pipeline, family: str, kind: str, text: str) -> str:
    """Append the event at the family's `now`; the stamp it has. Raises UnknownFamily, FamilyClosed, InvalidArgument."""
    stored = pipeline.view(family).family()
    if stored.closed:
        raise FamilyClosed(f"family {family!r} is closed; nothing more is logged")
    at: datetime = pipeline.now(stored).astimezone(zone(stored.timezone)).replace(tzinfo=None, microsecond=0)
    MemoryLogFiles(pipeline.objects, family).append_event(at, kind, text)
    return event_stamp(at)
