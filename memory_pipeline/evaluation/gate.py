"""The release gate: a kept evaluation against the thresholds, the cases and the versions as they are now.

The record's own verdicts count for nothing here: its counts are judged again, so that neither a threshold that was
raised since nor a hand that set `ok` to true gets anything past it (contract section 14).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from memory_pipeline.evaluation.records import Record
from memory_pipeline.evaluation.thresholds import SET_OF, Threshold, Verdict, judge_figures
from memory_pipeline.model.instants import parse_instant

SPLITS = ("dev", "test")
AGAIN = "`memory-pipeline evaluate` (or materialize evaluation_report) makes a new record"


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitVerdict:
    """One threshold on one split, with the figure's interval and the ids of the cases that went the worse way, and why.

    `crashed`: cases of the figure's set that gave no score because something broke.
    """

    split: str
    verdict: Verdict
    interval: tuple[float, float] | None
    failing: tuple[str, ...]
    reasons: tuple[str, ...]
    crashed: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether it was measured, holds, and nothing crashed. What was not measured opens no gate."""
        return self.verdict.ok is True and not self.crashed


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a release has to stand up to now: thresholds, digest of the cases, versions, clock, longest age."""

    thresholds: tuple[Threshold, ...]
    cases: str
    versions: Mapping[str, str]
    now: datetime
    longest_age: timedelta


def judged(record: Record, threshold: Threshold) -> tuple[SplitVerdict, ...]:
    """The threshold on each split of a record; a split that is missing there was not measured."""
    splits = {str(split["split"]): split for split in record["splits"]}
    return tuple(_judged(splits.get(name, {}), name, threshold) for name in SPLITS)


def refusals(record: Record | None, standing: Standing) -> Iterator[str]:
    """Why this record releases nothing, each with how to mend it; none where it does."""
    if record is None:
        yield f"no whole evaluation is on record; {AGAIN}"
        return
    yield from _outdated(record, standing)
    for threshold in standing.thresholds:
        yield from (_missed(threshold, each) for each in judged(record, threshold) if not each.ok)


def _outdated(record: Record, standing: Standing) -> Iterator[str]:
    age = standing.now - parse_instant(str(record["at"]))
    if age > standing.longest_age:
        yield f"the newest evaluation is {age.days} days old, at most {standing.longest_age.days} are asked; {AGAIN}"
    if record.get("cases") != standing.cases:
        yield f"the labelled cases or thresholds have changed since the newest evaluation; {AGAIN}"
    measured = record.get("versions", {})
    for part, running in standing.versions.items():
        if measured.get(part) != running:
            yield f"the newest evaluation measured {part} {measured.get(part)!r}, running is {running!r}; {AGAIN}"


def _missed(threshold: Threshold, found: SplitVerdict) -> str:
    place = f"{threshold.name} on {found.split}"
    if found.crashed:
        return f"{place}: {_some(found.crashed)} crashed; the record says how, mend that and evaluate again"
    if found.verdict.value is None or found.verdict.bound is None:
        return f"{place}: not measured, so nothing vouches for it; evaluate every set with a backend that can"
    asked = f"at {'least' if threshold.at_least is not None else 'most'} {found.verdict.bound:g}"
    failing = f" ({_some(found.failing)})" if found.failing else ""
    return f"{place} is {found.verdict.value:.4g} of n={found.verdict.n}, {asked} is asked{failing}; mend those cases"


def _some(ids: Sequence[str]) -> str:
    return ", ".join(ids[:5]) + (f" and {len(ids) - 5} more" if len(ids) > 5 else "")


def _judged(split: Mapping[str, Any], name: str, threshold: Threshold) -> SplitVerdict:
    metrics = {str(metric["name"]): metric for metric in split.get("metrics", ())}
    figures = {key: (metric["hits"] / metric["n"], metric["n"]) for key, metric in metrics.items() if metric["n"]}
    figures |= {measure["name"]: (measure["value"], measure["n"]) for measure in split.get("measures", ())}
    (verdict,) = judge_figures([threshold], figures)
    metric = metrics.get(verdict.decided_by)
    return SplitVerdict(
        split=name,
        verdict=verdict,
        interval=None if metric is None else (metric["interval"][0], metric["interval"][1]),
        failing=() if metric is None else tuple(each["case"] for each in metric["failing"]),
        reasons=() if metric is None else tuple(each["why"] for each in metric["failing"]),
        crashed=tuple(
            case["case"]
            for case in split.get("unscored", ())
            if case["crashed"] and case["set"] == SET_OF[threshold.figure]
        ),
    )
