"""Histories replayed through Dagster, in this process: a family alone, and a chunk of many."""

from __future__ import annotations

import dagster as dg
import pytest

from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.model.family import Family
from memory_pipeline.store.keys import legacy_key, session_key
from memory_pipeline.workflows.families import close_family
from memory_pipeline_tests.defs.conftest import add
from memory_pipeline_tests.workflows.earlier_design import settle_in

KEYS = ("fam_a", "fam_b", "fam_c")


@pytest.fixture
def moving(memory: PipelineResource, instance: dg.DagsterInstance) -> PipelineResource:
    """Three families of the earlier design; one conversation of the second is broken."""
    for key in KEYS:
        add(memory, instance, key)
        settle_in(memory.pipeline(), Family(key=key, timezone="Europe/Berlin"))
    memory.pipeline().objects.put(session_key("fam_b", "s-2"), b"{")
    return memory


def run(
    definitions: dg.Definitions, instance: dg.DagsterInstance, job: str, **how: object
) -> dg.ExecuteInProcessResult:
    return definitions.resolve_job_def(job).execute_in_process(instance=instance, raise_on_error=False, **how)  # type: ignore[arg-type]


def metadata(result: dg.ExecuteInProcessResult) -> dict[str, dg.MetadataValue]:
    (event,) = result.get_asset_materialization_events()
    return dict(event.materialization.metadata)


def test_a_familys_report_is_its_metadata(
    moving: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    result = run(definitions, instance, "replay_job", partition_key="fam_a")
    assert result.success
    found = metadata(result)
    assert found["passes"].value is True
    states = [int(str(found[state].value)) for state in ("covered", "partly", "replaced", "forgotten", "missing")]
    assert sum(states) == found["lines"].value == 9
    assert "Address me by first name." in str(found["report"].value)
    again = run(definitions, instance, "replay_job", partition_key="fam_a")
    tags = [each.get_asset_materialization_events()[0].materialization.tags for each in (result, again)]
    assert tags[0]["dagster/data_version"] == tags[1]["dagster/data_version"]


def test_a_family_that_stops_fails_with_the_session_that_stopped_it(
    moving: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    result = run(definitions, instance, "replay_job", partition_key="fam_b")
    assert not result.success
    (failure,) = [event for event in result.all_events if event.is_step_failure]
    assert "fam_b stopped at reduce: session s-2" in str(failure.step_failure_data.error_display_string)


def test_a_chunk_isolates_the_family_that_fails_and_names_it(
    moving: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    close_family(moving.pipeline(), "fam_c")
    config = dg.RunConfig(ops={"replay_chunk": {"config": {"families": list(KEYS)}}})
    result = run(definitions, instance, "mass_replay_job", run_config=config)
    assert not result.success
    assert instance.get_materialized_partitions(dg.AssetKey("migration_report")) == {"fam_a", "fam_c"}
    (failure,) = [event for event in result.all_events if event.is_step_failure]
    assert "1 of 3 families failed: fam_b" in str(failure.step_failure_data.error_display_string)


@pytest.mark.parametrize(
    ("line", "passes"), [("Address me by first name.", True), ("Pick Theo up until Friday.", False)]
)
def test_the_check_lets_a_family_over_only_where_every_wish_is_covered(
    line: str, passes: bool, moving: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    text = f"# What the family asked us to remember\n\n- {line}\n"
    moving.pipeline().objects.put(legacy_key("fam_a", "explicit_memories"), text.encode())
    result = run(definitions, instance, "replay_job", partition_key="fam_a")
    (check,) = result.get_asset_check_evaluations()
    assert (check.check_name, check.passed, check.blocking) == ("earlier_wishes_covered_check", passes, True)
    assert passes or line in str(check.metadata["what_fails"].value)


def test_a_mended_family_goes_on_where_it_was(
    moving: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    run(definitions, instance, "replay_job", partition_key="fam_b")
    moving.pipeline().objects.delete(session_key("fam_b", "s-2"))
    assert run(definitions, instance, "replay_job", partition_key="fam_b").success
    assert moving.pipeline().objects.get(legacy_key("fam_b", "knowledge")) is not None
