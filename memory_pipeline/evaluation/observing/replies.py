"""Directives with a model: what an agent replies to the one later message, with our memory and with the three files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from memory_pipeline.evaluation.agent import Answer, answer_with_memory, answer_with_three_files
from memory_pipeline.evaluation.cases.situations import DirectiveCase
from memory_pipeline.evaluation.observing.not_measured import NotMeasured
from memory_pipeline.evaluation.observing.scratch import NOT_RECORDED, Bench, ScratchFamily
from memory_pipeline.evaluation.three_files import ThreeFiles
from memory_pipeline.model.errors import ExtractionFailed

NO_MODEL = (
    "no model endpoint is configured: measured is whether the instruction stood before the model, with the tokens of "
    "both designs; no reply was asked for"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replies:
    """One reply with each design."""

    ours: Answer
    three_files: Answer


def observe_replies(case: DirectiveCase, bench: Bench) -> Replies:
    """The conversations, then the message, answered twice. Raises NotMeasured, ExtractionFailed."""
    model = bench.agent
    if model is None:
        raise NotMeasured(NO_MODEL)
    family, earlier = ScratchFamily(bench, case.household), ThreeFiles()
    for conversation in case.sessions:
        family.converse(conversation)
        earlier = earlier.after(conversation)
    reader = family.reader(case.asked_at)
    return Replies(
        ours=_recorded(lambda: answer_with_memory(model, reader, case.message, family.tokens)),
        three_files=_recorded(lambda: answer_with_three_files(model, earlier, case.message, family.tokens)),
    )


def _recorded(ask: Callable[[], Answer]) -> Answer:
    try:
        return ask()
    except ExtractionFailed as failed:
        if failed.usage is not None and failed.usage.faults.get(NOT_RECORDED):
            raise NotMeasured("no reply of the model was recorded for this situation as the prompt is now") from failed
        raise
