"""What a session changed is read off the materialization: candidate, decision, memory and reason."""

from __future__ import annotations

from typing import Any

import dagster as dg

from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline_tests.defs.conftest import add, drop, transcript

COLUMNS = {"session", "candidate", "decision", "memory", "reason"}


def materialized(definitions: dg.Definitions, instance: dg.DagsterInstance, asset: str) -> dict[str, Any]:
    job = definitions.resolve_job_def("family_job")
    result = job.execute_in_process(partition_key="fam_a", instance=instance)
    (found,) = (
        event.materialization
        for event in result.get_asset_materialization_events()
        if event.asset_key and event.asset_key.to_user_string() == asset
    )
    return dict(found.metadata)


def rows(metadata: dict[str, Any], name: str) -> list[dict[str, Any]]:
    return [dict(record.data) for record in metadata[name].records]


def counts(metadata: dict[str, Any], *names: str) -> list[object]:
    return [metadata[name].value for name in names]


def test_each_decision_of_a_run_is_a_row_with_candidate_memory_and_reason(
    memory: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    add(memory, instance, "fam_a")
    drop(memory, "fam_a", "s1.json", transcript("s1", "Swim practice is on Mondays at 4:30."))
    drop(
        memory, "fam_a", "s2.json",
        transcript("s2", "Swim practice is on Thursdays at 5 now.", at="2026-08-20T19:00:00Z"),
    )  # fmt: skip
    metadata = materialized(definitions, instance, "memories")
    told = rows(metadata, "what_changed")
    assert [(row["session"], row["decision"]) for row in told] == [("s1", "add"), ("s2", "supersede")]
    assert all(set(row) == COLUMNS and row["reason"] for row in told)
    assert told[1]["reason"] == "gives the same thing another value"
    active = {m.id for m in memory.pipeline().view("fam_a").memories().values() if m.status == "active"}
    assert told[1]["memory"] in active and told[0]["memory"] not in active
    assert counts(metadata, "sessions", "changes") == [2, 2]


def test_what_changed_nothing_is_told_with_its_reason_and_no_memory(
    memory: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    add(memory, instance, "fam_a")
    drop(memory, "fam_a", "s1.json", transcript("s1", "Thanks, good night!"))
    metadata = materialized(definitions, instance, "memories")
    assert counts(metadata, "sessions", "changes", "memories") == [1, 0, 0]
    assert "what_changed" not in metadata
