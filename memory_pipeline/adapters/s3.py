"""An object store in an S3 bucket: production (seed section 3), with the conditional requests that S3 offers.

The client is passed in: boto3's, or the one of dagster-aws' S3Resource. `s3_client` makes one with the timeouts
and the pool this adapter wants. Retries are done here, because a conditional write whose answer was lost must
find out whether it was its own earlier attempt that won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableSequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, ConnectionError, HTTPClientError, IncompleteReadError
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt, wait_random_exponential

from memory_pipeline.adapters.object_keys import checked_key, checked_prefix
from memory_pipeline.model.errors import PreconditionFailed, StoreError, StoreUnavailable
from memory_pipeline.ports.object_store import ABSENT, UNCHANGED, Absent, ObjectEntry, StoredObject, Unchanged

_ABSENT_CODES = {"NoSuchKey", "404", "NotFound"}
_LOST_CODES = {"PreconditionFailed", "ConditionalRequestConflict", "412", "409"}
_BUSY_CODES = {"SlowDown", "Throttling", "ThrottlingException", "RequestTimeout", "RequestLimitExceeded", "429"}


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How long a store that answers 5xx, throttles or times out is asked again. Pauses in seconds, with full jitter."""

    attempts: int = 6
    first_pause: float = 0.1
    longest_pause: float = 5.0
    parallel_reads: int = 16


def s3_client(
    *, endpoint_url: str | None = None, region: str | None = None, read_timeout: float = 30, **credentials: str
) -> Any:
    """A boto3 client with bounded timeouts, room for parallel reads, and no retries of its own.

    `read_timeout`: seconds that the server may be silent within an answer.
    """
    config = Config(
        connect_timeout=5,
        read_timeout=read_timeout,
        max_pool_connections=32,
        retries={"mode": "standard", "total_max_attempts": 1},
        s3={"addressing_style": "path"} if endpoint_url else None,
    )
    return boto3.client("s3", endpoint_url=endpoint_url, region_name=region, config=config, **credentials)


class S3Objects:
    """Keys below `prefix` in one bucket. `sleep` and the policy's jitter only say when to ask again."""

    def __init__(
        self,
        client: Any,
        bucket: str,
        prefix: str = "",
        *,
        retry: RetryPolicy | None = None,
        sleep: Callable[[float], None] | None = None,
    ) -> None:
        self._client = client
        self._bucket = bucket
        self._prefix = f"{checked_key(prefix.strip('/'))}/" if prefix.strip("/") else ""
        self._policy = retry or RetryPolicy()
        self._sleep = {} if sleep is None else {"sleep": sleep}

    @property
    def location(self) -> str:
        """`s3://bucket/prefix`."""
        return f"s3://{self._bucket}/{self._prefix}".rstrip("/")

    def get(self, key: str) -> StoredObject | None:
        """The object, or None."""
        found = self._read(key, {})
        assert not isinstance(found, Unchanged)
        return found

    def get_if_changed(self, key: str, etag: str) -> StoredObject | Unchanged | None:
        """The object unless its etag is still `etag` (a conditional GET, answered 304)."""
        return self._read(key, {"IfNoneMatch": f'"{etag}"'})

    def get_many(self, keys: Iterable[str]) -> Iterator[tuple[str, StoredObject | None]]:
        """The objects in the order of `keys`, a bounded number of requests at a time."""
        pending = iter(keys)
        with ThreadPoolExecutor(self._policy.parallel_reads) as pool:
            while batch := list(islice(pending, self._policy.parallel_reads * 8)):
                yield from zip(batch, pool.map(self.get, batch), strict=True)

    def put(self, key: str, data: bytes, *, expect: str | Absent | None = None) -> str:
        """Write and return the new etag. PreconditionFailed where `expect` does not hold, StoreUnavailable."""
        attempts: MutableSequence[RetryCallState] = []
        arguments = {"Key": self._full(key), "Body": data, "ContentLength": len(data), **_conditions(expect)}
        try:
            return _etag(self._call("put_object", attempts, **arguments))
        except (ClientError, BotoCoreError) as error:
            if _is_lost(error, expect):
                failure: StoreError = PreconditionFailed(_lost_message(expect), file=key)
                doubtful = _was_retried(error, attempts)
            else:
                failure = self._unavailable(key, error)
                doubtful = _is_passing(error)
            return self._own_success(key, data, doubtful, failure, error)

    def delete(self, key: str) -> None:
        """Remove the object; nothing happens where there is none."""
        try:
            self._call("delete_object", [], Key=self._full(key))
        except (ClientError, BotoCoreError) as error:
            if not _has_code(error, _ABSENT_CODES):
                raise self._unavailable(key, error) from error

    def list(self, prefix: str) -> Iterator[ObjectEntry]:
        """Every object under `prefix`, in key order whatever order the server keeps."""
        items = [item for page in self._pages(prefix) for item in page.get("Contents", [])]
        found = [self._entry(item) for item in items if not item["Key"].endswith("/")]
        yield from sorted(found, key=lambda entry: entry.key.encode())

    def keys(self, prefix: str) -> Iterator[str]:
        """The keys under `prefix`, in key order; S3 lists etags along with them for nothing."""
        return (entry.key for entry in self.list(prefix))

    def folders(self, prefix: str) -> Iterator[str]:
        """The names directly below `prefix` that hold objects, ascending; what is in them is not listed."""
        below = self._prefix + checked_prefix(prefix)
        found = [
            item["Prefix"] for page in self._pages(prefix, Delimiter="/") for item in page.get("CommonPrefixes", [])
        ]
        return iter(sorted(name.removeprefix(below).rstrip("/") for name in found))

    def _pages(self, prefix: str, **options: str) -> Iterator[dict[str, Any]]:
        token: dict[str, str] = {}
        while True:
            wanted = self._prefix + checked_prefix(prefix)
            try:
                page = self._call("list_objects_v2", [], Prefix=wanted, **options, **token)
            except (ClientError, BotoCoreError) as error:
                raise self._unavailable(prefix, error) from error
            yield page
            if not page.get("IsTruncated"):
                return
            token = {"ContinuationToken": page["NextContinuationToken"]}

    def _read(self, key: str, conditions: dict[str, str]) -> StoredObject | Unchanged | None:
        def read() -> StoredObject:
            answer = self._client.get_object(Bucket=self._bucket, Key=self._full(key), **conditions)
            return StoredObject(answer["Body"].read(), _etag(answer))

        try:
            return self._retrying([])(read)
        except (ClientError, BotoCoreError) as error:
            if _has_code(error, {"304", "NotModified"}):
                return UNCHANGED
            if _has_code(error, _ABSENT_CODES):
                return None
            raise self._unavailable(key, error) from error

    def _own_success(self, key: str, data: bytes, doubtful: bool, failure: StoreError, cause: Exception) -> str:
        """The etag when the store holds our bytes after an attempt with an unknown outcome; else raise `failure`."""
        if doubtful:
            present = self.get(key)
            if present is not None and present.data == data:
                return present.etag
        raise failure from cause

    def _call(self, operation: str, attempts: MutableSequence[RetryCallState], **arguments: Any) -> Any:
        request = getattr(self._client, operation)
        return self._retrying(attempts)(lambda: request(Bucket=self._bucket, **arguments))

    def _retrying(self, attempts: MutableSequence[RetryCallState]) -> Retrying:
        return Retrying(
            stop=stop_after_attempt(self._policy.attempts),
            wait=wait_random_exponential(self._policy.first_pause, self._policy.longest_pause),
            retry=retry_if_exception(_is_passing),
            before_sleep=attempts.append,
            reraise=True,
            **self._sleep,  # type: ignore[arg-type]
        )

    def _entry(self, item: dict[str, Any]) -> ObjectEntry:
        return ObjectEntry(item["Key"].removeprefix(self._prefix), item["ETag"].strip('"'), item["Size"])

    def _full(self, key: str) -> str:
        return self._prefix + checked_key(key)

    def _unavailable(self, key: str, error: Exception) -> StoreUnavailable:
        if _is_passing(error):
            message = f"no answer after {self._policy.attempts} attempts ({error}); try again later"
        else:
            message = f"refused ({error}); check the bucket, its policy and the credentials"
        return StoreUnavailable(message, file=f"{self.location}/{key}")


def _conditions(expect: str | Absent | None) -> dict[str, str]:
    if expect is None:
        return {}
    return {"IfNoneMatch": "*"} if expect is ABSENT else {"IfMatch": f'"{expect}"'}


def _etag(answer: dict[str, Any]) -> str:
    return str(answer["ETag"]).strip('"')


def _has_code(error: Exception, codes: set[str]) -> bool:
    return isinstance(error, ClientError) and str(error.response.get("Error", {}).get("Code")) in codes


def _status(error: ClientError) -> int:
    return int(error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0))


def _is_lost(error: Exception, expect: str | Absent | None) -> bool:
    """A missing key under If-Match is 412 on one server and 404 on another: both lost."""
    if expect is None:
        return False
    return _has_code(error, _LOST_CODES) or (expect is not ABSENT and _has_code(error, _ABSENT_CODES))


def _was_retried(error: Exception, attempts: MutableSequence[RetryCallState]) -> bool:
    retried_below = isinstance(error, ClientError) and error.response.get("ResponseMetadata", {}).get("RetryAttempts")
    return bool(attempts or retried_below)


def _is_passing(error: BaseException) -> bool:
    """Worth another attempt: the network, a time-out, an answer cut short, 5xx or throttling."""
    if isinstance(error, ClientError):
        return _status(error) >= 500 or _has_code(error, _BUSY_CODES)
    return isinstance(error, ConnectionError | HTTPClientError | IncompleteReadError)


def _lost_message(expect: str | Absent | None) -> str:
    return f"the object is not what was expected ({'absent' if expect is ABSENT else expect}); read it again"
