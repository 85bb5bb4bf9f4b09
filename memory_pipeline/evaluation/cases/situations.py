"""Directives and constraints: what was asked once, and later moments in which it must be in front of the model."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, model_validator

from memory_pipeline.evaluation.cases.common import CaseFile, CaseId, Conversation, Household, Strict, Words
from memory_pipeline.evaluation.reply_checks import ReplyCheck, broken_checks


class DirectiveCase(Strict):
    """A standing instruction, told in `sessions`, and one later message whose reply code can check."""

    id: CaseId
    why: str
    household: Household
    sessions: list[Conversation] = Field(min_length=1)
    directive: Words = Field(min_length=1, description="What brief or turn block must say for the model to know it.")
    asked_at: AwareDatetime
    speaker: str
    message: str
    checks: list[ReplyCheck] = Field(min_length=1)
    good_replies: list[str] = Field(min_length=2)
    bad_replies: list[str] = Field(min_length=2)

    @model_validator(mode="after")
    def _checks_tell_good_from_bad(self) -> DirectiveCase:
        for reply in self.good_replies:
            if broken := broken_checks(reply, self.checks):
                raise ValueError(f"{self.id}: a good reply breaks {broken}: {reply[:60]!r}")
        for reply in self.bad_replies:
            if not broken_checks(reply, self.checks):
                raise ValueError(f"{self.id}: a bad reply passes: {reply[:60]!r}")
        return self


class DirectivesFile(CaseFile):
    """Situations for standing instructions."""

    set: Literal["directives"]
    cases: list[DirectiveCase] = Field(min_length=1)


class ConstraintCase(Strict):
    """A hard limit, told in `sessions`; requests it applies to though none names it; messages it has no part in."""

    id: CaseId
    why: str
    household: Household
    sessions: list[Conversation] = Field(min_length=1)
    constraint: Words = Field(min_length=1)
    asked_at: AwareDatetime
    requests: Annotated[list[str], Field(min_length=5, max_length=5)]
    unrelated: Annotated[list[str], Field(min_length=3)]


class ConstraintsFile(CaseFile):
    """Hard constraints."""

    set: Literal["constraints"]
    cases: list[ConstraintCase] = Field(min_length=1)
