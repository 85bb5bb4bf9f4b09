"""One claim and everything it knows about itself (seed section 3, contract section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal, get_args

MemoryType = Literal["identity", "directive", "preference", "fact", "constraint", "relationship"]
Strength = Literal["hard", "soft"]
Authority = Literal["user_explicit", "user_stated", "inferred", "system"]
Durability = Literal["durable", "seasonal", "passing"]
Status = Literal["active", "dormant", "expired", "superseded", "retracted"]
Sensitivity = Literal["normal", "health", "finances", "minors"]

MEMORY_TYPES: tuple[MemoryType, ...] = get_args(MemoryType)
STRENGTHS: tuple[Strength, ...] = get_args(Strength)
AUTHORITIES: tuple[Authority, ...] = get_args(Authority)
DURABILITIES: tuple[Durability, ...] = get_args(Durability)
STATUSES: tuple[Status, ...] = get_args(Status)
SENSITIVITIES: tuple[Sensitivity, ...] = get_args(Sensitivity)

FRONT_MATTER_KEYS = (
    "id",
    "type",
    "about",
    "summary",
    "when_to_use",
    "applies_to",
    "strength",
    "pin",
    "authority",
    "confidence",
    "durability",
    "formed_at",
    "last_reinforced_at",
    "reinforcement_count",
    "valid_until",
    "status",
    "supersedes",
    "superseded_by",
    "related",
    "sensitivity",
    "revision",
    "needs_enrichment",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A claim as its file holds it.

    `body` is everything after the line that closes the front matter, byte for byte; `claim` is the
    same without the blank lines that frame it. `extra` holds keys we do not know, in their order.
    """

    id: str
    type: MemoryType
    about: str
    summary: str
    when_to_use: str
    applies_to: tuple[str, ...] = ()
    strength: Strength = "soft"
    pin: bool = False
    authority: Authority = "user_stated"
    confidence: float = 1.0
    durability: Durability = "durable"
    formed_at: datetime
    last_reinforced_at: datetime
    reinforcement_count: int = 0
    valid_until: date | None = None
    status: Status = "active"
    supersedes: str | None = None
    superseded_by: str | None = None
    related: tuple[str, ...] = ()
    sensitivity: Sensitivity = "normal"
    revision: int = 1
    needs_enrichment: bool = False
    body: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def claim(self) -> str:
        """The body as a person reads it."""
        return self.body.strip()

    @property
    def indexed_text(self) -> str:
        """What is embedded and searched: subject, summary and when-to-use (seed section 3)."""
        return f"{self.about}\n{self.summary}\n{self.when_to_use}"

    def is_current(self, today: date) -> bool:
        """Active and not past its date on the family's `today` (seed section 5: the 17th begins, it is retired)."""
        return self.status == "active" and not self.is_past(today)

    def is_past(self, today: date) -> bool:
        """Whether `valid_until` has arrived."""
        return self.valid_until is not None and self.valid_until <= today


def authority_rank(authority: Authority) -> int:
    """0 for user_explicit, then user_stated, inferred, system: a smaller rank outranks a larger one."""
    return AUTHORITIES.index(authority)


def body_of(claim: str) -> str:
    """The body bytes that we write for a new claim: one blank line, the claim, a newline."""
    return f"\n{claim}\n"
