"""Two versions of extractor, prompt or policies over the same histories, before one of them is released."""

from typing import Any

import dagster as dg
from pydantic import Field

from memory_pipeline.bootstrap import replay_version
from memory_pipeline.defs.release_diff_metadata import release_diff_metadata
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.workflows.families import list_families
from memory_pipeline.workflows.release_diff import compare_versions


class ReleaseDiffConfig(dg.Config):
    """What is compared, as in `memory-pipeline release-diff`."""

    families: list[str] = Field(default=[], description="The families whose histories are replayed; none: all.")
    before: list[str] = Field(default=[], description="Settings of the earlier version, NAME=VALUE.")
    after: list[str] = Field(default=[], description="Settings of the later version, NAME=VALUE.")


@dg.asset(
    group_name="evaluation",
    owners=["team:memory"],
    kinds={"python"},
    description="Histories replayed through two versions in scratch stores: each memory added, lost, changed or same.",
)
def release_diff(
    context: dg.AssetExecutionContext, config: ReleaseDiffConfig, memory: PipelineResource
) -> dg.MaterializeResult[Any]:
    """Compare them, memory by memory. The families' own files are only read."""
    pipeline = memory.pipeline()
    families = config.families or list_families(pipeline)
    before = replay_version(pipeline, families, config.before)
    diff = compare_versions(before, replay_version(pipeline, families, config.after))
    context.log.info("%s", dict(diff.counts))
    return dg.MaterializeResult(metadata=release_diff_metadata(diff))
