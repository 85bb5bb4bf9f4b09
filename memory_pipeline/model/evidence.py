"""The words a claim came from (seed section 3, "Evidence lives next to the claim")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memory_pipeline.model.refs import ConversationRef


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One line of a memory's ledger. `recorded_at` is the time of the turn, never of the run."""

    ref: ConversationRef
    quote: str
    recorded_at: datetime
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def supports(self) -> bool:
        """False for a recorded contradiction (`stance: contradicts`), which is no reinforcement."""
        return self.extra.get("stance") != "contradicts"


def reinforcement_count(ledger: tuple[Evidence, ...]) -> int:
    """Distinct sessions after the first whose evidence supports the claim (contract section 2)."""
    sessions = {evidence.ref.session for evidence in ledger if evidence.supports}
    return max(0, len(sessions) - 1)
