"""Every stored document but memories, entities and ledgers: `dump_X(value) -> bytes`, `load_X(data, file) -> value`.

The bytes are canonical: the same value is always the same file. A load raises MalformedDocument with file and
line; of a session MalformedTranscript or EmptySession. Pydantic, which checks sessions, loads with the first session:
a service that reads briefs never pays for it.
"""

from __future__ import annotations

from typing import Any

from memory_pipeline.model.transcript import Session
from memory_pipeline.store.brief_form import dump_brief, load_brief
from memory_pipeline.store.change_form import dump_change_record, dump_head, load_change_record, load_head
from memory_pipeline.store.family_form import (
    StoreSettings,
    dump_family,
    dump_store_settings,
    dump_suppression,
    load_family,
    load_store_settings,
    load_suppression,
)
from memory_pipeline.store.formation_form import dump_decisions, dump_formation, load_decisions, load_formation
from memory_pipeline.store.review_form import dump_review, load_review

__all__ = [
    "StoreSettings",
    "canonical_session",
    "dump_brief",
    "dump_change_record",
    "dump_decisions",
    "dump_family",
    "dump_formation",
    "dump_head",
    "dump_review",
    "dump_session",
    "dump_store_settings",
    "dump_suppression",
    "load_brief",
    "load_change_record",
    "load_decisions",
    "load_family",
    "load_formation",
    "load_head",
    "load_review",
    "load_session",
    "load_store_settings",
    "load_suppression",
]


def canonical_session(document: Any, file: str, line: int | None = None) -> Session:
    """A session out of a JSON value in the canonical form. Raises MalformedTranscript or EmptySession."""
    from memory_pipeline.store import session_form

    return session_form.canonical_session(document, file, line)


def dump_session(session: Session) -> bytes:
    """`sessions/{session}.json`."""
    from memory_pipeline.store import session_form

    return session_form.dump_session(session)


def load_session(data: bytes, file: str) -> Session:
    """Read a session file. Raises MalformedTranscript or EmptySession."""
    from memory_pipeline.store import session_form

    return session_form.load_session(data, file)
