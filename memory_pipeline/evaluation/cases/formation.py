"""Formation: whole conversations, every user turn labelled as a fact to keep or a place that must form nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import Field, model_validator

from memory_pipeline.evaluation.cases.common import CaseFile, CaseId, Conversation, Fact, Household, Strict, Words

SilentKind = Literal[
    "question",
    "request",
    "small_talk",
    "hypothetical",
    "joke",
    "quoted",
    "pasted",
    "assistant_claim",
    "declined",
    "tool_text",
    "guess",
    "passing_state",
    "not_theirs",
    "off_record",
    "do_not_remember",
    "rejected",
]


class SilentPlace(Strict):
    """Turns of which nothing is to be kept; `must_not_say` names what a careless reader would keep.

    Where the same turn also holds a fact, only a memory that says `must_not_say` is wrong; else any memory that cites
    it is.
    """

    id: CaseId
    kind: SilentKind
    turns: list[int] = Field(min_length=1)
    must_not_say: Words = Field(default=[])


class LabelledConversation(Conversation):
    """A conversation with its labels."""

    facts: list[Fact] = Field(default=[])
    silent: list[SilentPlace] = Field(default=[])
    judged: Literal["all", "formed"] = Field(
        default="all",
        description="`formed`: the labels come from a review of what was once formed; of other turns nothing is known.",
    )

    def knows(self, turns: Iterable[int]) -> bool:
        """Whether something is labelled about one of these turns; of a conversation that is labelled whole, always."""
        labelled = {turn for fact in self.facts for turn in fact.turns}
        labelled |= {turn for place in self.silent for turn in place.turns}
        return self.judged == "all" or not labelled.isdisjoint(turns)

    @model_validator(mode="after")
    def _is_labelled_whole(self) -> LabelledConversation:
        roles = {turn.turn: turn.role for turn in self.turns}
        labelled = {turn for fact in self.facts for turn in fact.turns}
        labelled |= {turn for place in self.silent for turn in place.turns}
        if unknown := labelled - set(roles):
            raise ValueError(f"{self.id}: labels cite turns that do not exist: {sorted(unknown)}")
        if self.judged == "all" and (bare := {turn for turn, role in roles.items() if role == "user"} - labelled):
            raise ValueError(f"{self.id}: user turns without a label: {sorted(bare)}")
        for fact in self.facts:
            if not any(roles[turn] == "user" for turn in fact.turns):
                raise ValueError(f"{fact.id}: a fact needs a user turn")
        return self


class FormationFile(CaseFile):
    """One family's conversations, in the order of time."""

    set: Literal["formation"]
    household: Household
    sessions: list[LabelledConversation] = Field(min_length=1)
