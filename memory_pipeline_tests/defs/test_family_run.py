"""A family's run, driven through Dagster for real."""

from __future__ import annotations

import dagster as dg

from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline_tests.defs.conftest import add, drop, transcript

ALLERGY = "Theo is allergic to peanuts, can you find a snack for him?"
RULE = "Always ask me before you book anything."


def run(definitions: dg.Definitions, instance: dg.DagsterInstance, key: str) -> dg.ExecuteInProcessResult:
    job = definitions.resolve_job_def("family_job")
    return job.execute_in_process(partition_key=key, instance=instance, raise_on_error=False)


def versions(result: dg.ExecuteInProcessResult) -> dict[str, str]:
    return {
        event.asset_key.to_user_string(): event.materialization.tags["dagster/data_version"]
        for event in result.get_asset_materialization_events()
        if event.asset_key
    }


def test_a_transcript_from_the_inbox_becomes_memories_a_brief_and_an_index(
    memory: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    add(memory, instance, "fam_a")
    drop(memory, "fam_a", "s1.json", transcript("s1", ALLERGY, RULE))
    result = run(definitions, instance, "fam_a")
    assert result.success
    assert set(versions(result)) == {"transcripts", "candidates", "memories", "dream_log", "brief", "memory_index"}
    view = memory.pipeline().view("fam_a")
    assert {each.type for each in view.memories().values()} >= {"constraint", "directive"}
    assert view.brief() is not None
    assert [path.name for path in (memory.inbox_folder() / "fam_a" / "taken").iterdir()] == ["s1.json"]


def test_a_run_with_nothing_to_do_still_reports_each_asset_with_the_same_data_version(
    memory: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    add(memory, instance, "fam_a")
    drop(memory, "fam_a", "s1.json", transcript("s1", ALLERGY, RULE))
    first, second = run(definitions, instance, "fam_a"), run(definitions, instance, "fam_a")
    assert second.success
    assert versions(first) == versions(second)


def test_a_transcript_that_cannot_be_read_is_set_aside_with_its_reason(
    memory: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    add(memory, instance, "fam_a")
    drop(memory, "fam_a", "bad.json", b"{not json")
    drop(memory, "fam_a", "s1.json", transcript("s1", RULE))
    assert run(definitions, instance, "fam_a").success
    rejected = memory.inbox_folder() / "fam_a" / "rejected"
    assert sorted(path.name for path in rejected.iterdir()) == ["bad.json", "bad.reason.txt"]
    assert memory.pipeline().view("fam_a").session_ids() == ("s1",)


def test_a_quote_that_no_longer_stands_blocks_that_family_and_no_other(
    memory: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    for key in ("fam_a", "fam_b"):
        add(memory, instance, key)
        drop(memory, key, "s1.json", transcript("s1", ALLERGY, RULE))
        assert run(definitions, instance, key).success
    objects = memory.pipeline().objects
    key = next(entry.key for entry in objects.list("families/fam_a/memories/") if entry.key.endswith(".jsonl"))
    found = objects.get(key)
    assert found is not None
    objects.put(key, found.data.replace(b'"quote":"', b'"quote":"never said '))
    spoilt, sound = run(definitions, instance, "fam_a"), run(definitions, instance, "fam_b")
    assert not spoilt.success
    assert "brief" not in versions(spoilt)
    assert sound.success
