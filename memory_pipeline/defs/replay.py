"""Replay of histories: chosen families as a backfill of `replay_job`, or many in one run of `mass_replay_job`."""

import dagster as dg

from memory_pipeline.bootstrap import extraction_pool
from memory_pipeline.defs.assets.migration import migration_report
from memory_pipeline.defs.jobs import FleetConfig
from memory_pipeline.defs.migration_metadata import migration_metadata, why_not
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.workflows.migrate_all import migrate_families

replay_job = dg.define_asset_job(
    "replay_job",
    selection=dg.AssetSelection.assets(migration_report),
    executor_def=dg.in_process_executor,
    description="Replay one family's history and move its earlier files over; choose several families as a backfill.",
)


@dg.op(description="Replay each family of the chunk; each is isolated, the failed ones are named at the end.")
def replay_chunk(context: dg.OpExecutionContext, config: FleetConfig, memory: PipelineResource) -> None:
    """Report a materialization for each family that is over. A stopped run goes on where it was when told again."""
    pipeline = memory.pipeline()
    failed = []
    with extraction_pool(memory.settings()) as executor:
        for end in migrate_families(memory.pipeline, config.families, executor=executor):
            if reason := why_not(end):
                context.log.error(reason)
                failed.append(end.family)
            else:
                metadata = migration_metadata(pipeline, end)
                context.log_event(dg.AssetMaterialization("migration_report", partition=end.family, metadata=metadata))
    if failed:
        raise dg.Failure(f"{len(failed)} of {len(config.families)} families failed: {', '.join(failed)}")


@dg.job(
    executor_def=dg.in_process_executor,
    description="Replay a chunk of many families in one run, without planned events.",
)
def mass_replay_job() -> None:
    """One op over the whole chunk."""
    replay_chunk()
