"""A stored JSON document as typed fields."""

from __future__ import annotations

from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline.store import json_text
from memory_pipeline.store.fields import Fields


def read_fields(data: bytes, file: str) -> Fields:
    """The document's one object. Raises MalformedDocument with file and line."""
    try:
        document = json_text.read(data)
    except json_text.JsonFault as fault:
        raise MalformedDocument(fault.message, file=file, line=fault.line) from fault
    if b"\\u" in data and json_text.lone_surrogate(document):
        raise MalformedDocument("a lone surrogate stands in a text", file=file, line=json_text.line_of_surrogate(data))
    return Fields(document, file, MalformedDocument)
