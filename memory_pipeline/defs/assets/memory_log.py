"""From an agent's event log to its MEMORY.md (the second seed, contract section 11)."""

from typing import Any

import dagster as dg

from memory_pipeline.defs.log_metadata import log_metadata
from memory_pipeline.defs.partitions import families
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.defs.versions import files_version
from memory_pipeline.workflows.process_log import process_log


@dg.asset(
    partitions_def=families,
    group_name="memory_log",
    owners=["team:memory"],
    kinds={"markdown"},
    description="An agent's events distilled into MEMORY.md, batch by batch; pruned where it reached its cap.",
)
def memory_log(context: dg.AssetExecutionContext, memory: PipelineResource) -> dg.MaterializeResult[Any]:
    """Distil what waits, telling of each batch in the log."""
    pipeline = memory.pipeline()

    def progress(step: str, done: int, total: int) -> None:
        context.log.info(f"{step}: batch {done} of {total}")

    run = process_log(pipeline, context.partition_key, progress=progress)
    return dg.MaterializeResult(
        metadata=log_metadata(run),
        data_version=files_version(pipeline, context.partition_key, "agent_file_system/MEMORY.md"),
    )
