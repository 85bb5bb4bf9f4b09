"""A real S3 server behind a bad line: every request of a change meets every fault, and the change comes about once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args
from uuid import uuid4

import pytest

from memory_pipeline.adapters.s3 import RetryPolicy, S3Objects, s3_client
from memory_pipeline.model.errors import StoreUnavailable
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.journal import Journal
from memory_pipeline.store.lease import LeasePolicy
from memory_pipeline.store.projections import refresh_projections
from memory_pipeline_tests.faults.test_crash_at_every_point import EXPECTED
from memory_pipeline_tests.faults.unsteady_server import Fault, UnsteadyServer, unsteady
from memory_pipeline_tests.s3_server import KEY, SECRET, client_of
from memory_pipeline_tests.store.changes import FAMILY, HISTORY, START, prepared_family

pytestmark = pytest.mark.real

READ_TIMEOUT = 0.5
QUICK = RetryPolicy(attempts=4, first_pause=0.01, longest_pause=0.05, parallel_reads=4)
HASTY = LeasePolicy(ttl=0.5, grace=0.1)
FAULTS = tuple(fault for fault in get_args(Fault) if fault)


@dataclass(frozen=True)
class Line:
    """The bucket over the bad line, over the good one, and what decides what goes wrong."""

    bad: S3Objects
    good: S3Objects
    server: UnsteadyServer

    def contents(self) -> dict[str, bytes]:
        return {key: found.data for key, found in self.good.get_many(self.good.keys("")) if found is not None}


@pytest.fixture
def line(s3_endpoint: str) -> Iterator[Line]:
    bucket = f"line-{uuid4().hex[:12]}"
    good = client_of(s3_endpoint)
    good.create_bucket(Bucket=bucket)
    with unsteady(s3_endpoint) as server:
        yield Line(S3Objects(impatient(server.endpoint), bucket, retry=QUICK), S3Objects(good, bucket), server)


def impatient(endpoint: str) -> Any:
    return s3_client(
        endpoint_url=endpoint,
        region="us-east-1",
        read_timeout=READ_TIMEOUT,
        aws_access_key_id=KEY,
        aws_secret_access_key=SECRET,
    )


def journal(objects: S3Objects, name: str) -> Journal:
    return Journal(objects, FAMILY, lambda: START, name, HASTY)


def live(objects: S3Objects, name: str) -> None:
    for plan in HISTORY:
        journal(objects, name).commit(plan)
    refresh_projections(objects, FAMILY)


def begun(line: Line) -> int:
    """A family with all but the last change; how many requests the last one takes on a good line."""
    prepared_family(line.good)
    for plan in HISTORY[:-1]:
        journal(line.good, "first").commit(plan)
    before = line.contents()
    line.server.begin(lambda _: "")
    journal(line.bad, "counted").commit(HISTORY[-1])
    asked = line.server.asked
    put_back(line, before)
    return asked


def put_back(line: Line, wanted: dict[str, bytes]) -> None:
    present = line.contents()
    for key in present.keys() - wanted.keys():
        line.good.delete(key)
    for key in (key for key in wanted if present.get(key) != wanted[key]):
        line.good.put(key, wanted[key])


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_one_request_is_made_good_whichever_it_is(line: Line, fault: Fault) -> None:
    asked = begun(line)
    before = line.contents()
    for number in range(1, asked + 1):
        line.server.begin(lambda request: fault if request == number else "")  # noqa: B023
        assert journal(line.bad, "unlucky").commit(HISTORY[-1]) is not None
        assert line.server.asked > asked or fault in ("cut", "dripping")
        line.server.begin(lambda _: "")
        refresh_projections(line.good, FAMILY)
        assert line.contents() == EXPECTED, f"{fault} at request {number}"
        put_back(line, before)


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["refused", "lost"])
def test_a_server_that_stays_away_is_a_typed_error_and_the_next_writer_completes(line: Line, fault: Fault) -> None:
    asked = begun(line)
    before = line.contents()
    for number in range(1, asked + 1):
        line.server.begin(lambda request: fault if request >= number else "")  # noqa: B023
        try:
            journal(line.bad, "unlucky").commit(HISTORY[-1])
        except StoreUnavailable as error:
            assert error.file and "try again later" in error.message
        else:
            assert number == asked, "only the catalog, written last, may fail without a word"
        assert FamilyView(line.good, FAMILY).malformed() == ()
        live(line.good, "next")
        assert line.contents() == EXPECTED, f"{fault} from request {number} on"
        put_back(line, before)


@pytest.mark.parametrize("seed", range(3))
def test_a_history_told_over_a_bad_line_ends_in_the_same_bytes(line: Line, seed: int) -> None:
    chance = random.Random(seed)
    prepared_family(line.good)
    line.server.begin(lambda _: chance.choice([*FAULTS, *[""] * 18]))  # type: ignore[arg-type]
    for _ in range(20):
        try:
            live(line.bad, "unsteady")
            break
        except StoreUnavailable:
            continue
    line.server.begin(lambda _: "")
    live(line.good, "last")
    assert line.contents() == EXPECTED
