"""From an address to an object store, without the rest of the product."""

from __future__ import annotations

from urllib.parse import urlsplit

from memory_pipeline.adapters.local_files import LocalFiles
from memory_pipeline.ports.object_store import ObjectStore


def objects_at(address: str) -> ObjectStore:
    """A folder, or `s3://bucket/prefix` with the endpoint and the credentials of the environment (AWS_ENDPOINT_URL)."""
    parts = urlsplit(address)
    if parts.scheme != "s3":
        return LocalFiles(address)
    from memory_pipeline.adapters.s3 import S3Objects, s3_client

    return S3Objects(s3_client(), bucket=parts.netloc, prefix=parts.path.strip("/"))
