"""Reconciliation and forgetting: short histories of what was said and done, and the state that must come of them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, model_validator

from memory_pipeline.evaluation.cases.common import CaseFile, CaseId, Claim, Household, Strict, Words


class Say(Strict):
    """One conversation of one user turn, with the claims that a perfect extractor takes from it (none: small talk)."""

    do: Literal["say"]
    id: CaseId
    at: AwareDatetime
    speaker: str
    text: str
    claims: list[Claim] = Field(default=[])


class Act(Strict):
    """A family's action in the card on what step `of` said; `undo` takes the last one back."""

    do: Literal["forget", "lift", "undo"]
    id: CaseId
    at: AwareDatetime
    of: CaseId | None = None

    @model_validator(mode="after")
    def _names_its_object(self) -> Act:
        if (self.of is None) != (self.do == "undo"):
            raise ValueError(f"{self.id}: `of` names the step that is acted on; undo has none")
        return self


class Write(Strict):
    """New wording in the card for what step `of` said (`edit`), or a memory of their own (`remember`)."""

    do: Literal["edit", "remember"]
    id: CaseId
    at: AwareDatetime
    speaker: str
    text: str
    of: CaseId | None = None

    @model_validator(mode="after")
    def _names_its_object(self) -> Write:
        if (self.of is None) != (self.do == "remember"):
            raise ValueError(f"{self.id}: an edit names the step in `of`; remember has none")
        return self


class Dream(Strict):
    """A nightly pass at that instant."""

    do: Literal["dream"]
    id: CaseId
    at: AwareDatetime


class Rebuild(Strict):
    """The search index is thrown away and built anew from the files (`reindex`), or all sessions are replayed."""

    do: Literal["reindex", "replay"]
    id: CaseId
    at: AwareDatetime


Step = Annotated[Say | Act | Write | Dream | Rebuild, Field(discriminator="do")]


class Active(Strict):
    """An active memory that must be there, exactly once."""

    must_say: Words = Field(min_length=1)
    must_not_say: list[str] = Field(default=[])
    cites: list[CaseId] = Field(default=[], description="Steps that its ledger must cite.")
    reinforced: int | None = None


class Past(Strict):
    """A memory that must be on file and no longer active."""

    must_say: Words = Field(min_length=1)
    status: list[Literal["superseded", "expired", "retracted", "dormant"]] = Field(min_length=1)


class Question(Strict):
    """A query to brief, turn lookup and search, with what the answers must or must never say."""

    query: str
    must_say: Words = Field(default=[])
    must_not_say: Words = Field(default=[])

    @model_validator(mode="after")
    def _asks_something(self) -> Question:
        if not self.must_say and not self.must_not_say:
            raise ValueError(f"{self.query!r}: neither must_say nor must_not_say")
        return self


class Outcome(Strict):
    """The state that must have come of the steps. `active_count`: all active memories, whatever they say."""

    active: list[Active] = Field(default=[])
    past: list[Past] = Field(default=[])
    active_count: int | None = None
    disputed: list[Words] = Field(default=[], description="Standing memories with a recorded contradiction.")
    questions: list[Question] = Field(default=[])


class Story(Strict):
    """One case. `arrival`: the order in which sessions come in where it is not that of time."""

    id: CaseId
    why: str
    household: Household
    steps: list[Step] = Field(min_length=1)
    arrival: list[CaseId] = Field(default=[])
    asked_at: AwareDatetime = Field(description="When the outcome is looked at.")
    expect: Outcome

    @model_validator(mode="after")
    def _steps_are_named_once(self) -> Story:
        ids = [step.id for step in self.steps]
        if len(set(ids)) != len(ids):
            raise ValueError(f"{self.id}: two steps of one id")
        named = {step.of for step in self.steps if isinstance(step, Act | Write) and step.of} | set(self.arrival)
        named |= {cited for active in self.expect.active for cited in active.cites}
        if unknown := named - set(ids):
            raise ValueError(f"{self.id}: unknown steps {sorted(unknown)}")
        return self


class ReconciliationFile(CaseFile):
    """Pairs and chains of statements."""

    set: Literal["reconciliation"]
    cases: list[Story] = Field(min_length=1)


class ForgettingFile(CaseFile):
    """Something is forgotten, and comes back by another door; what stands beside it must stay."""

    set: Literal["forgetting"]
    cases: list[Story] = Field(min_length=1)
