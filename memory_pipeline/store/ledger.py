"""Evidence ledgers: one JSON record a line beside each memory, appended and never rewritten (seed section 3)."""

from __future__ import annotations

from typing import Any

from memory_pipeline.model.errors import InvalidInstant, InvariantViolated, MalformedLedger, MalformedReference
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.instants import parse_instant
from memory_pipeline.model.refs import ConversationRef, parse_ref
from memory_pipeline.store import json_text, spelling

EVIDENCE_KEYS = ("ref", "quote", "recordedAt")


def parse_ledger(data: bytes, file: str) -> tuple[Evidence, ...]:
    """Every record in its order. Raises MalformedLedger with the line."""
    if data.startswith(b"\xef\xbb\xbf"):
        raise MalformedLedger("the file begins with a byte order mark; save it without one", file=file, line=1)
    lines = data.removesuffix(b"\n").split(b"\n") if data else []
    return tuple(_evidence(line, file, number) for number, line in enumerate(lines, start=1))


def render_evidence(evidence: Evidence) -> str:
    """One record as one line without its line end. Raises InvariantViolated."""
    for key in EVIDENCE_KEYS:
        if key in evidence.extra:
            raise InvariantViolated(f"the unknown keys of an evidence record hold `{key}`, which is a key of ours")
    record = {
        "ref": str(evidence.ref),
        "quote": evidence.quote,
        "recordedAt": spelling.instant(evidence.recorded_at),
        **evidence.extra,
    }
    if json_text.too_deep(record):
        raise InvariantViolated(f"an evidence record of {evidence.ref} is nested too deeply to be read again")
    return json_text.one_line(record)


def render_ledger(ledger: tuple[Evidence, ...]) -> bytes:
    """The whole file: every record followed by a line end."""
    return "".join(f"{render_evidence(evidence)}\n" for evidence in ledger).encode()


def _evidence(line: bytes, file: str, number: int) -> Evidence:
    try:
        record = json_text.read(line)
        if not isinstance(record, dict) or json_text.lone_surrogate(record):
            raise json_text.JsonFault("no JSON object of whole characters", 1)
        return _record(record)
    except (json_text.JsonFault, InvalidInstant, MalformedReference) as error:
        raise MalformedLedger(f"no evidence record: {error.message}", file=file, line=number) from error


def _record(record: dict[str, Any]) -> Evidence:
    for key in EVIDENCE_KEYS:
        if not isinstance(record.get(key), str):
            raise json_text.JsonFault(f"`{key}` is missing or no text", 1)
    ref = parse_ref(record["ref"])
    if not isinstance(ref, ConversationRef):
        raise MalformedReference(f"{record['ref'][:120]!r} is no conv:// reference")
    return Evidence(
        ref=ref,
        quote=record["quote"],
        recorded_at=parse_instant(record["recordedAt"]),
        extra={key: value for key, value in record.items() if key not in EVIDENCE_KEYS},
    )
