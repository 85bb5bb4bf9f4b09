"""Every family of a store moves over, one at a time or several at once; each isolated, the failed ones named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context

from memory_pipeline.model.errors import MemoryPipelineError
from memory_pipeline.workflows.migrate import migrate_family
from memory_pipeline.workflows.migrate_ledger import MigrationLedger
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.progress import Progress, silent

BuildPipeline = Callable[[], Pipeline]
"""Makes the pipeline anew, also in another process: what it is made of has to be picklable."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyMigration:
    """One family's end: its ledger, or the error that kept it from having one. `skipped`: it is closed."""

    family: str
    ledger: MigrationLedger | None = None
    error: MemoryPipelineError | None = None
    skipped: bool = False

    @property
    def failed(self) -> bool:
        """Whether it is not over: stopped, refused, or its report lets no release cover it."""
        return not self.skipped and (self.ledger is None or not self.ledger.passes)


def migrate_families(
    build: BuildPipeline,
    families: Sequence[str],
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Progress = silent,
) -> Iterator[FamilyMigration]:
    """Each family's end as soon as it is there. With one job in their order, extraction on the `executor`.

    With more, that many processes, each of which does whole families.
    """
    ends = _in_turn(build, families, executor, progress) if jobs == 1 else _at_once(build, families, jobs)
    for done, each in enumerate(ends, start=1):
        progress("families", done, len(families))
        yield each


def migrate_one(
    pipeline: Pipeline, family: str, executor: Executor | None = None, progress: Progress = silent
) -> FamilyMigration:
    """One family, isolated: what goes wrong on purpose is its end and nobody else's."""
    try:
        if pipeline.view(family).family().closed:
            return FamilyMigration(family=family, skipped=True)
        ledger = migrate_family(pipeline, family, executor=executor, progress=progress)
        return FamilyMigration(family=family, ledger=ledger)
    except MemoryPipelineError as error:
        return FamilyMigration(family=family, error=error)


def _in_turn(
    build: BuildPipeline, families: Sequence[str], executor: Executor | None, progress: Progress
) -> Iterator[FamilyMigration]:
    pipeline = build()
    for family in families:
        yield migrate_one(pipeline, family, executor, progress)


def _at_once(build: BuildPipeline, families: Sequence[str], jobs: int) -> Iterator[FamilyMigration]:
    context = get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_start, initargs=(build,)) as pool:
        handed_out = [pool.submit(_migrate_here, family) for family in families]
        for finished in as_completed(handed_out):
            yield finished.result()


_here: list[Pipeline] = []


def _start(build: BuildPipeline) -> None:
    """Make this process's own pipeline."""
    _here[:] = [build()]


def _migrate_here(family: str) -> FamilyMigration:
    return migrate_one(_here[0], family)
