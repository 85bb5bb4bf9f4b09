"""Each family dreams in its own local night."""

import dagster as dg

from memory_pipeline.defs.jobs import nightly_job
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.workflows.nightly import families_due_tonight

CHUNK = 1_000


@dg.schedule(
    cron_schedule="*/15 * * * *",
    job=nightly_job,
    default_status=dg.DefaultScheduleStatus.RUNNING,
    description="Every quarter of an hour: the families whose local night begins now and on which anything is due.",
)
def nightly_schedule(context: dg.ScheduleEvaluationContext, memory: PipelineResource) -> list[dg.RunRequest]:
    """One run a chunk of due families; quarter hours, since some zones are off by half an hour or less."""
    tick = context.scheduled_execution_time
    due = families_due_tonight(memory.pipeline(), tick, memory.settings().nightly_hour)
    chunks = [due[start : start + CHUNK] for start in range(0, len(due), CHUNK)]
    return [
        dg.RunRequest(
            run_key=f"nightly:{tick:%Y-%m-%dT%H:%M}:{number}",
            run_config=dg.RunConfig(ops={"dream_chunk": {"config": {"families": list(chunk)}}}),
        )
        for number, chunk in enumerate(chunks)
    ]
