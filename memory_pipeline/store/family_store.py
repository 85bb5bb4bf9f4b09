"""The writing side of a family's folder: transcripts and records come in, changes are committed (seed section 4)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from memory_pipeline.model.candidate import Formation
from memory_pipeline.model.change import ChangeRecord
from memory_pipeline.model.decision import SessionDecisions
from memory_pipeline.model.errors import FamilyExists, InvalidFamilyKey, PreconditionFailed, UnknownFamily
from memory_pipeline.model.family import Family
from memory_pipeline.model.instants import Clock, zone
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.object_store import ABSENT, ObjectStore
from memory_pipeline.store import keys
from memory_pipeline.store.catalog import ParsedLines
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
        parsed: ParsedLines | None = None,
    ) -> None:
        self._parsed = parsed or ParsedLines()
        super().__init__(objects, family, parsed=self._parsed)
        self.journal = Journal(objects, family, clock, owner, lease_policy, is_gone=is_gone, parsed=self._parsed)

    @property
    def stats(self) -> CommitStats:
        """How often this writer met others."""
        return self.journal.stats

    def view(self) -> FamilyView:
        """A read-only snapshot of the present state."""
        return FamilyView(self._objects, self.key, parsed=self._parsed)

    def create_family(self, family: Family) -> None:
        """Write family.yaml. Raises FamilyExists, InvalidFamilyKey, InvalidTimeZone."""
        if family.key != self.key:
            raise InvalidFamilyKey(f"this is the folder of family {self.key!r}, not of {family.key!r}")
        zone(family.timezone)
        try:
            self._objects.put(keys.family_key(self.key), dump_family(family), expect=ABSENT)
        except PreconditionFailed as error:
            raise FamilyExists(f"family {self.key!r} is in {self._objects.location} already") from error
        self.refresh()

    def add_session(self, session: Session) -> bool:
        """Store a transcript; False when it is there already. A session that has not ended may grow.

        Raises SessionConflict for the same id with other content, MalformedTranscript and EmptySession for one
        that could not be read back.
        """
        key, data = keys.session_key(self.key, session.id), dump_session(session)
        load_session(data, key)
        self._check_exists()
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

    def put_decisions(self, decisions: SessionDecisions) -> bool:
        """Record that a session changed nothing. False when it was decided already, which stays as it is."""
        self.refresh()
        if self.decisions(decisions.session) is not None:
            return False
        self._check_exists()
        try:
            self._objects.put(keys.decisions_key(self.key, decisions.session), dump_decisions(decisions), expect=ABSENT)
        except PreconditionFailed:
            return False
        finally:
            self.refresh()
        return True

    def commit(self, plan: Plan) -> ChangeRecord | None:
        """Commit what `plan` wants on top of the newest state; None, and nothing written, where it wants nothing.

        Raises what Journal.commit raises.
        """
        try:
            return self.journal.commit(plan)
        finally:
            self.refresh()

    def roll_forward(self) -> bool:
        """Complete what a crashed writer left behind; False where nothing was left."""
        try:
            return self.journal.roll_forward()
        finally:
            self.refresh()

    def dry_run(self, plan: Plan) -> ChangeRecord | None:
        """The record that `commit` would write now; nothing is written."""
        return self.journal.dry_run(plan)

    def _put(self, key: str, data: bytes) -> None:
        found = self._objects.get(key)
        if found is None or found.data != data:
            self._check_exists()
            self._objects.put(key, data)
        self.refresh()

    def _check_exists(self) -> None:
        """A family that was erased while its sessions were being read gets no file back. Raises UnknownFamily."""
        if not self.exists():
            raise UnknownFamily(f"no family {self.key} in {self._objects.location}; add it first")
