"""An evaluation: every case of the chosen sets is observed, scored, summed up and held against the thresholds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memory_pipeline.evaluation.case_work import CaseWork, Scored, work_of
from memory_pipeline.evaluation.cases.common import Split
from memory_pipeline.evaluation.cases.load import SETS, load_case_file
from memory_pipeline.evaluation.metrics import Measure, Metric, measure, summarise
from memory_pipeline.evaluation.observing.not_measured import NotMeasured
from memory_pipeline.evaluation.observing.scratch import Bench
from memory_pipeline.evaluation.scores import Score, Unscored
from memory_pipeline.evaluation.thresholds import SET_OF, Threshold, Verdict, judge
from memory_pipeline.workflows.progress import Progress, silent


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitResult:
    """One split's cases by set, figures, verdicts, and the cases that gave no score."""

    split: Split
    cases: Mapping[str, int]
    metrics: tuple[Metric, ...]
    measures: tuple[Measure, ...]
    verdicts: tuple[Verdict, ...]
    unscored: tuple[Unscored, ...]

    @property
    def ok(self) -> bool:
        """Nothing crashed and no threshold is missed. What was not measured is shown, and fails nothing."""
        return not any(case.crashed for case in self.unscored) and all(each.ok is not False for each in self.verdicts)


def evaluate_split(
    root: Path,
    split: Split,
    bench: Bench,
    thresholds: Sequence[Threshold],
    *,
    sets: Sequence[str] = SETS,
    progress: Progress = silent,
) -> SplitResult:
    """Observe and score the cases of one split. Raises MalformedDocument before any of them is run."""
    paths = [path for name in sets for path in sorted((root / name / split).glob("*.yaml"))]
    work = [each for path in paths for each in work_of(load_case_file(path), path.stem, bench)]
    scores: list[Score] = []
    gauged: dict[str, list[float]] = {}
    unscored: list[Unscored] = []
    for done, each in enumerate(work, start=1):
        match _guarded(each):
            case Unscored() as without:
                unscored.append(without)
            case Scored() as scored:
                scores += scored.scores
                for name, value in scored.gauged.items():
                    gauged.setdefault(name, []).append(value)
        progress(f"evaluate {split}: {each.set}", done, len(work))
    metrics, measures = summarise(scores), measure(gauged)
    return SplitResult(
        split=split,
        cases={name: len({each.case for each in work if each.set == name}) for name in sets},
        metrics=metrics,
        measures=measures,
        verdicts=judge([each for each in thresholds if SET_OF[each.figure] in sets], metrics, measures),
        unscored=tuple(unscored),
    )


def _guarded(work: CaseWork) -> Scored | Unscored:
    try:
        return work.run()
    except NotMeasured as missing:
        return Unscored(set=work.set, case=work.case, reason=str(missing), crashed=False)
    except Exception as error:  # a crash of any kind is a finding about the case, and the others still have to run
        return Unscored(set=work.set, case=work.case, reason=f"{type(error).__name__}: {error}", crashed=True)
