"""An erased family leaves no run that names it; other families' runs and its opaque key stay."""

from __future__ import annotations

import dagster as dg
import pytest

from memory_pipeline.defs.erasure import erase_from_instance
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline_tests.defs.conftest import add, drop, transcript

KEYS = ("fam_a", "fam_b")


@pytest.fixture
def ran(memory: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance) -> dg.DagsterInstance:
    """Both families had a run of their own and one together."""
    for key in KEYS:
        add(memory, instance, key)
        drop(memory, key, "s.json", transcript("s-1", "Theo is allergic to peanuts."))
        job = definitions.resolve_job_def("family_job")
        assert job.execute_in_process(instance=instance, partition_key=key).success
    fleet(definitions, instance, *KEYS)
    return instance


def fleet(definitions: dg.Definitions, instance: dg.DagsterInstance, *families: str) -> None:
    config = dg.RunConfig(ops={"dream_chunk": {"config": {"families": list(families)}}})
    definitions.resolve_job_def("nightly_job").execute_in_process(instance=instance, run_config=config)


def test_its_own_runs_and_those_that_name_it_go(ran: dg.DagsterInstance, definitions: dg.Definitions) -> None:
    fleet(definitions, ran, "fam_b")
    assert erase_from_instance(ran, "fam_a") == 2
    left = ran.get_runs()
    assert sorted(run.job_name for run in left) == ["family_job", "nightly_job"]
    assert all("fam_a" not in str((run.tags, run.run_config)) for run in left)


def test_no_event_of_an_asset_is_about_it_any_more(ran: dg.DagsterInstance) -> None:
    erase_from_instance(ran, "fam_a")
    for key in ran.get_asset_keys():
        assert "fam_a" not in ran.get_materialized_partitions(key)
    assert "fam_b" in ran.get_materialized_partitions(dg.AssetKey("memories"))


def test_the_key_stays_a_partition(ran: dg.DagsterInstance) -> None:
    erase_from_instance(ran, "fam_a")
    assert list(ran.get_dynamic_partitions("family")) == list(KEYS)


def test_erased_twice_it_finds_nothing(ran: dg.DagsterInstance) -> None:
    erase_from_instance(ran, "fam_a")
    assert erase_from_instance(ran, "fam_a") == 0
