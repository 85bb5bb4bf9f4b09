"""A family that has used the earlier design: a history of conversations, and the three files made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from memory_pipeline.adapters.embedded_models.extractor import EmbeddedExtractor
from memory_pipeline.evaluation.cases.common import Conversation
from memory_pipeline.evaluation.three_files import ThreeFiles
from memory_pipeline.model.candidate import Extraction
from memory_pipeline.model.errors import ExtractionFailed
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session
from memory_pipeline.store.keys import legacy_key
from memory_pipeline.workflows.families import ensure_family, take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline_tests.workflows.conftest import FAMILY, said

HISTORY = (
    said("s-1", "Theo is allergic to peanuts.", "Soccer practice is on Tuesdays at 5 pm."),
    said("s-2", "Always ask me before you book anything.", at="2026-08-16T19:00:00Z"),
    said("s-3", "Soccer practice is on Thursdays at 6 pm now.", "Thanks a lot!", at="2026-08-20T19:00:00Z"),
)
EXPLICIT = """# What the family asked us to remember

- Dana: Always ask me before you book anything.
- Address me by first name.
- **Never** suggest restaurants with peanuts,
  not even for a party.
"""


class FailingAt:
    """The embedded extractor, which fails for one session; implements Extractor."""

    def __init__(self, session: str) -> None:
        self._session = session
        self._inner = EmbeddedExtractor()

    @property
    def version(self) -> str:
        return self._inner.version

    def extract(self, session: Session, family: Family) -> Extraction:
        if session.id == self._session:
            raise ExtractionFailed("the endpoint is down")
        return self._inner.extract(session, family)


def three_files(history: tuple[Session, ...] = HISTORY) -> Mapping[str, str]:
    """What the earlier design made of a history."""
    files = ThreeFiles()
    for session in history:
        files = files.after(Conversation.model_validate(_as_case(session)))
    return files.files()


def settle_in(pipeline: Pipeline, family: Family = FAMILY, files: Mapping[str, str] | None = None) -> None:
    """The family with its history and its three files in the store; `files` replaces some of them."""
    ensure_family(pipeline, family)
    take_in(pipeline, family.key, HISTORY)
    for name, text in {**three_files(), "explicit_memories.md": EXPLICIT, **(files or {})}.items():
        pipeline.objects.put(legacy_key(family.key, name), text.encode())


def failing_at(pipeline: Pipeline, session: str) -> Pipeline:
    """The same pipeline, whose extraction of that session fails."""
    return replace(pipeline, extractor=FailingAt(session))


def _as_case(session: Session) -> dict[str, object]:
    turns = [
        {"turn": turn.number, "role": turn.role, "speaker": turn.speaker, "text": turn.text} for turn in session.turns
    ]
    return {"id": session.id, "started_at": session.started_at, "turns": turns}
