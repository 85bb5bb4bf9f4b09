"""`batch.json`: what a batch read and what it writes, beside the files that it changes (contract section 15).

It is written before either file, so that a run that was stopped is completed by the next one: edits are found by
content and the events read are removed by content, so both can be done again without a duplicate or a loss.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from memory_pipeline.memory_log.memory_file import Append, Edit, Remove, Replace
from memory_pipeline.model.errors import MalformedDocument

State = Literal["pending", "done"]
_FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchRecord:
    """The newest batch. `number` counts a family's batches from 1; `read` are the bytes of its events, in order.

    Once it is done, of both only the hash is kept.
    """

    number: int
    state: State
    sha256: str
    read: tuple[bytes, ...] = ()
    edits: tuple[Edit, ...] = ()

    def done(self) -> BatchRecord:
        """The record when events and MEMORY.md are written."""
        return BatchRecord(number=self.number, state="done", sha256=self.sha256)


def pending(number: int, read: Sequence[bytes], edits: Sequence[Edit]) -> BatchRecord:
    """The record of a batch that is about to be written."""
    sha256 = hashlib.sha256(b"".join(read)).hexdigest()
    return BatchRecord(number=number, state="pending", sha256=sha256, read=tuple(read), edits=tuple(edits))


def dump_batch(record: BatchRecord) -> bytes:
    """The record's bytes; bytes of events that are no UTF-8 are escaped."""
    document: dict[str, Any] = {
        "format": _FORMAT,
        "batch": record.number,
        "state": record.state,
        "read_sha256": record.sha256,
    }
    if record.state == "pending":
        document["read"] = [raw.decode("utf-8", "surrogateescape") for raw in record.read]
        document["edits"] = [_edit_document(edit) for edit in record.edits]
    return (json.dumps(document, indent=2) + "\n").encode("ascii")


def load_batch(data: bytes, file: str) -> BatchRecord:
    """Read the record. Raises MalformedDocument: nothing is written over a record that cannot be read."""
    try:
        document = json.loads(data)
        if document["format"] != _FORMAT or document["state"] not in ("pending", "done"):
            raise ValueError(f"format {document['format']!r}, state {document['state']!r}")
        read = tuple(str(raw).encode("utf-8", "surrogateescape") for raw in document.get("read", ()))
        record = BatchRecord(
            number=int(document["batch"]),
            state=document["state"],
            sha256=str(document["read_sha256"]),
            read=read,
            edits=tuple(_edit(each) for each in document.get("edits", ())),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise MalformedDocument(f"no record of a batch ({error}); mend or remove it", file=file) from error
    if record.state == "pending" and hashlib.sha256(b"".join(read)).hexdigest() != record.sha256:
        raise MalformedDocument("its events are not those whose hash it holds; mend or remove it", file=file)
    return record


def _edit_document(edit: Edit) -> dict[str, Any]:
    match edit:
        case Append(line):
            return {"append": line}
        case Replace(line, by):
            return {"replace": line, "by": by}
        case Remove(line, keep):
            return {"remove": line, "keep": keep}


def _edit(document: dict[str, Any]) -> Edit:
    if "append" in document:
        return Append(str(document["append"]))
    if "replace" in document:
        return Replace(str(document["replace"]), str(document["by"]))
    return Remove(str(document["remove"]), int(document["keep"]))
