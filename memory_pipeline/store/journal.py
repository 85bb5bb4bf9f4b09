"""The change protocol: lease, record, one conditional write of head.json, apply, seal (contract section 5).

changes/{seq}.json is created before the head points to it and is never written again. A record that lies beyond
the head was prepared by a writer that died or lost its lease in between; it was planned on this very head, so the
next writer commits it as it is. That leaves nothing to overwrite and nothing for a late writer to spoil.
"""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta

from memory_pipeline.model.change import ChangeRecord
from memory_pipeline.model.errors import (
    MalformedDocument,
    MemoryPipelineError,
    PreconditionFailed,
    StoredDataError,
    StoreError,
    UnknownFamily,
)
from memory_pipeline.model.instants import Clock
from memory_pipeline.ports.object_store import ABSENT, ObjectStore, StoredObject
from memory_pipeline.store.applying import Applying
from memory_pipeline.store.catalog import ParsedLines
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.head_file import committed, leased, released, sealed, swap
from memory_pipeline.store.keys import change_key
from memory_pipeline.store.lease import CommitStats, LeasePolicy, Queue
from memory_pipeline.store.preparation import Plan as Plan
from memory_pipeline.store.preparation import Prepared, planned
from memory_pipeline.store.projections import advance_catalog, owes_projections, refresh_projections
from memory_pipeline.store.records import dump_change_record, load_change_record
from memory_pipeline.store.snapshot import HeadAt, checked_record, read_head, read_record


def never_gone(_owner: str) -> bool:
    """Where nothing is known about other owners, every one may still be at work."""
    return False


class Journal:
    """One writer to one family.

    `owner` names it in the lease, `nonce` makes each lease unlike every other; `sleep`, `random_share` (0..1) and
    `is_gone` (whether an owner's process has died) say how and for whom it waits.
    """

    def __init__(
        self,
        objects: ObjectStore,
        family: str,
        clock: Clock,
        owner: str,
        policy: LeasePolicy | None = None,
        *,
        sleep: Callable[[float], None] = time.sleep,
        random_share: Callable[[], float] = random.random,
        nonce: Callable[[], str] = lambda: uuid.uuid4().hex[:12],
        is_gone: Callable[[str], bool] = never_gone,
        parsed: ParsedLines | None = None,
    ) -> None:
        self.stats = CommitStats()
        self._objects = objects
        self._family = family
        self._clock = clock
        self._owner = owner
        self._policy = policy or LeasePolicy()
        self._sleep = sleep
        self._random = random_share
        self._nonce = nonce
        self._is_gone = is_gone
        self._parsed = parsed or ParsedLines()
        self._streak = 0

    def commit(self, plan: Plan) -> ChangeRecord | None:
        """Commit what `plan` wants on top of the newest state; None, and nothing written, where it wants nothing.

        `plan` may be called again when others commit meanwhile. Raises InvariantViolated, SessionConflict,
        StoreUnavailable (the change may then be completed by whoever comes next) and Conflict.
        """
        attempt = _Attempt(self._queue(self._streak))
        while True:
            seen = self._free_head(attempt.queue)
            attempt.check_not_erased(seen, self._family)
            if attempt.won(seen):
                return attempt.prepared
            self._streak = attempt.queue.next_streak()
            try:
                if attempt.prepared is None:
                    return self._try(plan, seen, attempt)
                self._adopt(self._take(seen))
            except PreconditionFailed:
                self.stats.conflicts += 1
                attempt.lost = True
                attempt.queue.pause()

    def dry_run(self, plan: Plan) -> ChangeRecord | None:
        """The record that `commit` would write now; nothing is written."""
        prepared = self._prepared(self._view(), plan)
        return None if prepared is None else prepared.record

    def roll_forward(self) -> bool:
        """Complete what another writer left committed or prepared; False where nothing was left."""
        before = self.stats.rolled_forward + self.stats.adopted
        queue = self._queue()
        while True:
            seen = self._free_head(queue)
            left = self._record_beyond(seen) is not None
            try:
                if left:
                    self._adopt(self._take(seen))
                elif seen.head.lease.owner is not None:
                    swap(self._objects, self._family, seen, released(seen.head))
                else:
                    return self.stats.rolled_forward + self.stats.adopted > before
            except PreconditionFailed:
                self.stats.conflicts += 1
                queue.pause()

    def _try(self, plan: Plan, seen: HeadAt, attempt: _Attempt) -> ChangeRecord | None:
        """Plan on what is seen and commit it.

        Who lost a race, or met a crowd a moment ago, takes the lease first: slow plans end, and none is made in vain.
        """
        if attempt.lost or attempt.crowded:
            return self._holding(self._take(seen), lambda held: self._plan_and_commit(plan, held, attempt))
        view = self._view(seen)
        prepared = self._prepared(view, plan)
        if prepared is None:
            return None
        return self._holding(self._take(seen), lambda held: self._commit(held, prepared, view, attempt))

    def _plan_and_commit(self, plan: Plan, held: HeadAt, attempt: _Attempt) -> ChangeRecord | None:
        view = self._view(held)
        self.stats.replans += attempt.lost
        prepared = self._prepared(view, plan)
        if prepared is None:
            self._release(held)
            return None
        return self._commit(held, prepared, view, attempt)

    def _holding(self, held: HeadAt, work: Callable[[HeadAt], ChangeRecord | None]) -> ChangeRecord | None:
        """Work under the lease; an error gives it back, unless the head has moved on."""
        try:
            return work(held)
        except PreconditionFailed:
            raise
        except Exception:
            self._release(held)
            raise

    def _view(self, seen: HeadAt | None = None) -> FamilyView:
        view = FamilyView(self._objects, self._family, parsed=self._parsed)
        view.refresh(seen)
        return view

    def _prepared(self, view: FamilyView, plan: Plan) -> Prepared | None:
        """Plan until the family holds still: a broken promise may be that of a state that is half another's change."""
        while True:
            try:
                prepared, replans = planned(view, plan)
            except StoreError:
                raise
            except MemoryPipelineError:
                if view.head() == read_head(self._objects, self._family).head:
                    raise
                self.stats.replans += 1
                view.refresh()
            else:
                self.stats.replans += replans
                return prepared

    def _free_head(self, queue: Queue) -> HeadAt:
        """A head that nobody holds, or whose holder is waited for no longer; what it left pending is completed."""
        while True:
            seen = read_head(self._objects, self._family)
            owner = seen.head.lease.owner
            if owner is None and seen.head.pending is None:
                return seen
            if not queue.may_take_over(seen, self._clock(), is_gone=owner is not None and self._is_gone(owner)):
                self.stats.pauses += 1
                queue.pause()
            elif seen.head.pending is None:
                return seen
            else:
                self._finish(seen, read_record(self._objects, self._family, seen.head.pending))
                self.stats.rolled_forward += 1

    def _take(self, seen: HeadAt) -> HeadAt:
        expires_at = self._clock() + timedelta(seconds=self._policy.ttl)
        held = swap(self._objects, self._family, seen, leased(seen.head, f"{self._owner}#{self._nonce()}", expires_at))
        self.stats.take_overs += seen.head.lease.owner is not None
        return held

    def _create(self, record: ChangeRecord) -> bool:
        """Write the record where none is yet; False when another one is there."""
        key, data = change_key(self._family, record.seq), dump_change_record(record)
        try:
            self._objects.put(key, data, expect=ABSENT)
        except PreconditionFailed:
            present = self._objects.get(key)
            return present is not None and present.data == data
        return True

    def _commit(self, held: HeadAt, prepared: Prepared, view: FamilyView, attempt: _Attempt) -> ChangeRecord:
        """Create the record, point the head to it, apply it, seal it; the catalog follows."""
        record = prepared.record
        if not self._create(record):
            self._adopt(held)
            raise PreconditionFailed("another writer's change came first", file=change_key(self._family, record.seq))
        attempt.prepared = record
        pending = swap(self._objects, self._family, held, committed(held.head, record))
        etags = self._finish(pending, record, prepared.found)
        self.stats.commits += 1
        if not owes_projections(self._family, record):
            with suppress(StoreError):
                advance_catalog(self._objects, view, record, etags)
        return record

    def _finish(
        self, seen: HeadAt, record: ChangeRecord, found: Mapping[str, StoredObject] | None = None
    ) -> Mapping[str, str]:
        """Apply the committed record and seal the head; the etags of its files."""
        applying = Applying(self._objects, self._family, record, found)
        applying.run()
        self.stats.displaced += applying.displaced
        if owes_projections(self._family, record):
            with suppress(StoredDataError):
                refresh_projections(self._objects, self._family)
        try:
            swap(self._objects, self._family, seen, sealed(seen.head))
        except PreconditionFailed:
            applying.repair()
        return applying.etags

    def _adopt(self, held: HeadAt) -> None:
        """Commit the record that another writer prepared on this head."""
        record = self._record_beyond(held)
        if record is None:
            raise PreconditionFailed("the prepared change vanished", file=change_key(self._family, held.head.seq + 1))
        self._finish(swap(self._objects, self._family, held, committed(held.head, record)), record)
        self.stats.adopted += 1

    def _record_beyond(self, seen: HeadAt) -> ChangeRecord | None:
        key = change_key(self._family, seen.head.seq + 1)
        found = self._objects.get(key)
        if found is None:
            return None
        record = checked_record(load_change_record(found.data, key), self._family, seen.head.seq + 1)
        if dump_change_record(record) != found.data:
            raise MalformedDocument("this is no record that the journal wrote; move it away", file=key)
        return record

    def _release(self, held: HeadAt) -> None:
        with suppress(StoreError):
            swap(self._objects, self._family, held, released(held.head))

    def _queue(self, streak: int = 0) -> Queue:
        return Queue(self._policy, self._sleep, self._random, streak)


class _Attempt:
    """One call of `commit`: its place in line, and what it has prepared; another writer may have committed that."""

    def __init__(self, queue: Queue) -> None:
        self.queue = queue
        self.crowded = queue.streak > 0
        self.lost = False
        self.prepared: ChangeRecord | None = None
        self._saw_a_head = False

    def check_not_erased(self, seen: HeadAt, family: str) -> None:
        """Raise UnknownFamily where the head that was there has gone: the family was erased meanwhile."""
        if seen.etag is ABSENT and self._saw_a_head:
            raise UnknownFamily(f"family {family} was erased while a change was under way; nothing of it is kept")
        self._saw_a_head = seen.etag is not ABSENT

    def won(self, seen: HeadAt) -> bool:
        """Whether the prepared record is part of the history: records are never overwritten, so its seq tells."""
        return self.prepared is not None and seen.head.seq >= self.prepared.seq
