"""The memory log as an asset, driven through Dagster for real."""

from __future__ import annotations

import dagster as dg

from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.workflows.memory_log_files import MemoryLogFiles
from memory_pipeline_tests.defs.conftest import add

EVENTS = (
    b"[2026/02/09 06:33:10] [user message]: my name is Dana, I love jazz\n"
    b"[2026/02/09 06:33:11] [agent message]: Nice.\n"
)


def run(definitions: dg.Definitions, instance: dg.DagsterInstance) -> dg.ExecuteInProcessResult:
    job = definitions.resolve_job_def("memory_log_job")
    return job.execute_in_process(partition_key="fam_a", instance=instance, raise_on_error=False)


def test_a_run_distils_the_log_and_says_what_it_did(
    memory: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    add(memory, instance, "fam_a")
    files = MemoryLogFiles(memory.pipeline().objects, "fam_a")
    memory.pipeline().objects.put(files.events_key, EVENTS)
    result = run(definitions, instance)
    assert result.success
    (event,) = result.get_asset_materialization_events()
    metadata = event.materialization.metadata
    assert (metadata["batches"].value, metadata["events"].value) == (1, 2)
    assert metadata["items_add"].value == metadata["items"].value
    assert any("loves jazz" in line.text for line in files.memory().lines())
    assert {check.check_name: check.passed for check in result.get_asset_check_evaluations()} == {
        "memory_log_in_form_check": True
    }
    again = run(definitions, instance)
    tags = [each.get_asset_materialization_events()[0].materialization.tags for each in (result, again)]
    assert tags[0]["dagster/data_version"] == tags[1]["dagster/data_version"]


def test_entries_that_are_no_events_are_a_warning_and_stop_nothing(
    memory: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    add(memory, instance, "fam_a")
    files = MemoryLogFiles(memory.pipeline().objects, "fam_a")
    memory.pipeline().objects.put(files.events_key, b"[2026/02/30 06:33:10] [user message]: hello\n" + EVENTS)
    result = run(definitions, instance)
    assert result.success
    (check,) = result.get_asset_check_evaluations()
    assert (check.passed, check.severity) == (False, dg.AssetCheckSeverity.WARN)
