"""Foreign transcripts to sessions: one module a format, each a pure reader of files (contract section 3)."""

from __future__ import annotations

from collections.abc import Mapping

from memory_pipeline.importers import claude, event_log, jsonl, locomo, memory_log, native, openai, slack, whatsapp
from memory_pipeline.importers.batch import ImportBatch, ImportedFamily, Importer, ImportOptions
from memory_pipeline.model.errors import UnknownFormat

IMPORTERS: Mapping[str, Importer] = {
    "native": native.read,
    "jsonl": jsonl.read,
    "locomo": locomo.read,
    "openai": openai.read,
    "claude": claude.read,
    "whatsapp": whatsapp.read,
    "slack": slack.read,
    "event-log": event_log.read,
    "memory-log": memory_log.read,
}


def importer(name: str) -> Importer:
    """The importer of that format. Raises UnknownFormat, which names the known ones."""
    try:
        return IMPORTERS[name]
    except KeyError:
        raise UnknownFormat(f"no importer for {name[:40]!r}; there are {', '.join(IMPORTERS)}") from None


__all__ = ["IMPORTERS", "ImportBatch", "ImportOptions", "ImportedFamily", "Importer", "importer"]
