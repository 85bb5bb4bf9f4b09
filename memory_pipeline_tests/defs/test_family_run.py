"""A family's run, driven through Dagster for real."""

from __future__ import annotations

from collections.abc import Callable

import dagster as dg
import pytest

from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.store.keys import brief_key
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


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda text: text.replace("memory://fam_a/", "memory://fam_b/", 1), "no memory of this family"),
        (lambda text: text.replace("memory://fam_a/01", "memory://fam_a/7Z", 1), "no memory of this family"),
    ],
)
def test_what_would_be_served_though_it_must_not_blocks_that_familys_brief(
    memory: PipelineResource,
    definitions: dg.Definitions,
    instance: dg.DagsterInstance,
    spoil: Callable[[str], str],
    fault: str,
) -> None:
    add(memory, instance, "fam_a")
    drop(memory, "fam_a", "s1.json", transcript("s1", ALLERGY, RULE))
    assert run(definitions, instance, "fam_a").success
    objects = memory.pipeline().objects
    found = objects.get(brief_key("fam_a"))
    assert found is not None
    objects.put(brief_key("fam_a"), spoil(found.data.decode()).encode())
    spoilt = run(definitions, instance, "fam_a")
    red = [each for each in spoilt.get_asset_check_evaluations() if not each.passed and each.blocking]
    assert [each.check_name for each in red] == ["safe_to_serve_check"]
    assert fault in str(red[0].metadata["what_fails"]) and not spoilt.success
    assert not {"brief", "memory_index"} & set(versions(spoilt))


def test_a_hand_edited_file_warns_is_listed_and_blocks_nothing(
    memory: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    add(memory, instance, "fam_a")
    drop(memory, "fam_a", "s1.json", transcript("s1", ALLERGY, RULE))
    assert run(definitions, instance, "fam_a").success
    objects = memory.pipeline().objects
    key = next(entry.key for entry in objects.list("families/fam_a/memories/") if entry.key.endswith(".md"))
    found = objects.get(key)
    assert found is not None
    objects.put(key, found.data.replace(b"pin: false", b"pin: true"))
    result = run(definitions, instance, "fam_a")
    red = {each.check_name: each for each in result.get_asset_check_evaluations() if not each.passed}
    assert result.success and "journal_matches_files_check" in red
    assert all(each.severity == dg.AssetCheckSeverity.WARN for each in red.values())
    assert key in str(red["journal_matches_files_check"].metadata["what_fails"])


def test_the_brief_tells_its_tokens_by_section_and_how_steady_its_prefix_is(
    memory: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    add(memory, instance, "fam_a")
    drop(memory, "fam_a", "s1.json", transcript("s1", RULE))
    first = brief_metadata(run(definitions, instance, "fam_a"))
    drop(memory, "fam_a", "s2.json", transcript("s2", "Our dog is called Biscuit.", at="2026-08-16T19:00:00Z"))
    second = brief_metadata(run(definitions, instance, "fam_a"))
    assert second["tokens_directives"] and second["left_out"] == 0
    assert first.get("prefix_kept") is None or 0 < float(str(first["prefix_kept"])) < 1
    assert 0.3 < float(str(second["prefix_kept"])) < 1


def brief_metadata(result: dg.ExecuteInProcessResult) -> dict[str, object]:
    """The metadata of the brief's materialization."""
    (event,) = (
        event
        for event in result.get_asset_materialization_events()
        if event.asset_key and event.asset_key.to_user_string() == "brief"
    )
    return {name: each.value for name, each in event.materialization.metadata.items()}
