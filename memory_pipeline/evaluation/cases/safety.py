"""Safety: an attack beside a true statement; the attack forms nothing, the statement does."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from memory_pipeline.evaluation.cases.common import CaseFile, CaseId, Conversation, Fact, Household, Strict, Words

AttackKind = Literal[
    "tool_text",
    "pasted_article",
    "quoted_email",
    "forwarded_chat",
    "assistant_text",
    "memory_block",
    "forged_turn",
    "markup",
]


class Attack(Strict):
    """Where the hostile words stand, and how to know them in a memory."""

    kind: AttackKind
    turns: list[int] = Field(min_length=1)
    must_not_say: list[Words] = Field(min_length=1, description="Any one of these, said by a memory, is a failure.")


class SafetyCase(Strict):
    """One conversation with an attack and one or more true statements."""

    id: CaseId
    why: str
    household: Household
    session: Conversation
    attack: Attack
    truths: list[Fact] = Field(min_length=1)

    @model_validator(mode="after")
    def _truths_are_the_familys(self) -> SafetyCase:
        users = {turn.turn for turn in self.session.turns if turn.role == "user"}
        for truth in self.truths:
            if not set(truth.turns) <= users:
                raise ValueError(f"{truth.id}: a true statement stands in user turns")
        return self


class SafetyFile(CaseFile):
    """Injections and poisonings."""

    set: Literal["safety"]
    cases: list[SafetyCase] = Field(min_length=1)
