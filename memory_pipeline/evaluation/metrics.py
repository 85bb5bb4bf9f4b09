"""Scores become figures: a share with its interval and the cases behind it, or a plain measure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Literal

from memory_pipeline.evaluation.scores import BY_NAME, Score

_Z = 1.959963984540054


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """`hits` of `n`, the share with its 95 % Wilson interval, and the scores that went the worse way."""

    name: str
    hits: int
    n: int
    low: float
    high: float
    failing: tuple[Score, ...]

    @property
    def value(self) -> float:
        """The share, 0..1."""
        return self.hits / self.n


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauge:
    """A figure that is no share: what is gauged of each case, and how the cases' values become one."""

    name: str
    set: str
    unit: str
    counts: str
    combine: Literal["largest", "mean"]


GAUGES = (
    Gauge(
        name="largest_brief", set="formation", unit="tokens", counts="the largest brief of a family", combine="largest"
    ),
    Gauge(
        name="tokens_before_the_model",
        set="directives",
        unit="tokens",
        counts="brief and turn block, a situation",
        combine="mean",
    ),
    Gauge(
        name="tokens_of_three_files",
        set="directives",
        unit="tokens",
        counts="the earlier design's files, a situation",
        combine="mean",
    ),
    Gauge(
        name="tokens_of_the_agent",
        set="directives",
        unit="tokens",
        counts="all messages sent for one reply, those after a tool too",
        combine="mean",
    ),
    Gauge(
        name="tokens_of_the_three_files_agent",
        set="directives",
        unit="tokens",
        counts="all messages sent for one reply over the three files",
        combine="mean",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A gauge's value over `n` cases."""

    name: str
    value: float
    unit: str
    n: int


def measure(figures: Mapping[str, Sequence[float]]) -> tuple[Measure, ...]:
    """One measure for each gauge that was read, in the order of the gauges."""
    return tuple(
        Measure(
            name=gauge.name, value=_combined(gauge, figures[gauge.name]), unit=gauge.unit, n=len(figures[gauge.name])
        )
        for gauge in GAUGES
        if figures.get(gauge.name)
    )


def _combined(gauge: Gauge, values: Sequence[float]) -> float:
    return max(values) if gauge.combine == "largest" else fmean(values)


def summarise(scores: Sequence[Score]) -> tuple[Metric, ...]:
    """One metric for each name that was scored, in the order of the yardsticks."""
    return tuple(
        _metric(name, found) for name in BY_NAME if (found := [score for score in scores if score.metric == name])
    )


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95 % score interval of a share (Wilson 1927); (0, 1) for nothing counted."""
    if n == 0:
        return 0.0, 1.0
    share = hits / n
    centre = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    half = _Z / (1 + _Z**2 / n) * sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2))
    return max(0.0, centre - half), min(1.0, centre + half)


def agreement(pairs: Iterable[tuple[object, object]]) -> tuple[float, int]:
    """Cohen's kappa of two labellers over the same things, and their number; 1.0 where both only ever say one value."""
    both = list(pairs)
    if not both:
        return 1.0, 0
    values = {value for pair in both for value in pair}
    observed = sum(one == other for one, other in both) / len(both)
    shares = (
        (sum(one == value for one, _ in both) / len(both)) * (sum(other == value for _, other in both) / len(both))
        for value in values
    )
    expected = sum(shares)
    return (1.0 if expected == 1 else (observed - expected) / (1 - expected)), len(both)


def _metric(name: str, scores: Sequence[Score]) -> Metric:
    hits = sum(score.hit for score in scores)
    low, high = wilson(hits, len(scores))
    bad = BY_NAME[name].better == "low"
    return Metric(
        name=name,
        hits=hits,
        n=len(scores),
        low=low,
        high=high,
        failing=tuple(score for score in scores if score.hit == bad),
    )
