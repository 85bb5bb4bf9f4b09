"""The writes of head.json: each one conditional on the head that the writer saw (contract section 5)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from memory_pipeline.model.change import ChangeRecord, Head, Lease
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store.keys import head_key
from memory_pipeline.store.preparation import digest_of
from memory_pipeline.store.records import dump_change_record, dump_head
from memory_pipeline.store.snapshot import HeadAt


def swap(objects: ObjectStore, family: str, seen: HeadAt, head: Head) -> HeadAt:
    """Put `head` where `seen` is. Raises PreconditionFailed when another head is there by now."""
    return HeadAt(head, objects.put(head_key(family), dump_head(head), expect=seen.etag))


def leased(head: Head, owner: str, expires_at: datetime) -> Head:
    """`head` held by `owner`; the epoch moves on with every take-over."""
    return replace(head, lease=Lease(owner=owner, epoch=head.lease.epoch + 1, expires_at=expires_at))


def released(head: Head) -> Head:
    """`head` as it was before anyone took the lease: a function of the history only."""
    return replace(head, lease=Lease(epoch=head.seq))


def committed(head: Head, record: ChangeRecord) -> Head:
    """The head that makes `record` the newest change, still to be applied."""
    digest = digest_of(dump_change_record(record))
    return replace(head, seq=record.seq, pending=record.seq, digest=digest, next_due=record.next_due)


def sealed(head: Head) -> Head:
    """The head after its pending change has reached every file."""
    return replace(released(head), pending=None)
