"""How a candidate stands to a memory that the family already has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.decision import Relation
from memory_pipeline.model.memory import Memory


@dataclass(frozen=True, slots=True)
class Pair:
    """A candidate beside a memory; `similarity` is the cosine of their indexed texts, -1..1."""

    candidate: Candidate
    memory: Memory
    similarity: float


class RelationJudge(Protocol):
    """Names the relation; the policy, in code, decides what to do with it (contract section 5)."""

    @property
    def version(self) -> str:
        """Backend, model and prompt version in one line."""
        ...

    def judge(self, pairs: Sequence[Pair]) -> Sequence[Relation]:
        """One relation a pair, in order. The whole session's pairs come in one call."""
        ...
