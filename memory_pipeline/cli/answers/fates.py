"""What became of each candidate of a session: the gate that dropped it, or the reconciler's decision."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from memory_pipeline.model.candidate import Candidate, Formation
from memory_pipeline.model.decision import Decision, SessionDecisions
from memory_pipeline.model.refs import ConversationRef, MemoryRef


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """One candidate's end. `outcome`: dropped (then `gate` says where), unreadable, waiting, or a decision's kind."""

    outcome: str
    reason: str
    summary: str
    type: str | None = None
    quote: str | None = None
    evidence: tuple[str, ...] = ()
    gate: str | None = None
    relation: str | None = None
    memory: str | None = None
    target: str | None = None

    def as_json(self) -> dict[str, Any]:
        """One item of `explained`."""
        return {**asdict(self), "evidence": list(self.evidence)}


def fates_of(family: str, formation: Formation, decisions: SessionDecisions | None) -> tuple[Fate, ...]:
    """Survivors in their order, then what the gates dropped, then what was no candidate at all."""
    decided = {decision.candidate: decision for decision in decisions.decisions} if decisions else {}
    survivors = (
        _survivor(family, formation.session, candidate, decided.get(place))
        for place, candidate in enumerate(formation.survivors)
    )
    dropped = (
        Fate(
            outcome="dropped",
            gate=rejection.gate,
            reason=rejection.reason,
            **_said(family, formation.session, rejection.candidate),
        )
        for rejection in formation.rejections
    )
    unreadable = (Fate(outcome="unreadable", reason=text, summary="") for text in formation.refused)
    return (*survivors, *dropped, *unreadable)


def _survivor(family: str, session: str, candidate: Candidate, decision: Decision | None) -> Fate:
    said = _said(family, session, candidate)
    if decision is None:
        return Fate(outcome="waiting", reason="not reconciled yet", **said)
    return Fate(
        outcome=decision.kind,
        reason=decision.reason,
        relation=decision.relation,
        memory=_ref(family, decision.memory),
        target=_ref(family, decision.target),
        **said,
    )


def _said(family: str, session: str, candidate: Candidate) -> dict[str, Any]:
    quotes = candidate.evidence
    return {
        "summary": candidate.summary,
        "type": candidate.type,
        "quote": quotes[0].text if quotes else None,
        "evidence": tuple(str(ConversationRef(family, session, quote.first, quote.last)) for quote in quotes),
    }


def _ref(family: str, memory: str | None) -> str | None:
    return None if memory is None else str(MemoryRef(family, memory))
