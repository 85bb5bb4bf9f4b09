"""candidates/{session}.json and decisions/{session}.json: proposed, dropped, decided (contract sections 4 and 5)."""

from __future__ import annotations

from typing import Any

from memory_pipeline.model.candidate import Candidate, Formation, FormationStatus, Quote, Rejection, Usage
from memory_pipeline.model.decision import DECISION_KINDS, RELATIONS, Decision, SessionDecisions
from memory_pipeline.model.memory import AUTHORITIES, DURABILITIES, MEMORY_TYPES, SENSITIVITIES, STRENGTHS
from memory_pipeline.store import json_text, spelling
from memory_pipeline.store.fields import Fields
from memory_pipeline.store.json_fields import read_fields

FORMATION_STATUSES: tuple[FormationStatus, ...] = ("formed", "empty", "failed", "off_record")


def dump_formation(formation: Formation) -> bytes:
    """`candidates/{session}.json`."""
    usage = formation.usage
    return json_text.document(
        {
            "session": formation.session,
            "extractor": formation.extractor,
            "status": formation.status,
            "reason": formation.reason,
            "summary": formation.summary,
            "request_hash": formation.request_hash,
            "usage": {
                "calls": usage.calls,
                "input_tokens": usage.input_tokens,
                "output_tokens": usage.output_tokens,
                "cost_usd": usage.cost_usd,
                **({"faults": dict(sorted(usage.faults.items()))} if usage.faults else {}),
            },
            "survivors": [candidate_document(candidate) for candidate in formation.survivors],
            "rejections": [
                {"gate": item.gate, "reason": item.reason, "candidate": candidate_document(item.candidate)}
                for item in formation.rejections
            ],
            "refused": list(formation.refused),
        }
    )


def load_formation(data: bytes, file: str) -> Formation:
    """Read a candidates file. Raises MalformedDocument."""
    fields = read_fields(data, file)
    return Formation(
        session=fields.text("session"),
        extractor=fields.text("extractor"),
        status=fields.choice("status", FORMATION_STATUSES),
        reason=fields.text("reason"),
        summary=fields.text("summary"),
        request_hash=fields.text("request_hash"),
        usage=_usage(fields.nested("usage")),
        survivors=tuple(candidate_of(item) for item in fields.each("survivors")),
        rejections=tuple(_rejection(item) for item in fields.each("rejections")),
        refused=fields.texts("refused"),
    )


def candidate_document(candidate: Candidate) -> dict[str, Any]:
    """The JSON value of a candidate."""
    return {
        "type": candidate.type,
        "about": candidate.about,
        "summary": candidate.summary,
        "body": candidate.body,
        "when_to_use": candidate.when_to_use,
        "evidence": [{"first": quote.first, "last": quote.last, "text": quote.text} for quote in candidate.evidence],
        "applies_to": list(candidate.applies_to),
        "strength": candidate.strength,
        "authority": candidate.authority,
        "confidence": candidate.confidence,
        "durability": candidate.durability,
        "valid_until": spelling.optional_day(candidate.valid_until),
        "sensitivity": candidate.sensitivity,
    }


def candidate_of(fields: Fields) -> Candidate:
    """The candidate of a JSON value. Raises the fields' error."""
    return Candidate(
        type=fields.choice("type", MEMORY_TYPES),
        about=fields.text("about"),
        summary=fields.text("summary"),
        body=fields.text("body"),
        when_to_use=fields.text("when_to_use"),
        evidence=tuple(_quote(item) for item in fields.each("evidence")),
        applies_to=fields.texts("applies_to"),
        strength=fields.choice("strength", STRENGTHS),
        authority=fields.choice("authority", AUTHORITIES),
        confidence=fields.number("confidence"),
        durability=fields.choice("durability", DURABILITIES),
        valid_until=fields.optional_day("valid_until"),
        sensitivity=fields.choice("sensitivity", SENSITIVITIES),
    )


def dump_decisions(decisions: SessionDecisions) -> bytes:
    """`decisions/{session}.json`."""
    return json_text.document(
        {
            "session": decisions.session,
            "decisions": [
                {
                    "candidate": decision.candidate,
                    "summary": decision.summary,
                    "kind": decision.kind,
                    "relation": decision.relation,
                    "memory": decision.memory,
                    "target": decision.target,
                    "reason": decision.reason,
                }
                for decision in decisions.decisions
            ],
        }
    )


def load_decisions(data: bytes, file: str) -> SessionDecisions:
    """Read a decisions file. Raises MalformedDocument."""
    fields = read_fields(data, file)
    return SessionDecisions(
        session=fields.text("session"),
        decisions=tuple(_decision(item) for item in fields.each("decisions")),
    )


def _decision(fields: Fields) -> Decision:
    return Decision(
        candidate=fields.count("candidate"),
        summary=fields.text("summary"),
        kind=fields.choice("kind", DECISION_KINDS),
        relation=fields.optional_choice("relation", RELATIONS),
        memory=fields.optional_ulid("memory"),
        target=fields.optional_ulid("target"),
        reason=fields.text("reason"),
    )


def _usage(fields: Fields) -> Usage:
    return Usage(
        calls=fields.count("calls"),
        input_tokens=fields.count("input_tokens"),
        output_tokens=fields.count("output_tokens"),
        cost_usd=fields.number("cost_usd"),
        faults=_faults(fields.nested("faults")) if "faults" in fields.values else {},
    )


def _faults(fields: Fields) -> dict[str, int]:
    return {kind: fields.count(kind) for kind in fields.values}


def _rejection(fields: Fields) -> Rejection:
    return Rejection(
        candidate=candidate_of(fields.nested("candidate")), gate=fields.text("gate"), reason=fields.text("reason")
    )


def _quote(fields: Fields) -> Quote:
    return Quote(first=fields.whole("first"), last=fields.whole("last"), text=fields.text("text"))
