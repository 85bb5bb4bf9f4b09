"""All families in numbers, and the Parquet dataset that analysts read (contract sections 1 and 14)."""

from typing import Any

import dagster as dg

from memory_pipeline.bootstrap import refresh_fleet_catalog
from memory_pipeline.defs.fleet_metadata import fleet_metadata
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.workflows.families import list_families


@dg.asset(
    group_name="fleet",
    owners=["team:memory"],
    kinds={"parquet", "pandas"},
    description="One row a memory and one a family, without a word of anybody's: freshness, sizes, drift, due, cost.",
)
def fleet_catalog(context: dg.AssetExecutionContext, memory: PipelineResource) -> dg.MaterializeResult[Any]:
    """Bring the dataset up to date; a family of which no file changed is not read again."""
    pipeline, folder = memory.pipeline(), memory.settings().analysis
    found = refresh_fleet_catalog(pipeline, folder, list_families(pipeline))
    context.log.info("%d of %d families read anew", sum(each.memories is not None for each in found), len(found))
    return dg.MaterializeResult(metadata=fleet_metadata(found, folder, pipeline.host_now()))
