"""Settle a contradiction: what stands stays, or what was said against it takes its place (contract section 15)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.control.edit import NewWording, newest, plan_replacement
from memory_pipeline.language.dates import absolute, expiry
from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.errors import InvalidArgument, StoredDataError
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.instants import format_instant, local_date
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.token_counter import TokenCounter
from memory_pipeline.store.family_view import FamilyView

SETTLED = "settledAt"
"""Key of the ledger line that says that a contradiction was looked at; the line before it stays as it is."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """One statement against a memory: its ledger lines, and the words of what was said."""

    lines: tuple[Evidence, ...]

    @property
    def address(self) -> str:
        """Where it was said."""
        return str(self.lines[0].extra.get("candidate", self.lines[0].ref))

    @property
    def summary(self) -> str:
        """What was said, as extraction summed it up; else the quote."""
        return str(self.lines[0].extra.get("summary", self.lines[0].quote))


def open_disputes(ledger: Iterable[Evidence]) -> list[Dispute]:
    """The contradictions of a ledger that nobody has settled, the oldest first."""
    found: dict[str, list[Evidence]] = {}
    for line in ledger:
        if not line.supports:
            found.setdefault(Dispute((line,)).address, []).append(line)
    groups = [tuple(lines) for lines in found.values() if not any(SETTLED in line.extra for line in lines)]
    return sorted(map(Dispute, groups), key=lambda dispute: (dispute.lines[0].recorded_at, dispute.address))


def plan_keep(view: FamilyView, memory_id: str, now: datetime) -> Change | None:
    """The change that marks every open contradiction of a memory as settled; None where there is none.

    Raises UnknownReference, ForgottenReference.
    """
    memory = newest(view, memory_id)
    disputes = open_disputes(view.ledger(memory.id))
    if not disputes:
        return None
    marks = [_settled(line, now) for dispute in disputes for line in dispute.lines]
    return Change(
        kind="card",
        cause=f"settle {memory.id}",
        at=now,
        entries=(ChangeEntry("settled", memory.id),),
        evidence=tuple((memory.id, mark) for mark in marks),
    )


def newest_dispute(view: FamilyView, memory_id: str) -> tuple[Memory, Dispute]:
    """A memory with what was said against it last. Raises InvalidArgument where nothing is open."""
    memory = newest(view, memory_id)
    disputes = open_disputes(view.ledger(memory.id))
    if not disputes:
        raise InvalidArgument(f"nothing was said against memory://{view.key}/{memory.id} that is still open")
    return memory, disputes[-1]


def was_replaced(view: FamilyView, memory_id: str) -> bool:
    """Whether what was said against this very version has led to a newer one, against which nothing is open."""
    last = newest(view, memory_id)
    spoken_against = any(not line.supports for line in view.ledger(memory_id))
    return last.id != memory_id and spoken_against and not open_disputes(view.ledger(last.id))


def plan_replace(
    view: FamilyView, memory_id: str, session: Session, budget: BriefBudget, count_tokens: TokenCounter
) -> Change | None:
    """The change that puts what was said last against a memory in its place, as an edit; None where it stands there.

    Raises UnknownReference, ForgottenReference, InvalidArgument where nothing is open or a rule forbids the words.
    """
    if was_replaced(view, memory_id):
        return None
    memory, dispute = newest_dispute(view, memory_id)
    wording = _wording(view, memory, dispute)
    change = plan_replacement(view, memory, wording, session, budget, count_tokens)
    return change and replace(change, entries=(*change.entries, ChangeEntry("settled", memory.id)))


def _wording(view: FamilyView, memory: Memory, dispute: Dispute) -> NewWording:
    proof = tuple(Evidence(ref=line.ref, quote=line.quote, recorded_at=line.recorded_at) for line in dispute.lines)
    said = _candidate(view, dispute)
    if said is not None:
        return NewWording(
            body=said.body, summary=said.summary, about=said.about, until=said.valid_until,
            when_to_use=said.when_to_use, proof=proof,
        )  # fmt: skip
    said_on = local_date(dispute.lines[0].recorded_at, view.family().timezone)
    body = absolute(dispute.summary, said_on)
    return NewWording(body=body, summary=body, about=memory.about, until=expiry(dispute.summary, said_on), proof=proof)


def _candidate(view: FamilyView, dispute: Dispute) -> Candidate | None:
    """What extraction proposed there, where that is still on file."""
    try:
        formation = view.formation(dispute.lines[0].ref.session)
    except StoredDataError:
        return None
    quotes = {(line.ref.first, line.ref.last, line.quote) for line in dispute.lines}
    fitting = [
        candidate
        for candidate in (formation.survivors if formation else ())
        if candidate.summary == dispute.summary
        and {(quote.first, quote.last, quote.text) for quote in candidate.evidence} <= quotes
    ]
    return fitting[0] if fitting else None


def _settled(line: Evidence, now: datetime) -> Evidence:
    return replace(line, extra={**line.extra, SETTLED: format_instant(now)})
