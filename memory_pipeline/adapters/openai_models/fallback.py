"""Another extractor where the model fails, by setting only, and never without saying so (MEMORY_FALLBACK)."""

from __future__ import annotations

from dataclasses import replace

from memory_pipeline.model.candidate import Extraction
from memory_pipeline.model.errors import ExtractionFailed
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.extractor import Extractor


class FallbackExtractor:
    """Implements `ports.extractor.Extractor` with `first`, and with `second` for a session in which `first` fails."""

    def __init__(self, first: Extractor, second: Extractor) -> None:
        self._first = first
        self._second = second

    @property
    def version(self) -> str:
        """Both, because a record may come from either; its reason says from which."""
        return f"{self._first.version} else {self._second.version}"

    def extract(self, session: Session, family: Family) -> Extraction:
        """What the first proposes, else what the second does, with a note. Raises ExtractionFailed where both fail."""
        try:
            return self._first.extract(session, family)
        except ExtractionFailed as error:
            found = self._second.extract(session, family)
            note = f"formed by {self._second.version}, because {error}"
            return replace(
                found,
                usage=error.usage or found.usage,
                note="; ".join(filter(None, (note, found.note))),
            )
