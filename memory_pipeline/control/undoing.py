"""Which of the family's own actions `undo` takes back: the last one that still stands, within its grace."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory_pipeline.model.change import Change, ChangeRecord
from memory_pipeline.model.errors import InvalidArgument
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.undo import undo

_UNDID = re.compile(r"undo of change (\d+)")
_OURS = "enrichment"
"""Cause of a change that the pipeline makes in the family's name; the family did not do it and takes back none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoPolicy:
    """How long an action can be taken back."""

    grace: timedelta = timedelta(days=30)


def plan_undo(view: FamilyView, now: datetime, policy: UndoPolicy, seq: int | None = None) -> Change | None:
    """The change that takes back change `seq`, else the last card action that stands; None where none is left.

    An action that was undone stays undone when asked for again. Raises UnknownReference for a seq that is none,
    InvalidArgument for one whose grace is over, InvariantViolated where it was changed since.
    """
    records = list(view.records())
    undone = {int(match[1]) for record in records if (match := _UNDID.fullmatch(record.cause))}
    if seq is None:
        seq = next((record.seq for record in reversed(records) if _is_open(record, undone)), None)
    if seq is None or seq in undone:
        return None
    record = next((record for record in records if record.seq == seq), None)
    if record is not None and now - record.at > policy.grace:
        raise InvalidArgument(f"change {seq} is of {record.at:%Y-%m-%d}; after {policy.grace.days} days it stays done")
    return undo(view, seq, now)


def _is_open(record: ChangeRecord, undone: set[int]) -> bool:
    return record.kind == "card" and record.cause != _OURS and record.seq not in undone
