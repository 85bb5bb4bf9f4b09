"""The night's pass over many families: each isolated, the quiet ones for one read (contract section 14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from memory_pipeline.model.errors import MemoryPipelineError, StoredDataError, UnknownFamily
from memory_pipeline.model.instants import zone
from memory_pipeline.workflows.dream_family import DreamReport, dream_family, is_due
from memory_pipeline.workflows.families import family_folders
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.reindex import synchronise_index
from memory_pipeline.workflows.verify import Check, run_check

QUARTER = 15
SAFETY = ("quotes_stand", "safe_to_serve")
"""The promises that block a family, as its own run checks them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """One family's night: quiet (`report` and `error` None), dreamt, or failed with an error that names the mend.

    `gate`: the safety checks of a family that dreamt; a red one says what readers would be handed and must not be.
    """

    family: str
    report: DreamReport | None = None
    error: MemoryPipelineError | None = None
    gate: tuple[Check, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether somebody has to look at this family."""
        return self.error is not None or not all(check.ok for check in self.gate)


def dream_families(pipeline: Pipeline, families: Iterable[str]) -> Iterator[Night]:
    """Dream for every family on which anything is due. One bad family never stops the others."""
    for family in families:
        try:
            report = _night(pipeline, family)
            yield Night(family=family, report=report, gate=_gate(pipeline, family) if report else ())
        except MemoryPipelineError as error:
            yield Night(family=family, error=error)


def families_due_tonight(pipeline: Pipeline, tick: datetime, hour: int) -> tuple[str, ...]:
    """Open families whose local clock shows `hour`:00 to `hour`:14 at `tick` and on which anything is due.

    A quiet family costs one read. One whose files cannot be read is among them, so that its run says so.
    """
    now = pipeline.host_now()
    return tuple(key for key in family_folders(pipeline) if _is_tonight(pipeline, key, now, tick, hour))


def _is_tonight(pipeline: Pipeline, key: str, now: datetime, tick: datetime, hour: int) -> bool:
    try:
        if not is_due(pipeline, key, now):
            return False
        family = pipeline.view(key).family()
        local = tick.astimezone(zone(family.timezone))
    except UnknownFamily:
        return False
    except StoredDataError:
        return True
    return not family.closed and local.hour == hour and local.minute < QUARTER


def _gate(pipeline: Pipeline, family: str) -> tuple[Check, ...]:
    return tuple(run_check(pipeline, family, promise) for promise in SAFETY)


def _night(pipeline: Pipeline, family: str) -> DreamReport | None:
    if not is_due(pipeline, family):
        return None
    report = dream_family(pipeline, family)
    synchronise_index(pipeline, family)
    return report
