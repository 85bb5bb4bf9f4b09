"""The night's pass over many families: each isolated, the quiet ones for one read (contract section 14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from memory_pipeline.model.errors import MemoryPipelineError
from memory_pipeline.workflows.dream_family import DreamReport, dream_family, is_due
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.reindex import synchronise_index


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """One family's night: quiet (`report` and `error` None), dreamt, or failed with an error that names the mend."""

    family: str
    report: DreamReport | None = None
    error: MemoryPipelineError | None = None


def dream_families(pipeline: Pipeline, families: Iterable[str]) -> Iterator[Night]:
    """Dream for every family on which anything is due. One bad family never stops the others."""
    for family in families:
        try:
            yield Night(family=family, report=_night(pipeline, family))
        except MemoryPipelineError as error:
            yield Night(family=family, error=error)


def _night(pipeline: Pipeline, family: str) -> DreamReport | None:
    if not is_due(pipeline, family):
        return None
    report = dream_family(pipeline, family)
    synchronise_index(pipeline, family)
    return report
