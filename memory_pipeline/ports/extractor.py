"""A conversation to candidate memories."""

from __future__ import annotations

from typing import Protocol

from memory_pipeline.model.candidate import Extraction
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session


class Extractor(Protocol):
    """Proposes; the gates dispose (seed section 4)."""

    @property
    def version(self) -> str:
        """Backend, model, prompt and schema version in one line; part of what an extraction depends on."""
        ...

    def extract(self, session: Session, family: Family) -> Extraction:
        """A pure function of its arguments and `version`. Raises ExtractionFailed when nothing readable came back."""
        ...
