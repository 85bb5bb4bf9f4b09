"""A family with an agent's two files, over any object store, with the embedded parts and the quick embedder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import ClassVar

from memory_pipeline.adapters.embedded_models.extractor import EmbeddedExtractor
from memory_pipeline.adapters.embedded_models.hashing_embedder import HashingEmbedder
from memory_pipeline.adapters.embedded_models.relation_judge import EmbeddedRelationJudge
from memory_pipeline.adapters.exact_index import ExactIndex
from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.memory_log.headers import EVENT_HEADER, MEMORY_HEADER
from memory_pipeline.memory_log.policy import MemoryLogPolicy
from memory_pipeline.model.candidate import Extraction
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.workflows.families import add_family
from memory_pipeline.workflows.memory_log_files import MemoryLogFiles
from memory_pipeline.workflows.pipeline import Pipeline, Policies
from memory_pipeline.workflows.process_log import LogRun, process_log

FAMILY = "oak"
NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
JOHN = Family(key=FAMILY, timezone="America/Los_Angeles", members=(Member(name="John"),))


class Remembering:
    """The embedded extractor, asked once for each session: these tests run one log over and over."""

    _known: ClassVar[dict[tuple[Session, tuple[Member, ...]], Extraction]] = {}

    def __init__(self) -> None:
        self._extractor = EmbeddedExtractor()

    @property
    def version(self) -> str:
        return self._extractor.version

    def extract(self, session: Session, family: Family) -> Extraction:
        key = (session, family.members)
        if key not in self._known:
            self._known[key] = self._extractor.extract(session, family)
        return self._known[key]


def pipeline_over(objects: ObjectStore, policy: MemoryLogPolicy | None = None) -> Pipeline:
    """A pipeline whose day is fixed."""
    return Pipeline(
        objects=objects,
        extractor=Remembering(),
        judge=EmbeddedRelationJudge(),
        embedder=HashingEmbedder(),
        index=ExactIndex(),
        count_tokens=len,
        policies=Policies(memory_log=policy or MemoryLogPolicy()),
        host_clock=lambda: NOW,
        new_owner=lambda: "test",
        now_given=NOW,
    )


def user(text: str, at: str = "2026/02/09 06:33:10") -> str:
    """The line of a user message."""
    return f"[{at}] [user message]: {text}"


def prepared(
    existing: Sequence[str] = (),
    events: Sequence[str] = (),
    *,
    family: Family = JOHN,
    objects: ObjectStore | None = None,
) -> Pipeline:
    """The family with these item and event lines."""
    pipeline = pipeline_over(InMemoryObjects() if objects is None else objects)
    add_family(pipeline, family)
    files = MemoryLogFiles(pipeline.objects, FAMILY)
    pipeline.objects.put(files.memory_key, MEMORY_HEADER + joined(existing))
    pipeline.objects.put(files.events_key, EVENT_HEADER + joined(events))
    return pipeline


def joined(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def memory_lines(pipeline: Pipeline) -> list[str]:
    """The lines of MEMORY.md behind its header."""
    return [line.text for line in MemoryLogFiles(pipeline.objects, FAMILY).memory().lines()]


def event_bytes(pipeline: Pipeline) -> bytes:
    """What is left in EVENT_UNPROCESSED.md behind its header."""
    return MemoryLogFiles(pipeline.objects, FAMILY).events().body


def processed(
    existing: Sequence[str] = (), events: Sequence[str] = (), *, family: Family = JOHN
) -> tuple[list[str], LogRun]:
    """MEMORY.md's lines after one run over these events, and the run."""
    pipeline = prepared(existing, events, family=family)
    run = process_log(pipeline, FAMILY)
    return memory_lines(pipeline), run


def with_batches_of(pipeline: Pipeline, size: int) -> Pipeline:
    """Smaller batches than the seed's, so that a short log has several."""
    policies = replace(pipeline.policies, memory_log=replace(pipeline.policies.memory_log, batch_size=size))
    return replace(pipeline, policies=policies)
