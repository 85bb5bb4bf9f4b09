"""Pin a memory, so that the brief always holds it, or take the pin away; only a person does (contract section 15)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from memory_pipeline.control.edit import newest
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.store.family_view import FamilyView


def plan_pin(view: FamilyView, memory_id: str, now: datetime, *, pinned: bool) -> Change | None:
    """The change that pins the newest version of a claim, or unpins it; None where it is so already.

    Raises UnknownReference, ForgottenReference.
    """
    memory = newest(view, memory_id)
    if memory.pin == pinned:
        return None
    return Change(
        kind="card",
        cause=f"{'pin' if pinned else 'unpin'} {memory.id}",
        at=now,
        entries=(ChangeEntry("pinned" if pinned else "unpinned", memory.id),),
        memories=(replace(memory, pin=pinned, revision=memory.revision + 1),),
    )
