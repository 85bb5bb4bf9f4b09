"""A family's history through the pipeline: extract every session in parallel, then reconcile in time order.

Extraction depends on one session alone, so it may run anywhere and in any order; what it gave is kept, so that a run
which was stopped goes on where it was. Reconciliation is the ordered half (seed section 12).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice

from memory_pipeline.formation.extract import form
from memory_pipeline.model.candidate import Formation
from memory_pipeline.model.transcript import Session
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_session import form_sessions, reconcile_sessions, to_form
from memory_pipeline.workflows.progress import Progress, silent

IN_FLIGHT = 16
"""Sessions handed out at a time: enough for any pool of this size, and few enough to hold in memory."""
WORTHWHILE = 200
"""Fewer sessions than this are read here sooner than other processes have started and loaded what extraction needs."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The session at which a family's history came to a halt, and why."""

    session: str
    reason: str

    def __str__(self) -> str:
        return f"session {self.session}: {self.reason}"


def form_in_parallel(
    pipeline: Pipeline, family: str, sessions: Sequence[str], executor: Executor | None, progress: Progress = silent
) -> Iterator[Formation]:
    """Extract and gate each session on the executor, at most IN_FLIGHT at a time, and keep each result at once.

    One after the other without an executor, and where other processes would not pay. A kept result is reused.
    """
    if executor is None or (isinstance(executor, ProcessPoolExecutor) and len(sessions) < WORTHWHILE):
        yield from form_sessions(pipeline, family, sessions, progress)
        return
    store = pipeline.store(family)
    about, policy = store.family(), pipeline.policies.formation
    queue: deque[Formation | Future[Formation]] = deque()
    waiting = iter(sessions)
    done = 0

    def hand_out(number: int) -> None:
        for name in islice(waiting, number):
            found = to_form(pipeline, store, name)
            if isinstance(found, Session):
                queue.append(executor.submit(form, found, about, pipeline.extractor, policy))
            else:
                queue.append(found)

    hand_out(IN_FLIGHT)
    while queue:
        made = queue.popleft()
        if isinstance(made, Future):
            made = made.result()
            store.put_formation(made)
        hand_out(1)
        done += 1
        progress("form", done, len(sessions))
        yield made


def reduce_in_order(
    pipeline: Pipeline, family: str, sessions: Sequence[str], progress: Progress = silent
) -> tuple[int, Stop | None]:
    """Reconcile formed sessions in their order up to the first that failed: how many, and where it stopped."""
    reconciled = 0
    for outcome in reconcile_sessions(pipeline, family, sessions, progress):
        if outcome.failed:
            return reconciled, Stop(outcome.formation.session, outcome.formation.reason)
        reconciled += 1
    return reconciled, None
