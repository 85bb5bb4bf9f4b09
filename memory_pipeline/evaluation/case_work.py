"""What is to be done for each case of a file: observe, then score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from memory_pipeline.evaluation.cases.formation import FormationFile
from memory_pipeline.evaluation.cases.load import AnyCaseFile
from memory_pipeline.evaluation.cases.memory_log import MemoryLogCase, MemoryLogFile
from memory_pipeline.evaluation.cases.retrieval import RetrievalFile
from memory_pipeline.evaluation.cases.safety import SafetyCase, SafetyFile
from memory_pipeline.evaluation.cases.situations import (
    ConstraintCase,
    ConstraintsFile,
    DirectiveCase,
    DirectivesFile,
)
from memory_pipeline.evaluation.cases.stories import ForgettingFile, ReconciliationFile, Story
from memory_pipeline.evaluation.cases.temporal import TemporalCase, TemporalFile
from memory_pipeline.evaluation.observing.formation import observe_family
from memory_pipeline.evaluation.observing.memory_log import observe_memory_log
from memory_pipeline.evaluation.observing.moments import (
    observe_constraint,
    observe_directive,
    observe_retrieval,
    observe_safety,
    observe_temporal,
)
from memory_pipeline.evaluation.observing.replies import observe_replies
from memory_pipeline.evaluation.observing.scratch import Bench
from memory_pipeline.evaluation.observing.stories import observe_story
from memory_pipeline.evaluation.scorers.duplicates import score_duplicates
from memory_pipeline.evaluation.scorers.formation import score_formation, score_reach, score_rejections
from memory_pipeline.evaluation.scorers.memory_log import score_memory_log
from memory_pipeline.evaluation.scorers.moments import (
    score_constraint,
    score_directive,
    score_replies,
    score_retrieval,
    score_safety,
    score_temporal,
)
from memory_pipeline.evaluation.scorers.stories import score_forgetting, score_reconciliation
from memory_pipeline.evaluation.scores import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """What one case gave: its scores, and what was gauged of it."""

    scores: list[Score]
    gauged: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseWork:
    """One case, or one family where a set has whole families. `run` raises NotMeasured where it cannot be measured."""

    set: str
    case: str
    run: Callable[[], Scored]


def work_of(file: AnyCaseFile, name: str, bench: Bench) -> Iterator[CaseWork]:
    """The cases of one file, in order; `name` is that of the file."""
    match file:
        case FormationFile():
            yield CaseWork(set=file.set, case=name, run=partial(_formation, file, name, bench))
        case RetrievalFile():
            yield CaseWork(set=file.set, case=name, run=partial(_retrieval, file, name, bench))
        case ReconciliationFile() | ForgettingFile():
            score = score_reconciliation if file.set == "reconciliation" else score_forgetting
            yield from (
                CaseWork(set=file.set, case=each.id, run=partial(_story, each, score, bench)) for each in file.cases
            )
        case TemporalFile():
            yield from (
                CaseWork(set=file.set, case=each.id, run=partial(_temporal, each, bench)) for each in file.cases
            )
        case DirectivesFile():
            for each in file.cases:
                yield CaseWork(set=file.set, case=each.id, run=partial(_directive, each, bench))
                yield CaseWork(set=file.set, case=each.id, run=partial(_replies, each, bench))
        case ConstraintsFile():
            yield from (
                CaseWork(set=file.set, case=each.id, run=partial(_constraint, each, bench)) for each in file.cases
            )
        case SafetyFile():
            yield from (CaseWork(set=file.set, case=each.id, run=partial(_safety, each, bench)) for each in file.cases)
        case MemoryLogFile():
            yield from (
                CaseWork(set=file.set, case=each.id, run=partial(_memory_log, each, bench)) for each in file.cases
            )


def _formation(file: FormationFile, name: str, bench: Bench) -> Scored:
    seen = observe_family(file, name, bench)
    scores = [score for each in seen.conversations for score in score_formation(each.conversation, each.kept)]
    scores += [
        score for each in seen.conversations for score in score_rejections(each.conversation, each.kept, each.dropped)
    ]
    scores += [score for each in seen.conversations for score in score_reach(each.conversation, each.reached)]
    scores += score_duplicates([memory.summary for memory in seen.active], seen.labels, name)
    return Scored(scores=scores, gauged={"largest_brief": seen.brief_tokens})


def _retrieval(file: RetrievalFile, name: str, bench: Bench) -> Scored:
    return Scored(scores=score_retrieval(file, observe_retrieval(file, bench), name))


def _story(story: Story, score: Callable[..., list[Score]], bench: Bench) -> Scored:
    return Scored(scores=score(story, observe_story(story, bench)))


def _temporal(case: TemporalCase, bench: Bench) -> Scored:
    return Scored(scores=score_temporal(case, observe_temporal(case, bench)))


def _directive(case: DirectiveCase, bench: Bench) -> Scored:
    seen = observe_directive(case, bench)
    gauged = {"tokens_before_the_model": seen.tokens[0], "tokens_of_three_files": seen.three_files_tokens}
    return Scored(scores=score_directive(case, seen), gauged=gauged)


def _replies(case: DirectiveCase, bench: Bench) -> Scored:
    seen = observe_replies(case, bench)
    gauged = {"tokens_of_the_agent": seen.ours.tokens, "tokens_of_the_three_files_agent": seen.three_files.tokens}
    return Scored(scores=score_replies(case, seen), gauged=gauged)


def _constraint(case: ConstraintCase, bench: Bench) -> Scored:
    return Scored(scores=score_constraint(case, observe_constraint(case, bench)))


def _safety(case: SafetyCase, bench: Bench) -> Scored:
    return Scored(scores=score_safety(case, observe_safety(case, bench)))


def _memory_log(case: MemoryLogCase, bench: Bench) -> Scored:
    return Scored(scores=score_memory_log(case, observe_memory_log(case, bench)))
