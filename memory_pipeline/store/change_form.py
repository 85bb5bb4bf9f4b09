"""head.json and changes/{seq}.json: the commit pointer and the journal (contract section 5)."""

from __future__ import annotations

from typing import Any

from memory_pipeline.model.change import CHANGE_KINDS, ENTRY_KINDS, ChangeEntry, ChangeRecord, FileWrite, Head, Lease
from memory_pipeline.store import json_text, spelling
from memory_pipeline.store.fields import Fields
from memory_pipeline.store.json_fields import read_fields


def dump_head(head: Head) -> bytes:
    """`head.json`."""
    lease = head.lease
    return json_text.document(
        {
            "seq": head.seq,
            "lease": {
                "owner": lease.owner,
                "epoch": lease.epoch,
                "expires_at": spelling.optional_instant(lease.expires_at),
            },
            "pending": head.pending,
            "digest": head.digest,
            "next_due": spelling.optional_day(head.next_due),
        }
    )


def load_head(data: bytes, file: str) -> Head:
    """Read head.json. Raises MalformedDocument."""
    fields = read_fields(data, file)
    lease = fields.nested("lease")
    return Head(
        seq=fields.count("seq"),
        lease=Lease(
            owner=lease.optional_text("owner"),
            epoch=lease.count("epoch"),
            expires_at=lease.optional_instant("expires_at"),
        ),
        pending=fields.optional_count("pending", least=1),
        digest=fields.optional_text("digest"),
        next_due=fields.optional_day("next_due"),
    )


def dump_change_record(record: ChangeRecord) -> bytes:
    """`changes/{seq}.json`."""
    return json_text.document(change_document(record))


def change_document(record: ChangeRecord) -> dict[str, Any]:
    """The JSON value of a change record."""
    return {
        "seq": record.seq,
        "kind": record.kind,
        "cause": record.cause,
        "at": spelling.instant(record.at),
        "entries": [{"kind": entry.kind, "id": entry.id} for entry in record.entries],
        "next_due": spelling.optional_day(record.next_due),
        "writes": [{"key": write.key, "before": write.before, "content": write.content} for write in record.writes],
    }


def load_change_record(data: bytes, file: str) -> ChangeRecord:
    """Read one record of the journal. Raises MalformedDocument."""
    fields = read_fields(data, file)
    return ChangeRecord(
        seq=fields.count("seq", least=1),
        kind=fields.choice("kind", CHANGE_KINDS),
        cause=fields.text("cause"),
        at=fields.instant("at"),
        entries=tuple(_entry(item) for item in fields.each("entries")),
        next_due=fields.optional_day("next_due"),
        writes=tuple(_write(item) for item in fields.each("writes")),
    )


def _entry(fields: Fields) -> ChangeEntry:
    return ChangeEntry(fields.choice("kind", ENTRY_KINDS), fields.text("id"))


def _write(fields: Fields) -> FileWrite:
    return FileWrite(key=fields.text("key"), before=fields.optional_text("before"), content=fields.text("content"))
