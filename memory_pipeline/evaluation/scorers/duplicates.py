"""Duplicate clusters: active memories that tell one fact twice, counted without the pipeline's own judge."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory_pipeline.evaluation.scores import Score
from memory_pipeline.evaluation.words_said import plain

_SHARED = 0.8
_NOT = frozenset("not no never cannot dont doesnt isnt arent wont cant without".split())
_EMPTY = frozenset("a an the is are was were be been of to in on at for and or with her his their its my our".split())


def score_duplicates(summaries: Sequence[str], same_fact: Sequence[frozenset[str]], group: str) -> list[Score]:
    """One score an active memory; a hit is the first of a cluster of two or more.

    Two memories tell one fact where both are one labelled fact (`same_fact`: the labels each one is), or where their
    summaries have the same numbers and negations and share four fifths of their other words.
    """
    clusters: list[list[int]] = []
    for at in range(len(summaries)):
        home = next((c for c in clusters if any(_alike(summaries, same_fact, at, other) for other in c)), None)
        if home is None:
            clusters.append([at])
        else:
            home.append(at)
    scores = []
    for cluster in clusters:
        for place, at in enumerate(cluster):
            repeated = len(cluster) > 1 and place == 0
            others = [summaries[other] for other in cluster if other != at]
            why = (
                f"{summaries[at]!r} is told again by {others}"
                if len(cluster) > 1
                else f"{summaries[at]!r} is told once"
            )
            case = f"{group}#{at + 1}"
            scores.append(Score(metric="duplicate_clusters", case=case, hit=repeated, why=why, group=group))
    return scores


def _alike(summaries: Sequence[str], labels: Sequence[frozenset[str]], one: int, other: int) -> bool:
    if labels[one] and labels[one] == labels[other]:
        return True
    return _same_words(summaries[one], summaries[other])


def _same_words(one: str, other: str) -> bool:
    left, right = _words(one), _words(other)
    if {w for w in left if w.isdigit()} != {w for w in right if w.isdigit()} or (left & _NOT) != (right & _NOT):
        return False
    left, right = left - _EMPTY, right - _EMPTY
    return bool(left | right) and len(left & right) >= _SHARED * len(left | right)


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", plain(text).replace("'", "")))
