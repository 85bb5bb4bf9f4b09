"""Two ways to run the same workflows: one family a run, or many families in one plain op (contract section 14)."""

from collections.abc import Iterator

import dagster as dg

from memory_pipeline.defs.assets import family_assets
from memory_pipeline.defs.assets.memory_log import memory_log
from memory_pipeline.defs.assets.release import evaluation_report, release
from memory_pipeline.defs.metadata import dream_metadata
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.workflows.nightly import Night, dream_families

family_job = dg.define_asset_job(
    "family_job",
    selection=dg.AssetSelection.assets(*family_assets),
    executor_def=dg.in_process_executor,
    description="Form, reconcile, dream and index one family, with its checks.",
)
memory_log_job = dg.define_asset_job(
    "memory_log_job",
    selection=dg.AssetSelection.assets(memory_log),
    executor_def=dg.in_process_executor,
    description="Distil one family's event log into its MEMORY.md, with its check.",
)

evaluation_job = dg.define_asset_job(
    "evaluation_job",
    selection=dg.AssetSelection.assets(evaluation_report, release),
    executor_def=dg.in_process_executor,
    description="Run every labelled case, hold each figure against its threshold, and release where all of them hold.",
)

CHECKED = {"quotes_stand": "memories", "safe_to_serve": "dream_log"}
"""The asset that each promise of the gate is a check of."""


class FleetConfig(dg.Config):
    """The families of one chunk; which are due was decided before the launch."""

    families: list[str]


@dg.op(description="Dream for each family of the chunk; each is isolated, the failed ones are named at the end.")
def dream_chunk(context: dg.OpExecutionContext, config: FleetConfig, memory: PipelineResource) -> None:
    """Report materialization and gate of each family that changed; a quiet family costs no event.

    Tried again, the pass costs one read for each family that is done.
    """
    failed = []
    for night in dream_families(memory.pipeline(), config.families):
        for event in _events(night):
            context.log_event(event)  # type: ignore[arg-type]  # Dagster takes check evaluations, its types do not say so
        if night.failed:
            red = [f"{check.name}: {', '.join(check.failing)}" for check in night.gate if not check.ok]
            context.log.error(f"{night.family}: {night.error or '; '.join(red)}")
            failed.append(night.family)
    if failed:
        raise dg.Failure(f"{len(failed)} of {len(config.families)} families failed: {', '.join(failed)}")


@dg.job(
    executor_def=dg.in_process_executor,
    tags={"dagster/max_retries": "2"},
    description="The nightly pass over a chunk of many families, without planned events; a failed run is tried again.",
)
def nightly_job() -> None:
    """One op over the whole chunk."""
    dream_chunk()


def _events(night: Night) -> Iterator[dg.AssetMaterialization | dg.AssetCheckEvaluation]:
    if night.report is not None and night.report.record is not None:
        yield dg.AssetMaterialization("dream_log", partition=night.family, metadata=dream_metadata(night.report))
    for check in night.gate:
        yield dg.AssetCheckEvaluation(
            asset_key=dg.AssetKey(CHECKED[check.name]),
            check_name=f"{check.name}_check",
            passed=check.ok,
            severity=dg.AssetCheckSeverity.ERROR,
            metadata={"family": night.family, "failing": list(check.failing)},
            blocking=True,
            partition=night.family,
        )
