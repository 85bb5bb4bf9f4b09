"""Temporal: one thing said on one day, the days that it means, and when it stops being served."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import AwareDatetime, Field

from memory_pipeline.evaluation.cases.common import CaseFile, CaseId, Household, Strict, Words


class Served(Strict):
    """Whether brief, lookup and search may still serve it at an instant."""

    at: AwareDatetime
    served: bool


class TemporalCase(Strict):
    """`valid_until` and `dates` list what is right; `dates` are days that the memory must name in absolute form.

    `must_say` tells which memory is meant; `never_say` are relative words that must not be left in it.
    """

    id: CaseId
    why: str
    household: Household
    said_at: AwareDatetime
    speaker: str
    text: str
    must_say: Words = Field(min_length=1)
    valid_until: list[date | None] = Field(min_length=1)
    dates: list[date] = Field(default=[])
    never_say: list[str] = Field(default=[])
    served: list[Served] = Field(default=[])


class TemporalFile(CaseFile):
    """Dates as families say them."""

    set: Literal["temporal"]
    cases: list[TemporalCase] = Field(min_length=1)
