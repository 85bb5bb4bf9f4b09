"""A rule that a forget made: what must stay forgotten until the family lifts it (seed section 10)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

SuppressionScope = Literal["claim", "about", "entity", "topic"]
SUPPRESSION_SCOPES: tuple[SuppressionScope, ...] = get_args(SuppressionScope)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppression:
    """One rule of `suppressions/{ULID}.yaml`; lifted, never deleted.

    A claim rule keeps the `texts` of the whole lineage and matches subject, slot and polarity; the other
    scopes match their `value`: an about line, an entity id, or a topic of the closed list.
    """

    id: str
    scope: SuppressionScope
    value: str
    texts: tuple[str, ...] = ()
    memories: tuple[str, ...] = ()
    made_at: datetime
    made_by: str = ""
    lifted_at: datetime | None = None

    @property
    def in_force(self) -> bool:
        """True until the family lifts it."""
        return self.lifted_at is None
