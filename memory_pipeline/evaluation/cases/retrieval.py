"""Retrieval: a family's memories, and questions whose answer is in one of them and not in the brief."""

from __future__ import annotations

from typing import Literal

from pydantic import AwareDatetime, Field, model_validator

from memory_pipeline.evaluation.cases.common import CaseFile, CaseId, Claim, Household, Strict


class Told(Strict):
    """One memory: what was said, by whom and when, and the claim that a perfect extractor takes from it."""

    id: CaseId
    at: AwareDatetime
    speaker: str
    text: str
    claim: Claim


class Asked(Strict):
    """A message of the family; `answers` are the memories that answer it, any of which will do.

    `shared_words`: message and memory share the telling words; `paraphrase`: they hardly share one.
    """

    id: CaseId
    message: str
    kind: Literal["shared_words", "paraphrase"]
    misspelled: bool = False
    answers: list[CaseId] = Field(min_length=1)


class RetrievalFile(CaseFile):
    """One family, its memories in order of time, and the questions that are asked of them at `asked_at`."""

    set: Literal["retrieval"]
    household: Household
    asked_at: AwareDatetime
    memories: list[Told] = Field(min_length=20)
    questions: list[Asked] = Field(min_length=1)

    @model_validator(mode="after")
    def _answers_exist(self) -> RetrievalFile:
        known = {told.id for told in self.memories}
        for question in self.questions:
            if unknown := set(question.answers) - known:
                raise ValueError(f"{question.id}: no such memory: {sorted(unknown)}")
        return self
