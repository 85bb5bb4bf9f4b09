"""Formation, dream and card actions on one family from processes of their own: some serial order, nothing lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.local_files import LocalFiles
from memory_pipeline.adapters.s3 import S3Objects
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.workflows.verify import verify_family
from memory_pipeline_tests.faults import stage_racing as stages
from memory_pipeline_tests.faults.whole_history import pipeline_over
from memory_pipeline_tests.s3_server import KEY, SECRET, client_of

ROOT = Path(__file__).parents[2]
ROLES = ("form", "form", "dream", "remember", "card")
TRUTH = ("/memories/", "/entities/", "/suppressions/", "/decisions/", "/sessions/")


def raced(address: str, environment: Mapping[str, str], roles: Sequence[str] = ROLES) -> list[tuple[int, str]]:
    """All roles at once; what each step that changed something became, in the order of the journal."""
    command = [sys.executable, "-m", "memory_pipeline_tests.faults.stage_racing", address]
    running = [
        subprocess.Popen(
            [*command, role],
            cwd=ROOT,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for role in roles
    ]
    made: list[tuple[int, str]] = []
    for process in running:
        out, err = process.communicate(timeout=240)
        assert process.returncode == 0, err.decode()[-3000:]
        made += [(seq, step) for seq, step in json.loads(out)]
    return sorted(made)


def truth(objects: ObjectStore) -> dict[str, bytes]:
    """Every file that is not derived from others."""
    names = [name for name in objects.keys("") if any(part in f"/{name}" for part in TRUTH)]
    return {name: found.data for name, found in objects.get_many(names) if found is not None}


def contents(objects: ObjectStore) -> dict[str, bytes]:
    """Every file."""
    return {name: found.data for name, found in objects.get_many(list(objects.keys(""))) if found is not None}


def told_one_after_the_other(order: list[str]) -> dict[str, bytes]:
    """The same steps by one process, in an order."""
    objects = InMemoryObjects()
    stages.prepare(objects)
    for step in order:
        stages.carry_out(pipeline_over(objects), step)
    return truth(objects)


def holds(objects: ObjectStore, made: list[tuple[int, str]]) -> None:
    view = pipeline_over(objects).view(stages.KEY)
    records = list(view.records())
    assert [record.seq for record in records] == list(range(1, len(records) + 1))
    # Each card action is followed by a dream of its own, which no step names.
    changed = {record.seq for record in records[len(stages.BEFORE) :] if record.kind != "dream"}
    assert changed <= {seq for seq, _ in made} <= {record.seq for record in records}
    assert len({seq for seq, _ in made}) == len(made), "each change has one maker"
    assert len({step for _, step in made}) == len(made), "no step was done twice"
    done = {step.partition(" ")[0] for _, step in made}
    assert done >= {"form", "remember", "pin", "edit", "forget"}
    assert [check for check in verify_family(pipeline_over(objects), stages.KEY).checks if not check.ok] == []
    assert truth(objects) == told_one_after_the_other([step for _, step in made])


@pytest.mark.slow
def test_the_stages_race_in_a_folder(tmp_path: Path) -> None:
    objects = LocalFiles(tmp_path / "store")
    stages.prepare(objects)
    holds(objects, raced(str(tmp_path / "store"), {}))
    before = contents(objects)
    assert raced(str(tmp_path / "store"), {}, ["form", "form", "form"]) == [], "the same history again, and in parallel"
    assert contents(objects) == before


@pytest.mark.slow
@pytest.mark.real
def test_the_stages_race_on_a_real_server(s3_endpoint: str) -> None:
    bucket = f"stages-{uuid.uuid4().hex[:12]}"
    client = client_of(s3_endpoint)
    client.create_bucket(Bucket=bucket)
    objects = S3Objects(client, bucket, "some/prefix")
    stages.prepare(objects)
    credentials = {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_DEFAULT_REGION": "us-east-1"}
    holds(objects, raced(f"s3://{bucket}/some/prefix", {**credentials, "AWS_ENDPOINT_URL": s3_endpoint}))
