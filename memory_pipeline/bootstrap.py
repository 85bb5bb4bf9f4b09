"""The composition root: settings become parts, and parts become a pipeline or a reader.

The only module that knows which adapter stands behind a port; every door starts here.
"""

from __future__ import annotations

import os
import platform
import uuid
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from memory_pipeline.adapters.embedded_models.extractor import EmbeddedExtractor
from memory_pipeline.adapters.embedded_models.relation_judge import EmbeddedRelationJudge
from memory_pipeline.adapters.token_counter import token_counter
from memory_pipeline.model.errors import InvalidSetting
from memory_pipeline.ports.embedder import Embedder
from memory_pipeline.ports.memory_index import MemoryIndex
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.retrieval.reader import MemoryReader
from memory_pipeline.settings import Settings, load_settings
from memory_pipeline.workflows.pipeline import Pipeline

if TYPE_CHECKING:
    from memory_pipeline.evaluation.observing.scratch import Bench


def build_pipeline(settings: Settings | None = None, *, now: datetime | None = None) -> Pipeline:
    """The pipeline that the settings describe. `now` fixes the day for this call (`--now`)."""
    settings = settings or load_settings()
    return Pipeline(
        objects=build_objects(settings),
        extractor=EmbeddedExtractor(),
        judge=EmbeddedRelationJudge(),
        embedder=build_embedder(settings),
        index=build_index(settings),
        count_tokens=token_counter(),
        policies=settings.policies(),
        host_clock=host_clock,
        new_owner=new_owner,
        is_gone=owner_is_gone,
        now_given=now,
    )


def build_reader(pipeline: Pipeline, family: str) -> MemoryReader:
    """The agent's read-only door to one family."""
    return MemoryReader(
        pipeline.objects,
        family,
        index=pipeline.index,
        embedder=pipeline.embedder,
        clock=lambda: pipeline.now(pipeline.view(family).family()),
        count_tokens=pipeline.count_tokens,
    )


def build_objects(settings: Settings) -> ObjectStore:
    """A local folder, or a bucket and prefix for `s3://bucket/prefix`."""
    address = urlsplit(settings.store)
    if address.scheme == "s3":
        from memory_pipeline.adapters.s3 import S3Objects, s3_client

        return S3Objects(s3_client(), bucket=address.netloc, prefix=address.path.strip("/"))
    if "://" in settings.store:
        raise InvalidSetting(f"MEMORY_STORE={settings.store!r}: use a folder or s3://bucket/prefix")
    from memory_pipeline.adapters.local_files import LocalFiles

    return LocalFiles(Path(settings.store), fsync=settings.fsync)


def build_embedder(settings: Settings) -> Embedder:
    """The embedded sentence encoder, or the hashing one that tests use."""
    if settings.embedder == "hashing":
        from memory_pipeline.adapters.embedded_models.hashing_embedder import HashingEmbedder

        return HashingEmbedder()
    from memory_pipeline.adapters.embedded_models.embedder import EmbeddedEmbedder

    return EmbeddedEmbedder()


def build_index(settings: Settings) -> MemoryIndex:
    """A Qdrant server where its address is set, else one embedded shard a family, or exact search without an engine."""
    if settings.qdrant_url:
        from memory_pipeline.adapters.qdrant_server import QdrantServerIndex, qdrant_client

        return QdrantServerIndex(qdrant_client(settings.qdrant_url, settings.qdrant_api_key or None))
    if settings.index == "exact":
        from memory_pipeline.adapters.exact_index import ExactIndex

        return ExactIndex()
    from memory_pipeline.adapters.qdrant_edge import QdrantEdgeIndex

    return QdrantEdgeIndex(settings.index_root)


def host_clock() -> datetime:
    """The host's time."""
    return datetime.now(UTC)


def new_owner() -> str:
    """A name for a lease that no other process has: host, process and a random part."""
    return f"{platform.node()}:{os.getpid()}:{uuid.uuid4().hex[:12]}"


def owner_is_gone(owner: str) -> bool:
    """Whether the owner was a process of this host that has ended, so that nobody need wait for its lease."""
    host, _, rest = owner.partition(":")
    process = rest.partition(":")[0]
    if host != platform.node() or not process.isdecimal():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def build_bench(settings: Settings | None = None) -> tuple[Bench, dict[str, str]]:
    """What an evaluation runs on, the configured models over scratch stores in memory, and the versions of its parts."""
    from memory_pipeline.adapters.exact_index import ExactIndex
    from memory_pipeline.adapters.in_memory import InMemoryObjects
    from memory_pipeline.evaluation.observing.scratch import Bench

    pipeline = build_pipeline(settings)
    versions = {
        "extractor": pipeline.extractor.version,
        "judge": pipeline.judge.version,
        "embedder": pipeline.embedder.fingerprint,
    }
    bench = Bench(
        scratch=lambda: replace(pipeline, objects=InMemoryObjects(), index=ExactIndex()), reader_of=build_reader
    )
    return bench, versions
