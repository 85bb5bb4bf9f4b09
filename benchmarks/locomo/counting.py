"""How results are counted, alike for every system, so that nobody wins by citing everything.

At most two turns of a piece of evidence and four turns of a result count. Recall is the share of a question's gold
turns among the turns of the first results, the mean over questions; precision is the share of those turns that is gold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from benchmarks.locomo.questions import Address, Question

TURNS_A_PIECE = 2
TURNS_A_RESULT = 4

Pieces = Sequence[Sequence[Address]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Recall and precision of one system over all questions, as shares of one."""

    recall: float
    precision: float
    questions: int


def counted(pieces: Pieces) -> tuple[Address, ...]:
    """The turns of one result that count: the first two of each piece of evidence, four in all."""
    turns = dict.fromkeys(turn for piece in pieces for turn in piece[:TURNS_A_PIECE])
    return tuple(turns)[:TURNS_A_RESULT]


def score(questions: Sequence[Question], results: Sequence[Sequence[Pieces]], first: int) -> Found:
    """Recall and precision of the first so many results of each question, in the order of the questions."""
    recalls, precisions = [], []
    for question, found in zip(questions, results, strict=True):
        turns = {turn for pieces in found[:first] for turn in counted(pieces)}
        recalls.append(len(turns & question.gold) / len(question.gold))
        if turns:
            precisions.append(len(turns & question.gold) / len(turns))
    return Found(recall=fmean(recalls), precision=fmean(precisions) if precisions else 0.0, questions=len(questions))


def coverage(questions: Sequence[Question], cited: Iterable[Pieces], family: str) -> tuple[int, int]:
    """How many of a family's distinct gold turns some memory cites, and of how many."""
    gold = {turn for question in questions if question.family == family for turn in question.gold}
    turns = {turn for pieces in cited for piece in pieces for turn in piece[:TURNS_A_PIECE]}
    return len(gold & turns), len(gold)
