"""A family's history replayed, and its earlier files compared with what came of it (seed section 12)."""

from typing import Any

import dagster as dg

from memory_pipeline.bootstrap import extraction_pool
from memory_pipeline.defs.assets.formation import transcripts
from memory_pipeline.defs.migration_metadata import migration_metadata, why_not
from memory_pipeline.defs.partitions import families
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.defs.versions import files_version
from memory_pipeline.workflows.migrate_all import migrate_one


@dg.asset(
    deps=[transcripts],
    partitions_def=families,
    group_name="migration",
    owners=["team:memory"],
    kinds={"markdown"},
    description="The history replayed in time order, and for each line of the earlier files the memory that covers it.",
)
def migration_report(context: dg.AssetExecutionContext, memory: PipelineResource) -> dg.MaterializeResult[Any]:
    """Extract all sessions in parallel, reconcile them in order, move the three files over."""
    pipeline = memory.pipeline()
    with extraction_pool(memory.settings()) as executor:
        end = migrate_one(pipeline, context.partition_key, executor)
    if reason := why_not(end):
        raise dg.Failure(reason, metadata=migration_metadata(pipeline, end), allow_retries=False)
    return dg.MaterializeResult(
        metadata=migration_metadata(pipeline, end),
        data_version=files_version(pipeline, context.partition_key, "migration/"),
    )
