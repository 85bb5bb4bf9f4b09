"""The shape of the model's replies: what it is told, and what each item is held against by itself."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from memory_pipeline.model.decision import Relation
from memory_pipeline.model.memory import Durability, MemoryType, Sensitivity, Strength

NOTHING = frozenset({"", "null", "none"})


def _day(value: Any) -> Any:
    """YYYY-MM-DD or nothing; a number is no date, though pydantic would take it for seconds."""
    if value is None or (isinstance(value, str) and value.strip().casefold() in NOTHING):
        return None
    if not isinstance(value, str):
        raise ValueError("write a date as YYYY-MM-DD, or null")
    try:
        return date.fromisoformat(value.strip())
    except ValueError:
        raise ValueError("write a date as YYYY-MM-DD, or null") from None


def _listed(value: Any) -> Any:
    """One item without its list is a list of one; null is an empty one."""
    if value is None:
        return []
    return [value] if isinstance(value, dict | str) else value


class Cited(BaseModel):
    """Words of a user turn, and the turn of the question where they are an answer."""

    model_config = ConfigDict(extra="ignore")

    turn: int
    quote: str
    asked_in: int | None = None


class ProposedMemory(BaseModel):
    """Every field of `model.candidate.Candidate`, as the prompt explains them."""

    model_config = ConfigDict(extra="ignore")

    type: MemoryType
    about: str
    summary: str
    body: str
    when_to_use: str
    evidence: Annotated[list[Cited], BeforeValidator(_listed), Field(min_length=1)]
    applies_to: Annotated[list[str], BeforeValidator(_listed)] = Field(default_factory=list)
    strength: Strength
    authority: Literal["user_explicit", "user_stated", "inferred"]
    confidence: float = Field(ge=0, le=1)
    durability: Durability
    valid_until: Annotated[date | None, BeforeValidator(_day)] = None
    sensitivity: Sensitivity


class ExtractionReply(BaseModel):
    """What the extraction prompt asks for."""

    summary: str
    memories: list[ProposedMemory]


class NamedRelation(BaseModel):
    """The relation of one numbered pair."""

    model_config = ConfigDict(extra="ignore")

    pair: int
    relation: Relation


class RelationReply(BaseModel):
    """What the relation prompt asks for."""

    relations: list[NamedRelation]
