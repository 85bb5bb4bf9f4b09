"""What people said of a migrated memory at the review desk (seed section 12, contract section 10)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from memory_pipeline.model.memory import Memory

VerdictKind = Literal["accepted", "rejected", "rewritten"]
VERDICT_KINDS: tuple[VerdictKind, ...] = get_args(VerdictKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One person's word on a memory. `summary` is what they judged, `rewritten` what they put in its place."""

    kind: VerdictKind
    reviewer: str
    at: datetime
    summary: str
    rewritten: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """`reviews/{ULID}.json`: every verdict on one memory, the oldest first; at least one."""

    memory: str
    verdicts: tuple[Verdict, ...]

    @property
    def last(self) -> Verdict:
        """The verdict that counts."""
        return self.verdicts[-1]

    def holds(self, memory: Memory) -> bool:
        """Whether the memory still is as the last verdict left it: an undo or a new wording asks for another look."""
        if self.last.kind == "rejected":
            return memory.status == "retracted"
        return memory.status != "retracted" and memory.summary == (self.last.rewritten or self.last.summary)
