"""The sensor and the nightly schedule."""

from __future__ import annotations

from datetime import UTC, datetime

import dagster as dg
import pytest

from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.defs.schedules import nightly_schedule
from memory_pipeline.defs.sensors import session_sensor
from memory_pipeline.workflows.families import close_family
from memory_pipeline.workflows.inbox import empty_inbox
from memory_pipeline.workflows.run_family import run_family
from memory_pipeline_tests.defs.conftest import add, drop, transcript

VISIT = "My mum is visiting until Sunday."


def sensed(memory: PipelineResource, instance: dg.DagsterInstance) -> dg.SensorResult:
    context = dg.build_sensor_context(instance=instance)
    result = session_sensor(context, memory=memory)
    assert isinstance(result, dg.SensorResult)
    return result


def test_a_dropped_transcript_asks_for_one_run_of_its_family(
    memory: PipelineResource, instance: dg.DagsterInstance
) -> None:
    add(memory, instance, "fam_a")
    assert sensed(memory, instance).run_requests == []
    drop(memory, "fam_a", "s1.json", transcript("s1", VISIT))
    (request,) = sensed(memory, instance).run_requests or ()
    assert request.partition_key == "fam_a"
    drop(memory, "fam_a", "s2.json", transcript("s2", VISIT))
    (later,) = sensed(memory, instance).run_requests or ()
    assert later.run_key != request.run_key


def test_a_family_that_dagster_does_not_know_gets_its_partition(
    memory: PipelineResource, instance: dg.DagsterInstance
) -> None:
    with dg.DagsterInstance.ephemeral() as elsewhere:
        add(memory, elsewhere, "fam_new")
    drop(memory, "fam_new", "s1.json", transcript("s1", VISIT))
    (request,) = sensed(memory, instance).dynamic_partitions_requests or ()
    assert list(request.partition_keys) == ["fam_new"]


def test_a_closed_family_asks_for_nothing(memory: PipelineResource, instance: dg.DagsterInstance) -> None:
    add(memory, instance, "fam_a")
    drop(memory, "fam_a", "s1.json", transcript("s1", VISIT))
    close_family(memory.pipeline(), "fam_a")
    assert sensed(memory, instance).run_requests == []


@pytest.mark.parametrize(
    ("timezone", "tick", "due"),
    [
        pytest.param("Europe/Berlin", "2026-08-16T01:00:00", True, id="berlin-at-three"),
        pytest.param("Europe/Berlin", "2026-08-16T03:00:00", False, id="berlin-at-five"),
        pytest.param("Asia/Kolkata", "2026-08-15T21:30:00", True, id="kolkata-on-the-half-hour"),
        pytest.param("Asia/Kathmandu", "2026-08-15T21:15:00", True, id="kathmandu-on-the-quarter"),
        pytest.param("Europe/Berlin", "2026-08-15T01:00:00", False, id="the-day-before-it-is-due"),
    ],
)
def test_a_family_dreams_in_its_own_night_and_only_when_something_is_due(
    memory: PipelineResource, instance: dg.DagsterInstance, timezone: str, tick: str, due: bool
) -> None:
    at = datetime.fromisoformat(tick).replace(tzinfo=UTC)
    then = PipelineResource(store=memory.store, inbox=memory.inbox, now="2026-08-14T19:30:00Z")
    add(then, instance, "fam_a", timezone)
    drop(then, "fam_a", "s1.json", transcript("s1", VISIT))
    empty_inbox(then.pipeline(), then.inbox_folder(), "fam_a")
    run_family(then.pipeline(), "fam_a")
    night = PipelineResource(store=memory.store, inbox=memory.inbox, now=f"{tick}Z")
    context = dg.build_schedule_context(instance=instance, scheduled_execution_time=at)
    requests = nightly_schedule(context, memory=night)
    assert [request.run_config["ops"]["dream_chunk"]["config"]["families"] for request in requests] == (
        [["fam_a"]] if due else []
    )


def test_one_bad_family_never_stops_the_others_and_is_named(
    memory: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    for key in ("fam_a", "fam_b", "fam_c"):
        add(memory, instance, key)
        drop(memory, key, "s1.json", transcript("s1", VISIT))
        then = PipelineResource(store=memory.store, inbox=memory.inbox, now="2026-08-14T19:30:00Z")
        empty_inbox(then.pipeline(), then.inbox_folder(), key)
        run_family(then.pipeline(), key)
    memory.pipeline().objects.put("families/fam_b/head.json", b"broken")
    job = definitions.resolve_job_def("nightly_job")
    config = {"ops": {"dream_chunk": {"config": {"families": ["fam_a", "fam_b", "fam_c"]}}}}
    result = job.execute_in_process(instance=instance, run_config=config, raise_on_error=False)
    assert not result.success
    failure = result.failure_data_for_node("dream_chunk")
    assert failure is not None and failure.user_failure_data is not None
    assert "fam_b" in str(failure.user_failure_data.description)
    logged = instance.fetch_materializations(dg.AssetKey("dream_log"), limit=10).records
    assert {record.partition_key for record in logged} == {"fam_a", "fam_c"}
    gates = instance.get_latest_asset_check_evaluation_record(
        dg.AssetCheckKey(dg.AssetKey("dream_log"), "safe_to_serve_check")
    )
    assert gates is not None


def test_a_family_that_would_be_served_something_unsafe_fails_the_night_by_name(
    memory: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    add(memory, instance, "fam_a")
    drop(memory, "fam_a", "s1.json", transcript("s1", VISIT))
    then = PipelineResource(store=memory.store, inbox=memory.inbox, now="2026-08-14T19:30:00Z")
    empty_inbox(then.pipeline(), then.inbox_folder(), "fam_a")
    run_family(then.pipeline(), "fam_a")
    objects = memory.pipeline().objects
    (ledger,) = [key for key in objects.keys("families/fam_a/memories/") if key.endswith(".jsonl")]
    stored = objects.get(ledger)
    assert stored is not None
    objects.put(ledger, stored.data.replace(b"mum", b"dad"))
    job = definitions.resolve_job_def("nightly_job")
    config = {"ops": {"dream_chunk": {"config": {"families": ["fam_a"]}}}}
    result = job.execute_in_process(instance=instance, run_config=config, raise_on_error=False)
    assert not result.success
    failure = result.failure_data_for_node("dream_chunk")
    assert failure is not None and failure.user_failure_data is not None
    assert "fam_a" in str(failure.user_failure_data.description)
    key = dg.AssetCheckKey(dg.AssetKey("memories"), "quotes_stand_check")
    record = instance.get_latest_asset_check_evaluation_record(key)
    assert record is not None and record.evaluation is not None
    assert (record.evaluation.passed, record.evaluation.partition) == (False, "fam_a")
