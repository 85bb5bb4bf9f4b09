"""The writing side of a family's folder: transcripts and records come in, changes are committed (seed section 4)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from memory_pipeline.model.candidate import Formation
from memory_pipeline.model.change import ChangeRecord
from memory_pipeline.model.decision import SessionDecisions
from memory_pipeline.model.errors import FamilyExists, PreconditionFailed
from memory_pipeline.model.family import Family
from memory_pipeline.model.instants import Clock
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.object_store import ABSENT, ObjectStore
from memory_pipeline.store import keys
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.invariants import check_session
from memory_pipeline.store.journal import Journal, Plan, never_gone
from memory_pipeline.store.lease import CommitStats, LeasePolicy
from memory_pipeline.store.records import dump_decisions, dump_family, dump_formation, dump_session, load_session


class FamilyStore(FamilyView):
    """A view that can write. Memories move only through `commit`; what is derived or immutable is put directly."""

    def __init__(
        self,
        objects: ObjectStore,
        family: str,
        *,
        clock: Clock,
        owner: str,
        lease_policy: LeasePolicy | None = None,
        is_gone: Callable[[str], bool] = never_gone,
    ) -> None:
        super().__init__(objects, family)
        self.journal = Journal(objects, family, clock, owner, lease_policy, is_gone=is_gone)

    @property
    def stats(self) -> CommitStats:
        """How often this writer met others."""
        return self.journal.stats

    def view(self) -> FamilyView:
        """A read-only snapshot of the present state."""
        return FamilyView(self._objects, self.key)

    def create_family(self, family: Family) -> None:
        """Write family.yaml. Raises FamilyExists."""
        try:
            self._objects.put(keys.family_key(self.key), dump_family(family), expect=ABSENT)
        except PreconditionFailed as error:
            raise FamilyExists(f"family {self.key!r} is in {self._objects.location} already") from error
        self.refresh()

    def add_session(self, session: Session) -> bool:
        """Store a transcript; False when it is there already. A session that has not ended may grow.

        Raises SessionConflict for the same id with other content.
        """
        key, data = keys.session_key(self.key, session.id), dump_session(session)
        while True:
            found = self._objects.get(key)
            if found is not None:
                if found.data == data:
                    return False
                check_session(load_session(found.data, key), session)
            with suppress(PreconditionFailed):
                self._objects.put(key, data, expect=ABSENT if found is None else found.etag)
                self.refresh()
                return True

    def put_formation(self, formation: Formation) -> None:
        """Keep what extraction and the gates made of a session; derived, so the newest wins."""
        self._put(keys.candidates_key(self.key, formation.session), dump_formation(formation))

    def put_decisions(self, decisions: SessionDecisions) -> None:
        """Record that a session changed nothing. A session that was decided already stays as it is."""
        key = keys.decisions_key(self.key, decisions.session)
        with suppress(PreconditionFailed):
            self._objects.put(key, dump_decisions(decisions), expect=ABSENT)
        self.refresh()

    def commit(self, plan: Plan) -> ChangeRecord | None:
        """Commit what `plan` wants on top of the newest state; None, and nothing written, where it wants nothing."""
        record = self.journal.commit(plan)
        self.refresh()
        return record

    def _put(self, key: str, data: bytes) -> None:
        found = self._objects.get(key)
        if found is None or found.data != data:
            self._objects.put(key, data)
        self.refresh()
