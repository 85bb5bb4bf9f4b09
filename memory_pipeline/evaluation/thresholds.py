"""What a figure must reach: `thresholds.yaml`, checked against the figures of one split (contract section 12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import orjson
import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from memory_pipeline.evaluation.cases.load import CaseLoader
from memory_pipeline.evaluation.metrics import GAUGES, Measure, Metric
from memory_pipeline.evaluation.scores import YARDSTICKS
from memory_pipeline.model.errors import MalformedDocument

SET_OF = {figure.name: figure.set for figure in (*YARDSTICKS, *GAUGES)}
Bound = Annotated[str, Field(pattern=r"^\d+(\.\d+)?$|^[a-z_]+$")]


class OnceMeasured(BaseModel):
    """Another figure and bound that count too, once both are there: replies, where a model gave some."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    figure: str
    at_least: Bound


class Threshold(BaseModel):
    """One bound. `figure` is a yardstick's or a gauge's name; the bound a number or the name of another figure.

    `once_measured`: what must hold besides where it was measured; it can only make the threshold harder to pass.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    name: str
    figure: str
    at_least: Bound | None = None
    at_most: Bound | None = None
    source: str
    once_measured: OnceMeasured | None = None

    @model_validator(mode="after")
    def _has_one_bound(self) -> Threshold:
        if (self.at_least is None) == (self.at_most is None):
            raise ValueError(f"{self.name}: give at_least or at_most")
        return self


class ThresholdsFile(BaseModel):
    """All bounds of a release."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    thresholds: list[Threshold] = Field(min_length=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One threshold against the figures of one split. `ok` is None where the figure was not measured."""

    threshold: Threshold
    value: float | None
    bound: float | None
    n: int
    ok: bool | None
    figure: str = ""

    @property
    def decided_by(self) -> str:
        """The figure that decided: the threshold's own, or the one that counts once it is measured."""
        return self.figure or self.threshold.figure


def load_thresholds(path: Path) -> tuple[Threshold, ...]:
    """The bounds, in file order. Raises MalformedDocument, also for a figure that nothing measures."""
    try:
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=CaseLoader)
        found = tuple(ThresholdsFile.model_validate_json(orjson.dumps(data)).thresholds)
    except (yaml.YAMLError, ValidationError) as error:
        raise MalformedDocument(str(error), file=str(path)) from error
    for threshold in found:
        if threshold.figure not in SET_OF:
            raise MalformedDocument(f"{threshold.name}: nothing measures {threshold.figure!r}", file=str(path))
    return found


def judge(
    thresholds: Sequence[Threshold], metrics: Sequence[Metric], measures: Sequence[Measure]
) -> tuple[Verdict, ...]:
    """One verdict a threshold."""
    figures = {metric.name: (metric.value, metric.n) for metric in metrics}
    figures |= {measure.name: (measure.value, measure.n) for measure in measures}
    return judge_figures(thresholds, figures)


def judge_figures(thresholds: Sequence[Threshold], figures: Mapping[str, tuple[float, int]]) -> tuple[Verdict, ...]:
    """One verdict a threshold, from each figure's value and n by name."""
    return tuple(_verdict(threshold, figures) for threshold in thresholds)


def _verdict(threshold: Threshold, figures: Mapping[str, tuple[float, int]]) -> Verdict:
    value, n = figures.get(threshold.figure, (None, 0))
    bound = _bound(threshold.at_least or threshold.at_most or "", figures)
    if value is None or bound is None:
        return Verdict(threshold=threshold, value=value, bound=bound, n=n, ok=None)
    ok = value >= bound if threshold.at_least is not None else value <= bound
    if ok and (also := threshold.once_measured) is not None and also.figure in figures:
        reached, least = figures[also.figure], _bound(also.at_least, figures)
        if least is not None and reached[0] < least:
            return Verdict(
                threshold=threshold, value=reached[0], bound=least, n=reached[1], ok=False, figure=also.figure
            )
    return Verdict(threshold=threshold, value=value, bound=bound, n=n, ok=ok)


def _bound(bound: str, figures: Mapping[str, tuple[float, int]]) -> float | None:
    if bound[0].isdigit():
        return float(bound)
    return figures[bound][0] if bound in figures else None
