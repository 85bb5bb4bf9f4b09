"""S3 over a real socket that fails on purpose: retried, found out, or told as a typed error; never half a state."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.object_keys import etag_of
from memory_pipeline.adapters.s3 import RetryPolicy, S3Objects, s3_client
from memory_pipeline.model.errors import PreconditionFailed, StoreError, StoreUnavailable
from memory_pipeline.ports.object_store import ABSENT, UNCHANGED
from memory_pipeline.store.journal import Journal
from memory_pipeline.store.lease import LeasePolicy
from memory_pipeline.store.projections import refresh_projections
from memory_pipeline_tests.store.changes import FAMILY, HISTORY, START, prepared_family

POLICY = RetryPolicy(attempts=4, first_pause=0.1, longest_pause=1.0, parallel_reads=2)

HASTY = LeasePolicy(ttl=0.5, grace=0.1)


@dataclass
class Bucket:
    """What the server holds, what it has been asked, and how it answers next.

    A fault is a status: negative ones are answered after the request was carried out, as when an answer is lost.
    """

    objects: dict[str, bytes] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    faults: list[int] = field(default_factory=list)
    code: str = "SlowDown"
    cuts: int = 0

    def answer(self, request: Request) -> Response:
        """One S3 request."""
        self.asked.append(request.method)
        fault = self.faults.pop(0) if self.faults else 0
        if fault > 0:
            return self._error(fault, self.code)
        done = self._carry_out(request)
        return self._error(-fault, "InternalError") if fault else done

    def _carry_out(self, request: Request) -> Response:
        if "list-type" in request.args:
            return self._listing(request.args["prefix"])
        key = unquote(request.path).removeprefix("/bucket/")
        present = self.objects.get(key)
        etag = None if present is None else f'"{etag_of(present)}"'
        match request.method, request.headers.get("If-Match"), request.headers.get("If-None-Match"):
            case "PUT", wanted, never:
                if (never == "*" and present is not None) or (
                    wanted is not None and etag is not None and wanted != etag
                ):
                    return self._error(412, "PreconditionFailed")
                if wanted is not None and etag is None:
                    return self._error(404, "NoSuchKey")
                self.objects[key] = request.get_data()
                return Response(headers={"ETag": f'"{etag_of(self.objects[key])}"'})
            case "DELETE", _, _:
                self.objects.pop(key, None)
                return Response(status=204)
            case _, _, known if etag is not None and known == etag:
                return Response(status=304)
        if present is None:
            return self._error(404, "NoSuchKey")
        answer = Response(present, headers={"ETag": etag or ""})
        if self.cuts:
            self.cuts -= 1
            answer = Response(iter([present[:1]]), headers={"ETag": etag or "", "Content-Length": str(len(present))})
        return answer

    def _listing(self, prefix: str) -> Response:
        found = "".join(
            f"<Contents><Key>{key}</Key><ETag>{etag_of(data)}</ETag><Size>{len(data)}</Size></Contents>"
            for key, data in sorted(self.objects.items())
            if key.startswith(prefix)
        )
        return Response(f"<?xml version='1.0'?><ListBucketResult>{found}</ListBucketResult>")

    def _error(self, status: int, code: str) -> Response:
        body = f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>told</Message></Error>"
        return Response(body, status=status, content_type="application/xml")


@pytest.fixture
def bucket() -> Bucket:
    return Bucket()


@pytest.fixture
def sleeps() -> list[float]:
    return []


@pytest.fixture
def objects(bucket: Bucket, sleeps: list[float]) -> Iterator[S3Objects]:
    with HTTPServer(host="127.0.0.1") as server:
        server.expect_request(re.compile(".*")).respond_with_handler(bucket.answer)
        client = s3_client(
            endpoint_url=server.url_for("").rstrip("/"),
            region="us-east-1",
            aws_access_key_id="any",
            aws_secret_access_key="any",
        )
        yield S3Objects(client, "bucket", "root", retry=POLICY, sleep=sleeps.append)


def test_a_burst_of_refusals_is_waited_out(objects: S3Objects, bucket: Bucket, sleeps: list[float]) -> None:
    bucket.faults = [503, 500, 429]
    etag = objects.put("a", b"one")
    bucket.faults = [503, 503]
    found = objects.get("a")
    assert found is not None and (found.data, found.etag) == (b"one", etag)
    assert len(sleeps) == 5 and all(0 <= pause <= POLICY.longest_pause for pause in sleeps)


def test_an_answer_that_is_cut_short_is_asked_for_again(objects: S3Objects, bucket: Bucket) -> None:
    objects.put("a", b"the whole of it")
    bucket.cuts = 2
    found = objects.get("a")
    assert found is not None and found.data == b"the whole of it"
    bucket.cuts = 99
    with pytest.raises(StoreUnavailable, match="try again later"):
        objects.get("a")


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda objects: objects.get("a"), id="get"),
        pytest.param(lambda objects: objects.get_if_changed("a", "0" * 32), id="conditional get"),
        pytest.param(lambda objects: objects.put("a", b"x"), id="put"),
        pytest.param(lambda objects: objects.put("a", b"x", expect=ABSENT), id="create"),
        pytest.param(lambda objects: objects.delete("a"), id="delete"),
        pytest.param(lambda objects: list(objects.list("a")), id="list"),
        pytest.param(lambda objects: list(objects.get_many(["a"])), id="get many"),
    ],
)
def test_a_store_that_stays_away_is_a_typed_error_that_names_the_place(
    objects: S3Objects, bucket: Bucket, call: Callable[[S3Objects], object]
) -> None:
    bucket.faults = [503] * 99
    with pytest.raises(StoreUnavailable, match=r"s3://bucket/root/a.*try again later"):
        call(objects)
    assert bucket.objects == {} and len(bucket.asked) <= 2 * POLICY.attempts


def test_a_refusal_that_will_not_pass_is_not_asked_again(objects: S3Objects, bucket: Bucket) -> None:
    bucket.faults, bucket.code = [403] * 99, "AccessDenied"
    with pytest.raises(StoreUnavailable, match="credentials"):
        objects.get("a")
    assert len(bucket.asked) == 1


def test_a_conditional_write_whose_answer_was_lost_finds_its_own_success(objects: S3Objects, bucket: Bucket) -> None:
    bucket.faults = [-500]
    created = objects.put("a", b"one", expect=ABSENT)
    bucket.faults = [-503, 503]
    assert objects.put("a", b"two", expect=created) == etag_of(b"two")
    assert bucket.objects == {"root/a": b"two"}


def test_a_conditional_write_whose_every_answer_was_lost_finds_its_own_success(
    objects: S3Objects, bucket: Bucket
) -> None:
    bucket.faults = [-500, 500, 500, 500]
    assert objects.put("a", b"one", expect=ABSENT) == etag_of(b"one")


def test_a_conditional_write_that_was_retried_and_lost_to_another_says_so(objects: S3Objects, bucket: Bucket) -> None:
    bucket.objects["root/a"] = b"theirs"
    bucket.faults = [500]
    with pytest.raises(PreconditionFailed):
        objects.put("a", b"ours", expect=ABSENT)
    assert bucket.objects == {"root/a": b"theirs"}


def test_a_plain_lost_race_costs_one_request_even_with_the_same_bytes(objects: S3Objects, bucket: Bucket) -> None:
    bucket.objects["root/a"] = b"same"
    with pytest.raises(PreconditionFailed):
        objects.put("a", b"same", expect=ABSENT)
    assert bucket.asked == ["PUT"]


def test_a_missing_object_under_an_etag_is_a_lost_race_where_the_server_says_404(objects: S3Objects) -> None:
    with pytest.raises(PreconditionFailed):
        objects.put("a", b"x", expect=etag_of(b"gone"))


def test_not_modified_is_unchanged(objects: S3Objects) -> None:
    assert objects.get_if_changed("a", objects.put("a", b"x")) is UNCHANGED


def test_a_server_that_is_not_there_is_a_typed_error() -> None:
    client = s3_client(
        endpoint_url="http://127.0.0.1:9", region="us-east-1", aws_access_key_id="a", aws_secret_access_key="a"
    )
    with pytest.raises(StoreUnavailable, match="try again later"):
        S3Objects(client, "bucket", retry=POLICY, sleep=lambda _: None).get("a")


@pytest.mark.parametrize("seed", range(6))
def test_a_history_told_to_an_unsteady_store_ends_in_the_same_bytes(
    objects: S3Objects, bucket: Bucket, seed: int
) -> None:
    expected = InMemoryObjects()
    prepared_family(expected)
    for plan in HISTORY:
        Journal(expected, FAMILY, lambda: START, "steady").commit(plan)
    fickle = random.Random(seed)
    prepared_family(objects)
    failed = 0
    for plan in HISTORY:
        while True:
            bucket.faults = [fickle.choice([0, 0, 0, 503, -500]) for _ in range(40)]
            try:
                Journal(objects, FAMILY, lambda: START, "unsteady", HASTY, sleep=lambda _: None).commit(plan)
                break
            except StoreError:
                failed += 1
    bucket.faults = []
    Journal(objects, FAMILY, lambda: START, "last", HASTY, sleep=lambda _: None).roll_forward()
    for store in (objects, expected):
        refresh_projections(store, FAMILY)
    assert {key.removeprefix("root/"): data for key, data in bucket.objects.items()} == expected.contents()
    assert failed < 40
