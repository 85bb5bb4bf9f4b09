"""What an import would do, before it does anything: a conflict refuses the whole of it (contract section 13).

In an export that another program wrote a conversation may have gone on since the last import. What is stored stays as
it is; the new turns come in as a session of their own, `<id>.2` and so on, which a later export finds again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from memory_pipeline.model.errors import FamilyClosed, SessionConflict
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.invariants import check_session
from memory_pipeline.workflows.families import ensure_family, take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.progress import Progress, silent


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """One family's part of an import: `added` and `known` are session ids; `created` says the family is new.

    `refused`: conversations of a foreign export that do not agree with what is stored; they are left out by name.
    """

    family: Family
    created: bool
    added: tuple[Session, ...]
    known: tuple[str, ...]
    refused: tuple[SessionConflict, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The family's part of `import --json`."""
        return {
            "family": self.family.key,
            "created": self.created,
            "added": [session.id for session in self.added],
            "known": list(self.known),
        }


def plan_intake(pipeline: Pipeline, family: Family, sessions: Sequence[Session], *, foreign: bool = False) -> Intake:
    """Compare the sessions with what is stored. Raises SessionConflict, FamilyClosed; writes nothing.

    A stored session that had not ended gives way to a longer one; any other difference is a conflict. In a `foreign`
    export a stored session that had ended is continued, and a conflict is listed instead of raised.
    """
    view = pipeline.view(family.key)
    created = not view.exists()
    if not created and view.family().closed:
        raise FamilyClosed(f"family {family.key!r} is closed; nothing more comes in")
    stored = frozenset(view.session_ids())
    added: list[Session] = []
    known: list[str] = []
    refused: list[SessionConflict] = []
    for session in sessions:
        try:
            parts = tuple(_parts(view, stored, session) if foreign else (session,))
            new = [part for part in parts if _is_new(view, stored, part)]
        except SessionConflict as conflict:
            if not foreign:
                raise
            refused.append(conflict)
        else:
            added += new
            known += [] if new else [session.id]
    return Intake(family=family, created=created, added=tuple(added), known=tuple(known), refused=tuple(refused))


def carry_out(pipeline: Pipeline, intake: Intake, progress: Progress = silent) -> None:
    """Create the family where it is new and store what is new. Raises SessionConflict where a race was lost."""
    ensure_family(pipeline, intake.family)
    taken = take_in(pipeline, intake.family.key, intake.added, progress)
    if taken.refused:
        raise taken.refused[0]


def _is_new(view: FamilyView, stored: frozenset[str], session: Session) -> bool:
    if session.id not in stored:
        return True
    present = view.session(session.id)
    if present != session:
        check_session(present, session)
    return present != session


def _parts(view: FamilyView, stored: frozenset[str], session: Session) -> Iterator[Session]:
    """The session as the parts that earlier imports stored of it, and what has been said since as the last part."""
    rest = session.turns
    for number in count(1):
        name = session.id if number == 1 else f"{session.id}.{number}"
        present = view.session(name) if name in stored else None
        if present is None or present.ended_at is None or not _same(present.turns, rest):
            yield _part(session, name, rest)
            return
        yield present
        rest = rest[len(present.turns) :]
        if not rest:
            return


def _part(session: Session, name: str, turns: Sequence[Turn]) -> Session:
    if len(turns) == len(session.turns):
        return session
    renumbered = tuple(replace(turn, number=number) for number, turn in enumerate(turns, start=1))
    return replace(session, id=name, started_at=min(turn.at for turn in turns), turns=renumbered)


def _same(present: Sequence[Turn], rest: Sequence[Turn]) -> bool:
    """Whether one goes on where the other ends, or is an older export of the same."""
    pairs = zip(present, rest, strict=False)
    return all(replace(mine, number=0) == replace(theirs, number=0) for mine, theirs in pairs)
