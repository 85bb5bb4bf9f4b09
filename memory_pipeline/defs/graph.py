"""The whole graph put together: assets, checks, jobs, schedules, sensors and the resources under them."""

from collections.abc import Mapping

import dagster as dg

from memory_pipeline.defs.assets import family_assets
from memory_pipeline.defs.assets.fleet_catalog import fleet_catalog
from memory_pipeline.defs.assets.memory_log import memory_log
from memory_pipeline.defs.assets.migration import migration_report
from memory_pipeline.defs.assets.release import evaluation_report, release
from memory_pipeline.defs.assets.release_diff import release_diff
from memory_pipeline.defs.checks import family_checks
from memory_pipeline.defs.jobs import evaluation_job, family_job, memory_log_job, nightly_job
from memory_pipeline.defs.release_checks import release_checks
from memory_pipeline.defs.replay import mass_replay_job, replay_job
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.defs.schedules import nightly_schedule
from memory_pipeline.defs.sensors import release_sensor, session_sensor


def build_definitions(*, resources: Mapping[str, object] | None = None) -> dg.Definitions:
    """The graph over the given resources; by default those that the environment describes."""
    return dg.Definitions(
        assets=[*family_assets, memory_log, migration_report, evaluation_report, release, release_diff, fleet_catalog],
        asset_checks=[*family_checks, *release_checks],
        jobs=[family_job, memory_log_job, nightly_job, replay_job, mass_replay_job, evaluation_job],
        # What is materialized without a job, as by a backfill of assets, costs a sixth of the default executor's time.
        executor=dg.in_process_executor,
        schedules=[nightly_schedule],
        sensors=[session_sensor, release_sensor],
        resources=resources or {"memory": PipelineResource()},
    )
