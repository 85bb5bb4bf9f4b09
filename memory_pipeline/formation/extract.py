"""A session becomes gated candidates: extraction proposes, code disposes (seed section 4, contract section 4).

Pure: the same session, family, extractor version and policy give the same formation.
"""

from __future__ import annotations

from dataclasses import replace

from memory_pipeline.formation.gates import GateContext, Refusal, through_gates
from memory_pipeline.formation.gates.confidence import within_cap
from memory_pipeline.formation.policy import FormationPolicy
from memory_pipeline.formation.reading import read_turns
from memory_pipeline.formation.retold import on_record, unheard
from memory_pipeline.model.candidate import Candidate, Extraction, Formation, FormationStatus, Rejection
from memory_pipeline.model.errors import ExtractionFailed
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.extractor import Extractor


def form(session: Session, family: Family, extractor: Extractor, policy: FormationPolicy) -> Formation:
    """Extract and gate one session; the extractor is not called for an off-record or an open one.

    Statuses: `off_record`; `failed`, retriable, with the reason (the extractor failed or returned nothing readable, or
    the session has not ended); `empty`, it proposed nothing; `formed`, even where every candidate was dropped.
    Raises InvalidTimeZone for a family without a usable zone.
    """
    if session.off_record:
        return _without_candidates(session, extractor, "off_record", "the conversation was off the record")
    if session.ended_at is None:
        return _without_candidates(session, extractor, "failed", "the session has not ended; it is formed once it has")
    try:
        extraction = extractor.extract(session, family)
    except ExtractionFailed as error:
        failed = _without_candidates(session, extractor, "failed", str(error))
        return replace(failed, usage=error.usage or failed.usage)
    if not extraction.candidates and extraction.refused:
        return replace(_gated(session, family, extractor, extraction, policy), status="failed", reason=_UNREADABLE)
    return _gated(session, family, extractor, extraction, policy)


_UNREADABLE = "the extractor returned nothing that can be read as a candidate"


def _without_candidates(session: Session, extractor: Extractor, status: FormationStatus, reason: str) -> Formation:
    return Formation(session=session.id, extractor=extractor.version, status=status, reason=reason)


def _gated(
    session: Session, family: Family, extractor: Extractor, extraction: Extraction, policy: FormationPolicy
) -> Formation:
    context = GateContext(session=session, family=family, policy=policy, turns=read_turns(session, family))
    verdicts = [(candidate, through_gates(candidate, context)) for candidate in extraction.candidates]
    passed = [verdict for _, verdict in verdicts if isinstance(verdict, Candidate)]
    kept = within_cap(passed, policy)
    refused = [_rejection(candidate, verdict) for candidate, verdict in verdicts if isinstance(verdict, Refusal)]
    cut = Refusal("within_cap", f"the session has better candidates than it may contribute ({policy.cap})")
    summary, left_out = on_record(extraction.summary, context.turns)
    reason = "; ".join(filter(None, (extraction.note, left_out, unheard(context.turns, extraction.candidates))))
    return Formation(
        session=session.id,
        extractor=extractor.version,
        status="formed" if extraction.candidates else "empty",
        reason=reason,
        survivors=tuple(candidate for at, candidate in enumerate(passed) if at in kept),
        rejections=(*refused, *(_rejection(candidate, cut) for at, candidate in enumerate(passed) if at not in kept)),
        summary=summary,
        refused=extraction.refused,
        request_hash=extraction.request_hash,
        usage=extraction.usage,
    )


def _rejection(candidate: Candidate, refusal: Refusal) -> Rejection:
    return Rejection(candidate=candidate, gate=refusal.gate, reason=refusal.reason)
