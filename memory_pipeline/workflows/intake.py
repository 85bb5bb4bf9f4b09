"""What an import would do, before it does anything: a conflict refuses the whole of it (contract section 13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memory_pipeline.model.errors import FamilyClosed
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session
from memory_pipeline.store.invariants import check_session
from memory_pipeline.workflows.families import ensure_family, take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.progress import Progress, silent


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """One family's part of an import: `added` and `known` are session ids; `created` says the family is new."""

    family: Family
    created: bool
    added: tuple[Session, ...]
    known: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The family's part of `import --json`."""
        return {
            "family": self.family.key,
            "created": self.created,
            "added": [session.id for session in self.added],
            "known": list(self.known),
        }


def plan_intake(pipeline: Pipeline, family: Family, sessions: Sequence[Session]) -> Intake:
    """Compare the sessions with what is stored. Raises SessionConflict, FamilyClosed; writes nothing.

    A stored session that had not ended gives way to a longer one; any other difference is a conflict.
    """
    view = pipeline.view(family.key)
    created = not view.exists()
    if not created and view.family().closed:
        raise FamilyClosed(f"family {family.key!r} is closed; nothing more comes in")
    stored = frozenset(view.session_ids())
    added, known = [], []
    for session in sessions:
        present = view.session(session.id) if session.id in stored else None
        if present == session:
            known.append(session.id)
            continue
        if present is not None:
            check_session(present, session)
        added.append(session)
    return Intake(family=family, created=created, added=tuple(added), known=tuple(known))


def carry_out(pipeline: Pipeline, intake: Intake, progress: Progress = silent) -> None:
    """Create the family where it is new and store what is new. Raises SessionConflict where a race was lost."""
    ensure_family(pipeline, intake.family)
    taken = take_in(pipeline, intake.family.key, intake.added, progress)
    if taken.refused:
        raise taken.refused[0]
