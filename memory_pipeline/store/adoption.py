"""Taking hand edits into the journal (contract section 2: a hand edit is legal, `verify` finds it, `adopt` journals it).

What a person wrote stands: words are kept, only revision and the counters of the ledger are put right. Nothing is ever
deleted, so a deleted claim comes back as retracted, and a deleted ledger, entity or rule comes back as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.errors import InvalidTimeZone, InvariantViolated, StoredDataError
from memory_pipeline.model.evidence import Evidence, reinforcement_count
from memory_pipeline.model.instants import zone
from memory_pipeline.model.memory import Memory
from memory_pipeline.store import keys
from memory_pipeline.store.brief_lines import brief_without
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.hand_edits import HandEdit, hand_edits
from memory_pipeline.store.invariants import check
from memory_pipeline.store.ledger import parse_ledger
from memory_pipeline.store.lineage import chain
from memory_pipeline.store.okf import parse_entity, parse_memory
from memory_pipeline.store.proposal import Proposal, claim_of
from memory_pipeline.store.records import load_family, load_suppression


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftEdit:
    """A hand edit that was not taken over: the file's key, why, and how to mend it."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Adoption:
    """What takes the hand edits over (`change`, None for nothing), and which ones stay as they are."""

    change: Change | None
    left: tuple[LeftEdit, ...]


def plan_adopt(view: FamilyView, at: datetime) -> Change | None:
    """The change that journals every hand edit that can be; None where there is none. See `adoption`."""
    return adoption(view, at).change


def adoption(view: FamilyView, at: datetime) -> Adoption:
    """Look at the files themselves and take over what a person edited since the journal last wrote them.

    A file that cannot be read, and an edit that would break a promise, stays as it is and holds up nothing else.
    """
    view.reread_files()
    edits = hand_edits(view)
    sorted_out = _SortedOut(view, at)
    for edit in edits:
        sorted_out.take_single(edit)
    for group in _lineages(view, edits):
        sorted_out.take_lineage(group)
    return sorted_out.result()
