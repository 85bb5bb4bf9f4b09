"""Three families chosen in the UI, one of them poisoned: the backfill through the real webserver, to its end."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.bootstrap import build_pipeline
from memory_pipeline.model.family import Family
from memory_pipeline.settings import Settings
from memory_pipeline.store.keys import session_key
from memory_pipeline.workflows.migrate_ledger import read_ledger
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline_tests.defs.webserver import Webserver, running_webserver, wait_until
from memory_pipeline_tests.workflows.earlier_design import settle_in

KEYS = ("ash", "birch", "cedar")
REPOSITORY = {"repositoryName": "__repository__", "repositoryLocationName": "memory_pipeline.definitions"}
ADD = """mutation($key: String!, $repository: RepositorySelector!) {
  addDynamicPartition(partitionKey: $key, partitionsDefName: "family", repositorySelector: $repository) {
    __typename ... on PythonError { message }
  }
}"""
LAUNCH = """mutation($keys: [String!]!) {
  launchPartitionBackfill(backfillParams: {assetSelection: [{path: ["migration_report"]}], partitionNames: $keys}) {
    __typename ... on LaunchBackfillSuccess { backfillId } ... on PythonError { message }
  }
}"""
POLL = """query($id: String!) {
  partitionBackfillOrError(backfillId: $id) {
    ... on PartitionBackfill { status partitionStatuses { results { partitionName runStatus } } }
  }
}"""
RUNS = """query($id: String!) {
  runsOrError(filter: {tags: [{key: "dagster/backfill", value: $id}]}) {
    ... on Runs { results { runId status tags { key value } } }
  }
}"""
LOGS = """query($run: ID!) {
  logsForRun(runId: $run) {
    ... on EventConnection { events { ... on ExecutionStepFailureEvent { error { message } } } }
  }
}"""
REPORTS = """{
  assetNodeOrError(assetKey: {path: ["migration_report"]}) {
    ... on AssetNode { assetMaterializations { partition } }
  }
}"""
OVER = {"COMPLETED_SUCCESS", "COMPLETED_FAILED", "COMPLETED", "FAILED", "CANCELED"}


@pytest.fixture
def pipeline(tmp_path: Path) -> Pipeline:
    settings = Settings(store=str(tmp_path / "store"), embedder="hashing", index="exact", fsync=False)
    built = build_pipeline(settings)
    for key in KEYS:
        settle_in(built, Family(key=key, timezone="Europe/Berlin"))
    built.objects.put(session_key("birch", "s-2"), b"{")
    return built


def failures(server: Webserver, backfill: str) -> dict[str, str]:
    """What the failed runs say, by family."""
    found = {}
    for run in server.ask(RUNS, id=backfill)["runsOrError"]["results"]:
        if run["status"] == "FAILURE":
            tags = {tag["key"]: tag["value"] for tag in run["tags"]}
            events = server.ask(LOGS, run=run["runId"])["logsForRun"]["events"]
            found[tags["dagster/partition"]] = " ".join(
                each["error"]["message"] for each in events if each.get("error")
            )
    return found


@pytest.mark.slow
@pytest.mark.real
def test_a_backfill_of_three_families_isolates_the_poisoned_one_and_names_it(
    pipeline: Pipeline, tmp_path: Path
) -> None:
    if shutil.which("dagster-webserver", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}") is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("the webserver is missing; `make setup` installs it")
    environment = {
        "MEMORY_STORE": str(tmp_path / "store"),
        "MEMORY_INBOX": str(tmp_path / "inbox"),
        "MEMORY_EMBEDDER": "hashing",
        "MEMORY_INDEX": "exact",
        "MEMORY_FSYNC": "false",
    }
    with running_webserver(tmp_path / "home", environment) as server:
        for key in KEYS:
            server.ask(ADD, key=key, repository=REPOSITORY)
        launched = server.ask(LAUNCH, keys=list(KEYS))["launchPartitionBackfill"]
        assert launched["__typename"] == "LaunchBackfillSuccess", launched

        def ended() -> Any:
            found = server.ask(POLL, id=launched["backfillId"])["partitionBackfillOrError"]
            return found if found["status"] in OVER else None

        backfill = wait_until(ended)
        named = failures(server, launched["backfillId"])
        reports = server.ask(REPORTS)["assetNodeOrError"]["assetMaterializations"]
    assert backfill["status"] == "COMPLETED_FAILED"
    assert {key: read_ledger(pipeline.objects, key).done for key in KEYS} == {
        "ash": True,
        "birch": False,
        "cedar": True,
    }
    assert {report["partition"] for report in reports} == {"ash", "cedar"}
    assert named.keys() == {"birch"}
    assert "birch stopped at reduce: session s-2" in named["birch"]
