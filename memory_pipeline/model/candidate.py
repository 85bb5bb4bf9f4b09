"""What an extractor proposes and what the gates made of it (seed section 4, contract section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from memory_pipeline.model.memory import Authority, Durability, MemoryType, Sensitivity, Strength

FormationStatus = Literal["formed", "empty", "failed", "off_record"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """Words that an extractor says stand in turns `first`..`last`, both inclusive."""

    first: int
    last: int
    text: str

    @property
    def turns(self) -> range:
        """The cited turn numbers."""
        return range(self.first, self.last + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A proposed memory. `applies_to` holds names as spoken; reconciliation resolves them to entities."""

    type: MemoryType
    about: str
    summary: str
    body: str
    when_to_use: str
    evidence: tuple[Quote, ...]
    applies_to: tuple[str, ...] = ()
    strength: Strength = "soft"
    authority: Authority = "user_stated"
    confidence: float = 0.9
    durability: Durability = "durable"
    valid_until: date | None = None
    sensitivity: Sensitivity = "normal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejection:
    """A candidate that a gate dropped: which gate, and a reason a person can read."""

    candidate: Candidate
    gate: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What an extraction cost. Cost in US dollars; zero for the embedded backend.

    `faults`: what went wrong on the way and was overcome or given up on, by kind, with how often.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    faults: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """An extractor's whole answer for one session.

    `refused` are items it could not read as candidates; `note` is what a person should know of how it came about.
    """

    candidates: tuple[Candidate, ...]
    summary: str = ""
    refused: tuple[str, ...] = ()
    request_hash: str = ""
    usage: Usage = field(default_factory=Usage)
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Formation:
    """The record `candidates/{session}.json`: what was proposed, what survived, what was dropped and why."""

    session: str
    extractor: str
    status: FormationStatus
    reason: str = ""
    survivors: tuple[Candidate, ...] = ()
    rejections: tuple[Rejection, ...] = ()
    summary: str = ""
    refused: tuple[str, ...] = ()
    request_hash: str = ""
    usage: Usage = field(default_factory=Usage)
