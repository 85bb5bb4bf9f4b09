"""The composition root: settings become parts, and parts become a pipeline or a reader.

The only module that knows which adapter stands behind a port; every door starts here.
"""

from __future__ import annotations

import os
import platform
import secrets
import uuid
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache, partial
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from memory_pipeline.adapters.embedded_models.extractor import EmbeddedExtractor
from memory_pipeline.adapters.embedded_models.relation_judge import EmbeddedRelationJudge
from memory_pipeline.adapters.token_counter import token_counter
from memory_pipeline.brief.prompt import instructions
from memory_pipeline.model.errors import InvalidSetting
from memory_pipeline.ports.chat_model import ChatModel
from memory_pipeline.ports.embedder import Embedder
from memory_pipeline.ports.extractor import Extractor
from memory_pipeline.ports.memory_index import MemoryIndex
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.ports.relation_judge import RelationJudge
from memory_pipeline.retrieval.reader import MemoryReader
from memory_pipeline.settings import Backend, Settings, data_folder, load_settings, version_settings, with_backend
from memory_pipeline.workflows.inbox import clear_inbox
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.pipeline_version import pipeline_version
from memory_pipeline.workflows.progress import Progress, silent
from memory_pipeline.workflows.release import readers_use_brief
from memory_pipeline.workflows.release_diff import Version
from memory_pipeline.workflows.release_history import history_of, replay_in_scratch

if TYPE_CHECKING:
    from memory_pipeline.adapters.openai_models.endpoint import Endpoint
    from memory_pipeline.adapters.openai_models.replay_server import ReplayServer
    from memory_pipeline.control.card_link import Signer
    from memory_pipeline.evaluation.gate import Standing
    from memory_pipeline.evaluation.observing.scratch import Bench
    from memory_pipeline.evaluation.report import EvaluationReport
    from memory_pipeline.workflows.fleet_catalog import FamilyCatalog


def build_pipeline(settings: Settings | None = None, *, now: datetime | None = None) -> Pipeline:
    """The pipeline that the settings describe. `now` fixes the day for this call (`--now`)."""
    settings = settings or load_settings()
    objects, embedder = build_objects(settings), build_embedder(settings)
    pipeline = Pipeline(
        objects=objects,
        extractor=build_extractor(settings, objects),
        judge=build_judge(settings, embedder),
        embedder=embedder,
        index=build_index(settings),
        count_tokens=token_counter(),
        policies=settings.policies(),
        host_clock=host_clock,
        new_owner=new_owner,
        is_gone=owner_is_gone,
        now_given=now,
    )
    return (
        replace(pipeline, must_be_released=running_versions(settings, pipeline))
        if settings.require_release
        else pipeline
    )


def running_versions(settings: Settings, pipeline: Pipeline) -> dict[str, str]:
    """The versions of the parts that an evaluation measures and a release names."""
    prompt, model = f"instructions-{instructions().version}", pipeline.extractor.version
    if settings.extractor == "openai":
        from memory_pipeline.adapters.openai_models.extraction_request import extraction_prompt
        from memory_pipeline.adapters.openai_models.relation_request import relation_prompt

        prompt = " ".join([extraction_prompt().version, relation_prompt().version, prompt])
        model = build_chat_endpoint(settings).policy.model
    return {
        "pipeline": pipeline_version(),
        "prompt": prompt,
        "model": model,
        "extractor": pipeline.extractor.version,
        "judge": pipeline.judge.version,
        "embedder": pipeline.embedder.fingerprint,
    }


def build_reader(pipeline: Pipeline, family: str) -> MemoryReader:
    """The agent's read-only door to one family."""
    return MemoryReader(
        pipeline.objects,
        family,
        index=pipeline.index,
        embedder=pipeline.embedder,
        clock=lambda: pipeline.now(pipeline.view(family).family()),
        count_tokens=pipeline.count_tokens,
        uses_brief=partial(readers_use_brief, pipeline.objects, running=pipeline.must_be_released),
    )


def card_signer(settings: Settings) -> Signer:
    """Signs card links with the secret of the settings; without one with this machine's own, made once, mode 600."""
    from memory_pipeline.control.card_link import Signer

    if settings.card_secret:
        return Signer(settings.card_secret)
    path = data_folder() / "card_secret"
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(48))
    except FileExistsError:
        pass
    return Signer(path.read_text(encoding="ascii"))


def extraction_pool(settings: Settings) -> Executor:
    """Where sessions are extracted in parallel: processes for the rules, which compute; threads for a model."""
    if settings.extractor == "openai":
        return ThreadPoolExecutor(settings.model_concurrency)
    # A forked child would inherit locks that other threads of a Dagster run or of the engine hold.
    return ProcessPoolExecutor(os.cpu_count() or 1, mp_context=get_context("spawn"))


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


def build_extractor(settings: Settings, replies: ObjectStore) -> Extractor:
    """The rules, or the model, with the rules behind it where the settings say so. Replies are kept in `replies`."""
    if settings.extractor == "embedded":
        return EmbeddedExtractor()
    from memory_pipeline.adapters.openai_models.extractor import OpenAIExtractor
    from memory_pipeline.adapters.openai_models.fallback import FallbackExtractor
    from memory_pipeline.adapters.openai_models.reply_cache import StoredReplies

    cache = None if settings.replies else StoredReplies(replies)
    model = OpenAIExtractor(build_chat_endpoint(settings), token_counter(), cache)
    return FallbackExtractor(model, EmbeddedExtractor()) if settings.fallback == "embedded" else model


def build_judge(settings: Settings, embedder: Embedder) -> RelationJudge:
    """The rules, or the model, which leaves to the rules what it does not answer readably.

    The rules ask a sentence encoder about words: the one that their bound was measured on, where it is installed.
    """
    words = word_encoder(settings, embedder)
    rules = EmbeddedRelationJudge(words)
    if settings.judged_by == "embedded":
        return rules
    from memory_pipeline.adapters.openai_models.relation_judge import OpenAIRelationJudge

    down = settings.fallback == "embedded"
    return OpenAIRelationJudge(build_chat_endpoint(settings), rules, rules_when_down=down)


def build_chat_endpoint(settings: Settings) -> Endpoint:
    """The recorded replies where they are set, else the endpoint. Raises InvalidSetting."""
    server = replay_server(settings)
    if server is None:
        return build_endpoint(settings)
    from memory_pipeline.adapters.openai_models.endpoint import Address, Endpoint
    from memory_pipeline.adapters.openai_models.recording import recorded_policy

    return Endpoint(Address(server.url, "recorded"), recorded_policy(settings.model_policy()), token_counter())


def build_agent(settings: Settings) -> ChatModel | None:
    """The model that answers in an evaluation, recorded or at its endpoint; None with the embedded backend."""
    if settings.extractor != "openai":
        return None
    from memory_pipeline.adapters.openai_models.chat_model import OpenAIChatModel

    return OpenAIChatModel(build_chat_endpoint(settings))


def build_endpoint(settings: Settings) -> Endpoint:
    """Where OpenAI's own names say. Raises InvalidSetting where they say nothing."""
    from memory_pipeline.adapters.openai_models.endpoint import Address, Endpoint

    if find_spec("openai") is None or find_spec("instructor") is None:
        raise InvalidSetting("the model backend is not installed; pip install 'memory-pipeline[openai]'")
    url, key = os.environ.get("OPENAI_BASE_URL") or None, os.environ.get("OPENAI_API_KEY", "")
    if not url and not key:
        raise InvalidSetting("the model backend needs OPENAI_API_KEY, or OPENAI_BASE_URL of an endpoint without keys")
    return Endpoint(Address(url, key or "none"), settings.model_policy(), token_counter())


def replay_server(settings: Settings) -> ReplayServer | None:
    """The server of the recorded replies, one for the whole process; it knows which were used. None without any."""
    if settings.replies is None:
        return None
    return _replay_server(settings.replies, settings.replies_wanted)


@lru_cache(maxsize=8)
def _replay_server(replies: Path, wanted: Path | None) -> ReplayServer:
    from memory_pipeline.adapters.openai_models.replay_server import ReplayServer

    return ReplayServer(replies, wanted)


def word_encoder(settings: Settings, embedder: Embedder) -> Embedder | None:
    """The multilingual encoder, which knows single words; None where the index is made without any encoder of ours."""
    from memory_pipeline.adapters.embedded_models.embedder import EmbeddedEmbedder

    if settings.embedder == "multilingual":
        return embedder
    return EmbeddedEmbedder() if settings.embedder == "embedded" else None


def build_embedder(settings: Settings) -> Embedder:
    """The embedded sentence encoders, the endpoint's, or the hashing one that tests use."""
    if settings.embedder == "openai":
        from memory_pipeline.adapters.openai_models.embedder import OpenAIEmbedder

        return OpenAIEmbedder(build_endpoint(settings), settings.embedding_model)
    if settings.embedder == "hashing":
        from memory_pipeline.adapters.embedded_models.hashing_embedder import HashingEmbedder

        return HashingEmbedder()
    if settings.embedder == "multilingual":
        from memory_pipeline.adapters.embedded_models.embedder import EmbeddedEmbedder

        return EmbeddedEmbedder()
    from memory_pipeline.adapters.embedded_models.minilm_embedder import MiniLmEmbedder

    return MiniLmEmbedder()


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


def stale_recordings(settings: Settings) -> tuple[str, ...]:
    """The recorded replies that this process has not used, by request hash; none where none are set."""
    server = replay_server(settings)
    return () if server is None else server.unused()


def build_bench(settings: Settings | None = None) -> tuple[Bench, dict[str, str]]:
    """What an evaluation runs on, the configured models over scratch stores in memory, and the versions of its parts.

    Model replies are kept apart from every family's store, in the data folder.
    """
    from memory_pipeline.adapters.exact_index import ExactIndex
    from memory_pipeline.adapters.in_memory import InMemoryObjects
    from memory_pipeline.adapters.local_files import LocalFiles
    from memory_pipeline.evaluation.observing.scratch import Bench

    settings = settings or load_settings()
    replies = LocalFiles(data_folder() / "evaluation", fsync=False)
    pipeline = replace(build_pipeline(settings), extractor=build_extractor(settings, replies), must_be_released=None)
    versions = running_versions(settings, pipeline)
    bench = Bench(
        scratch=lambda: replace(pipeline, objects=InMemoryObjects(), index=ExactIndex()),
        reader_of=build_reader,
        agent=build_agent(settings),
    )
    return bench, versions


def run_evaluation(
    settings: Settings, sets: Sequence[str], split: str | None, backend: Backend, progress: Progress = silent
) -> EvaluationReport:
    """The labelled cases of the chosen sets (none: all) and split (None: both), through the backend that is asked for.

    Raises InvalidArgument for an unknown set, InvalidSetting where there are no cases, MalformedDocument.
    """
    from memory_pipeline.evaluation.evaluate import evaluate

    chosen = with_backend(settings, backend)
    bench, versions = build_bench(chosen)
    root = settings.eval_sets_root()
    report = evaluate(
        root, bench, versions, sets=sets, split=split, backend=backend, clock=host_clock, progress=progress
    )
    return replace(report, stale=stale_recordings(chosen) if report.whole else ())


def release_standing(settings: Settings, pipeline: Pipeline) -> Standing:
    """What a release has to stand up to now. Raises InvalidSetting where there are no cases, MalformedDocument."""
    from memory_pipeline.evaluation.gate import Standing
    from memory_pipeline.evaluation.records import cases_digest
    from memory_pipeline.evaluation.thresholds import load_thresholds

    root = settings.eval_sets_root()
    return Standing(
        thresholds=load_thresholds(root / "thresholds.yaml"),
        cases=cases_digest(root),
        versions=running_versions(settings, pipeline),
        now=host_clock(),
        longest_age=timedelta(days=settings.evaluation_days),
    )


def refresh_fleet_catalog(pipeline: Pipeline, folder: Path, families: Sequence[str]) -> tuple[FamilyCatalog, ...]:
    """The Parquet dataset of these families in `folder`, read anew where something changed.

    Raises InvalidSetting where pandas and pyarrow are missing, MalformedDocument, StoreUnavailable.
    """
    if find_spec("pandas") is None or find_spec("pyarrow") is None:
        raise InvalidSetting("the dataset needs pandas and pyarrow; pip install 'memory-pipeline[analysis]'")
    from memory_pipeline.adapters.parquet_catalog import ParquetCatalog
    from memory_pipeline.workflows.fleet_catalog import catalog_families

    catalog = ParquetCatalog(folder)
    return catalog.write(catalog_families(pipeline, families, catalog.known()))


def replay_version(
    pipeline: Pipeline, families: Sequence[str], given: Sequence[str], progress: Progress = silent
) -> Version:
    """The families' histories through the version that `given` (`NAME=VALUE`) makes of the environment's settings.

    Each family has a scratch store of its own; the pipeline's store is only read. Raises InvalidArgument,
    InvalidSetting, UnknownFamily.
    """
    with version_settings(given) as settings, extraction_pool(settings) as executor:
        bench, parts = build_bench(settings)
        histories = {}
        for key in families:
            scratch = replace(bench.scratch(), now_given=pipeline.now_given)
            histories[key] = replay_in_scratch(scratch, *history_of(pipeline.view(key)), executor, progress)
    return Version(parts, histories)


def erase_beside_store(settings: Settings, family: str) -> int:
    """Remove what lies of an erased family outside the store: its inbox, and its rows in the analysts' dataset.

    How many files of the inbox went. Raises MalformedDocument.
    """
    if settings.analysis.is_dir():
        from memory_pipeline.adapters.parquet_catalog import ParquetCatalog

        ParquetCatalog(settings.analysis).drop(family)
    return clear_inbox(settings.inbox, family)
