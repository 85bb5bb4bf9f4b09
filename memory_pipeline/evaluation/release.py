"""A release decided: the newest whole evaluation is read, held against what runs, and `release.json` is written or not.

The Dagster asset and the command call this and nothing else, so that neither can be got round by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memory_pipeline.evaluation.gate import Standing, judged, refusals
from memory_pipeline.evaluation.records import Record, newest_record
from memory_pipeline.model.instants import format_instant
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.workflows.release import Release, write_release


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The release, or why there is none; `written`: whether `release.json` changed."""

    release: Release | None
    refused: tuple[str, ...] = ()
    written: bool = False

    def as_json(self) -> dict[str, Any]:
        """`release --json`."""
        return {
            "released": self.release is not None,
            "written": self.written,
            "refused": list(self.refused),
            "release": None if self.release is None else self.release.as_json(),
        }


def decide_release(evaluations: Path, objects: ObjectStore, standing: Standing) -> Decision:
    """Release what runs where the newest whole evaluation vouches for it. Raises MalformedDocument for its record."""
    record = newest_record(evaluations)
    refused = tuple(refusals(record, standing))
    if record is None or refused:
        return Decision(release=None, refused=refused)
    release = Release(
        released_at=format_instant(standing.now.replace(microsecond=0)),
        versions=standing.versions,
        evaluation={"at": record["at"], "record": record["record"], "cases": record["cases"]},
        scores=tuple(_scores(record, standing)),
    )
    return Decision(release=release, written=write_release(objects, release))


def _scores(record: Record, standing: Standing) -> Iterator[dict[str, Any]]:
    for threshold in standing.thresholds:
        for each in judged(record, threshold):
            yield {
                "threshold": threshold.name,
                "figure": threshold.figure,
                "split": each.split,
                "value": each.verdict.value,
                "bound": each.verdict.bound,
                "n": each.verdict.n,
                "interval": None if each.interval is None else list(each.interval),
            }
