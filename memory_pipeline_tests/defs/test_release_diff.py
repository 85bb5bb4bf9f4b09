"""Two versions compared from the UI: configured like the command, counted as numbers, shown as tables."""

from __future__ import annotations

import dagster as dg
import pytest

from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.model.family import Family
from memory_pipeline_tests.workflows.earlier_design import settle_in


@pytest.fixture
def history(memory: PipelineResource) -> PipelineResource:
    for key in ("fam_a", "fam_b"):
        settle_in(memory.pipeline(), Family(key=key, timezone="Europe/Berlin"))
    return memory


def compared(definitions: dg.Definitions, instance: dg.DagsterInstance, **config: list[str]) -> dict[str, object]:
    """The metadata of one materialization."""
    run_config = dg.RunConfig(ops={"release_diff": {"config": config}})
    job = definitions.resolve_implicit_global_asset_job_def()
    selection = [dg.AssetKey("release_diff")]
    result = job.execute_in_process(instance=instance, run_config=run_config, asset_selection=selection)
    (event,) = result.get_asset_materialization_events()
    return {name: each.value for name, each in event.materialization.metadata.items()}


def test_one_version_compared_with_itself_over_all_families_is_the_same(
    history: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    found = compared(definitions, instance)
    assert found["memories_same"] and not any(found[f"memories_{state}"] for state in ("added", "lost", "changed"))
    assert [row.data["family"] for row in found["by_family"].records] == ["fam_a", "fam_b"]  # type: ignore[attr-defined]


def test_what_a_narrower_version_loses_is_counted_and_shown(
    history: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    found = compared(definitions, instance, families=["fam_b"], after=["MEMORY_CANDIDATES_PER_SESSION=1"])
    assert found["memories_lost"] == len(found["lost"].records) == 1  # type: ignore[attr-defined]
    assert [row.data["family"] for row in found["lost"].records] == ["fam_b"]  # type: ignore[attr-defined]


def test_a_setting_that_makes_no_version_is_refused(
    history: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    with pytest.raises(Exception, match="MEMORY_STORE"):
        compared(definitions, instance, after=["MEMORY_STORE=/elsewhere"])
