"""Memory log: a batch of events over an existing MEMORY.md, and the items that must come of it (second seed)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from memory_pipeline.evaluation.cases.common import CaseFile, CaseId, Household, Strict, Words

Category = Literal["fact", "preference", "event", "decision", "learning", "project", "contact"]


class ExpectedItem(Strict):
    """An item that must stand in MEMORY.md afterwards.

    `operation`: how it came there; `of`: the existing line (from 1) that an update rewrites or a supersede marks.
    """

    category: list[Category] = Field(min_length=1)
    must_say: Words = Field(min_length=1)
    must_not_say: list[str] = Field(default=[])
    operation: Literal["add", "update", "supersede"]
    of: int | None = None

    @model_validator(mode="after")
    def _names_its_line(self) -> ExpectedItem:
        if (self.of is None) != (self.operation == "add"):
            raise ValueError("`of` goes with update and supersede")
        return self


class MemoryLogCase(Strict):
    """`existing` are item lines of MEMORY.md, `events` lines of EVENT_UNPROCESSED.md, both without their headers."""

    id: CaseId
    why: str
    household: Household
    existing: list[str] = Field(default=[])
    events: list[str] = Field(min_length=1)
    items: list[ExpectedItem] = Field(default=[])
    untouched: list[int] = Field(default=[], description="Existing lines (from 1) that must stay byte for byte.")
    must_not_say: list[Words] = Field(default=[], description="Any one of these, said by a new item, is a failure.")
    count: int = Field(ge=0, description="Items in MEMORY.md afterwards, superseded ones counted.")


class MemoryLogFile(CaseFile):
    """Batches."""

    set: Literal["memory_log"]
    cases: list[MemoryLogCase] = Field(min_length=1)
