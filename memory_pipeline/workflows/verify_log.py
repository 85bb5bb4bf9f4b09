"""What must hold of a family's MEMORY.md and event log: a promise beside those of `verify` (seed `004`)."""

from __future__ import annotations

from collections.abc import Iterator

from memory_pipeline.memory_log.checks import failing, findings
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.workflows.memory_log_files import MemoryLogFiles
from memory_pipeline.workflows.pipeline import Pipeline


def memory_log_in_form(pipeline: Pipeline, view: FamilyView) -> Iterator[str]:
    """No event waits, no item stands twice, and every line keeps form, category and length; the header stands."""
    files = MemoryLogFiles(pipeline.objects, view.key)
    yield from failing(findings(files.memory(), files.events(), pipeline.policies.memory_log))
