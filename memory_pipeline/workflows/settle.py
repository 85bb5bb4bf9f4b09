"""What follows when a family's sessions have been worked through: enrich, dream, index."""

from __future__ import annotations

from dataclasses import dataclass

from memory_pipeline.reconciliation.enrich import plan_enrichment
from memory_pipeline.workflows.dream_family import DreamReport, dream_family, is_due
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.reindex import IndexReport, synchronise_index


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What followed. `dream` is None where nothing was due."""

    dream: DreamReport | None
    index: IndexReport


def settle(pipeline: Pipeline, family: str) -> Settled:
    """Words from the card are enriched, the family dreams if anything is due, and the index follows the files."""
    pipeline.store(family).commit(plan_enrichment)
    dream = dream_family(pipeline, family) if is_due(pipeline, family) else None
    return Settled(dream=dream, index=synchronise_index(pipeline, family))
