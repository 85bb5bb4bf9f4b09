"""From a finished conversation to stored memories (seed section 4)."""

from typing import Any

import dagster as dg

from memory_pipeline.bootstrap import extraction_pool
from memory_pipeline.defs.metadata import formation_metadata, outcome_metadata
from memory_pipeline.defs.partitions import families
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.defs.versions import files_version
from memory_pipeline.workflows.inbox import empty_inbox
from memory_pipeline.workflows.process_session import reconcile_sessions, waiting_sessions
from memory_pipeline.workflows.replay import form_in_parallel


@dg.asset(
    partitions_def=families,
    group_name="formation",
    owners=["team:memory"],
    kinds={"json"},
    description="A family's conversations in canonical form; what waits in the inbox comes in first.",
)
def transcripts(context: dg.AssetExecutionContext, memory: PipelineResource) -> dg.MaterializeResult[Any]:
    """Take in what waits and say what is there."""
    pipeline = memory.pipeline()
    inbox = empty_inbox(pipeline, memory.inbox_folder(), context.partition_key)
    view = pipeline.view(context.partition_key)
    return dg.MaterializeResult(
        metadata={
            "sessions": len(view.session_ids()),
            "waiting": len(waiting_sessions(view)),
            "taken_from_inbox": len(inbox.taken),
            "rejected": dg.MetadataValue.json([list(each) for each in inbox.rejected]),
        },
        data_version=files_version(pipeline, context.partition_key, "sessions/"),
    )


@dg.asset(
    deps=[transcripts],
    partitions_def=families,
    group_name="formation",
    owners=["team:memory"],
    kinds={"python", "json"},
    description="What extraction proposed for each new conversation, and which gate dropped what, by name.",
)
def candidates(context: dg.AssetExecutionContext, memory: PipelineResource) -> dg.MaterializeResult[Any]:
    """Extract and gate every conversation that waits, in parallel."""
    pipeline = memory.pipeline()
    waiting = waiting_sessions(pipeline.view(context.partition_key))
    with extraction_pool(memory.settings()) as executor:
        formations = list(form_in_parallel(pipeline, context.partition_key, waiting, executor))
    return dg.MaterializeResult(
        metadata=formation_metadata(formations),
        data_version=files_version(pipeline, context.partition_key, "candidates/"),
    )


@dg.asset(
    deps=[candidates],
    partitions_def=families,
    group_name="formation",
    owners=["team:memory"],
    kinds={"markdown"},
    description="One claim a file, with its evidence ledger: the truth. Sessions are reconciled in time order.",
)
def memories(context: dg.AssetExecutionContext, memory: PipelineResource) -> dg.MaterializeResult[Any]:
    """Reconcile the formed conversations and commit each as one change."""
    pipeline = memory.pipeline()
    waiting = waiting_sessions(pipeline.view(context.partition_key))
    outcomes = list(reconcile_sessions(pipeline, context.partition_key, waiting))
    view = pipeline.view(context.partition_key)
    return dg.MaterializeResult(
        metadata={**outcome_metadata(outcomes), "memories": len(view.memories()), "seq": view.head().seq},
        data_version=files_version(pipeline, context.partition_key, "memories/"),
    )
