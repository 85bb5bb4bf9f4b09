"""From stored memories to what readers are handed (seed sections 5 to 8)."""

from typing import Any

import dagster as dg

from memory_pipeline.bootstrap import build_reader
from memory_pipeline.defs.assets.formation import memories
from memory_pipeline.defs.metadata import budget_metadata, dream_metadata, index_metadata
from memory_pipeline.defs.partitions import families
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.defs.versions import files_version
from memory_pipeline.workflows.dream_family import dream_family, is_due
from memory_pipeline.workflows.reindex import synchronise_index


@dg.asset(
    deps=[memories],
    partitions_def=families,
    group_name="lifecycle",
    owners=["team:memory"],
    kinds={"markdown"},
    description="The background pass: expire, promote, decay, recompile. Nothing is deleted, no text is touched.",
)
def dream_log(context: dg.AssetExecutionContext, memory: PipelineResource) -> dg.MaterializeResult[Any]:
    """Dream for the family if anything changed or is due."""
    pipeline = memory.pipeline()
    due = is_due(pipeline, context.partition_key)
    metadata = dream_metadata(dream_family(pipeline, context.partition_key)) if due else {"seq": 0}
    return dg.MaterializeResult(
        metadata={"due": due, **metadata}, data_version=files_version(pipeline, context.partition_key, "log.md")
    )


@dg.asset(
    deps=[dream_log],
    partitions_def=families,
    group_name="serving",
    owners=["team:memory"],
    kinds={"json"},
    description="The compact summary that every conversation begins with: at most 2,000 tokens, no sensitive line.",
)
def brief(context: dg.AssetExecutionContext, memory: PipelineResource) -> dg.MaterializeResult[Any]:
    """Show the brief as a model gets it."""
    pipeline = memory.pipeline()
    served = build_reader(pipeline, context.partition_key).brief("chat")
    return dg.MaterializeResult(
        metadata={
            "tokens": served.tokens,
            "etag": served.etag,
            "brief": dg.MetadataValue.md(f"```\n{served.text}\n```"),
            **budget_metadata(pipeline, context.partition_key),
        },
        data_version=files_version(pipeline, context.partition_key, "brief.json"),
    )


@dg.asset(
    deps=[dream_log],
    partitions_def=families,
    group_name="serving",
    owners=["team:memory"],
    kinds={"qdrant"},
    description="The search index: a projection of the files, updated by difference.",
)
def memory_index(context: dg.AssetExecutionContext, memory: PipelineResource) -> dg.MaterializeResult[Any]:
    """Write to the index what changed."""
    pipeline = memory.pipeline()
    report = synchronise_index(pipeline, context.partition_key)
    return dg.MaterializeResult(
        metadata=index_metadata(report),
        data_version=files_version(pipeline, context.partition_key, "catalog.jsonl"),
    )
