"""Reconciliation and forgetting: the state that a history ended in against the labelled one.

What an answer must or must not say counts where one line says all of it: words from several memories prove nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from memory_pipeline.evaluation.cases.common import Words
from memory_pipeline.evaluation.cases.stories import Active, Past, Question, Story
from memory_pipeline.evaluation.observing.scratch import Shown
from memory_pipeline.evaluation.observing.stories import StorySeen
from memory_pipeline.evaluation.scores import Score
from memory_pipeline.evaluation.words_said import says, says_all
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.memory import Memory

Filed = tuple[Memory, tuple[Evidence, ...]]


def score_reconciliation(story: Story, seen: StorySeen) -> list[Score]:
    """One score of the whole outcome, and one a labelled active memory for being there once."""
    return [_outcome(story, seen, "outcome_right"), *_told_once(story, seen)]


def score_forgetting(story: Story, seen: StorySeen) -> list[Score]:
    """One score of the whole outcome, and two kinds of score a question: nothing forgotten, nothing else lost."""
    scores = [_outcome(story, seen, "forgetting_right")]
    for number, (question, shown) in enumerate(zip(story.expect.questions, seen.shown, strict=True), start=1):
        scores += _answers(f"{story.id}-q{number}", question, shown, seen)
    return scores


def _answers(case: str, question: Question, shown: Shown, seen: StorySeen) -> Iterator[Score]:
    if question.must_not_say:
        told = "\n".join([shown.everything, *(f"{memory.summary}\n{memory.body}" for memory in seen.leaked)])
        line = _line_saying(told, question.must_not_say)
        why = f"{question.query!r} is shown {line!r}" if line else f"{question.query!r} is shown nothing of it"
        yield Score(metric="forgotten_reachable", case=case, hit=line is not None, why=why)
    if question.must_say:
        found = _line_saying(shown.everything, question.must_say) is not None
        why = f"{question.query!r} " + ("finds it" if found else f"finds nothing that says {question.must_say}")
        yield Score(metric="beside_kept", case=case, hit=found, why=why)


def _line_saying(text: str, words: Words) -> str | None:
    return next((line for line in text.splitlines() if says_all(line, words)), None)


def _outcome(story: Story, seen: StorySeen, metric: Literal["outcome_right", "forgetting_right"]) -> Score:
    faults = list(_faults(story, seen))
    return Score(metric=metric, case=story.id, hit=not faults, why="; ".join(faults) or story.why)


def _faults(story: Story, seen: StorySeen) -> Iterator[str]:
    active = [filed for filed in seen.memories if filed[0].status == "active"]
    expect = story.expect
    for wanted in expect.active:
        yield from _active_faults(wanted, active, seen.sessions)
    for past in expect.past:
        yield from _past_faults(past, seen)
    for words in expect.disputed:
        if not any(_says(memory, words) and _is_disputed(ledger) for memory, ledger in active):
            yield f"no contradiction on record for {words}"
    if expect.active_count is not None and len(active) != expect.active_count:
        yield f"{len(active)} active memories, not {expect.active_count}: {[memory.summary for memory, _ in active]}"
    for question, shown in zip(expect.questions, seen.shown, strict=True):
        if question.must_say and _line_saying(shown.everything, question.must_say) is None:
            yield f"{question.query!r} does not find {question.must_say}"
        if question.must_not_say and _line_saying(shown.everything, question.must_not_say) is not None:
            yield f"{question.query!r} is shown {question.must_not_say}"


def _active_faults(wanted: Active, active: list[Filed], sessions: Mapping[str, str]) -> Iterator[str]:
    found = _matching(wanted, active)
    if not found:
        yield f"no active memory says {wanted.must_say}"
        return
    if len(found) > 1:
        yield f"{len(found)} active memories say {wanted.must_say}"
    memory, ledger = found[0]
    cited = {line.ref.session for line in ledger if line.supports}
    if missing := [step for step in wanted.cites if sessions.get(step) not in cited]:
        yield f"{memory.summary!r} does not cite {missing}"
    if wanted.reinforced is not None and memory.reinforcement_count != wanted.reinforced:
        yield f"{memory.summary!r} is reinforced {memory.reinforcement_count} times, not {wanted.reinforced}"


def _past_faults(past: Past, seen: StorySeen) -> Iterator[str]:
    gone = [memory for memory, _ in seen.memories if _says(memory, past.must_say)]
    if not any(memory.status in past.status for memory in gone):
        states = [memory.status for memory in gone]
        yield f"no memory that says {past.must_say} is {' or '.join(past.status)}: {states or 'there is none'}"


def _told_once(story: Story, seen: StorySeen) -> Iterator[Score]:
    active = [filed for filed in seen.memories if filed[0].status == "active"]
    for number, wanted in enumerate(story.expect.active, start=1):
        found = [memory.summary for memory, _ in _matching(wanted, active)]
        if found:
            why = f"told as {found}"
            case = f"{story.id}-{number}"
            yield Score(metric="duplicates_in_histories", case=case, hit=len(found) > 1, why=why, group=story.id)


def _matching(wanted: Active, active: list[Filed]) -> list[Filed]:
    return [
        (memory, ledger)
        for memory, ledger in active
        if _says(memory, wanted.must_say) and not any(says(memory.summary, phrase) for phrase in wanted.must_not_say)
    ]


def _says(memory: Memory, words: Words) -> bool:
    return says_all(f"{memory.about}: {memory.summary}", words)


def _is_disputed(ledger: tuple[Evidence, ...]) -> bool:
    return any(not line.supports for line in ledger)
