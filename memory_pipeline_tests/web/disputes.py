"""A contradiction on a memory's ledger, as a session would have left it."""

from __future__ import annotations

from dataclasses import replace

from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.workflows.pipeline import Pipeline


def dispute(pipeline: Pipeline, family: str, memory: str, words: str) -> None:
    """Record that something else was said against a memory."""

    def plan(view: FamilyView) -> Change:
        first = view.ledger(memory)[0]
        line = replace(first, extra={"stance": "contradicts", "candidate": "conv://x#0", "summary": words})
        now = pipeline.now(view.family())
        entry = ChangeEntry("contradicted", memory)
        return Change(kind="session", cause="told", at=now, entries=(entry,), evidence=((memory, line),))

    pipeline.store(family).commit(plan)
