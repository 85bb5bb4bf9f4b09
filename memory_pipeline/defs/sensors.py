"""Ended sessions, in the store or in the inbox, become runs of their family."""

import dagster as dg

from memory_pipeline.defs.assets.release import release
from memory_pipeline.defs.jobs import family_job
from memory_pipeline.defs.partitions import families
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.workflows.waiting import waiting_families


@dg.sensor(
    job=family_job,
    minimum_interval_seconds=30,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="Watches for conversations that ended and for transcripts dropped into the inbox.",
)
def session_sensor(context: dg.SensorEvaluationContext, memory: PipelineResource) -> dg.SensorResult:
    """One run a family; the run key holds what waits, so that a new session is never taken for an old one."""
    waiting = waiting_families(memory.pipeline(), memory.inbox_folder())
    known = set(context.instance.get_dynamic_partitions(families.name or ""))
    new = [family.key for family in waiting if family.key not in known]
    return dg.SensorResult(
        run_requests=[dg.RunRequest(run_key=family.run_key, partition_key=family.key) for family in waiting],
        dynamic_partitions_requests=[families.build_add_request(new)] if new else [],
    )


release_sensor = dg.AutomationConditionSensorDefinition(
    "release_sensor",
    target=dg.AssetSelection.assets(release),
    minimum_interval_seconds=30,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="Releases once an evaluation is new and every one of its blocking checks is green.",
)
