"""A history replayed: extraction anywhere and in any order, the reduce in time order."""

from __future__ import annotations

from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from memory_pipeline.workflows import replay
from memory_pipeline.workflows.families import take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_session import waiting_sessions
from memory_pipeline.workflows.replay import Stop, form_in_parallel, reduce_in_order
from memory_pipeline.workflows.run_family import run_family
from memory_pipeline.workflows.settle import settle
from memory_pipeline_tests.workflows.conftest import FAMILY, folder_bytes, said
from memory_pipeline_tests.workflows.earlier_design import failing_at

KEY = FAMILY.key
LONG = [
    said(
        f"s-{day:02}",
        f"Theo has practice {day} at {hour} pm.",
        "We moved to Oak Street.",
        at=f"2026-08-{day:02}T19:00:00Z",
    )
    for day, hour in zip(range(1, 25), [3, 4, 5] * 8, strict=True)
]


class Counting(ThreadPoolExecutor):
    """Knows how many pieces of work were handed out before any was asked for."""

    def __init__(self) -> None:
        super().__init__(2)
        self.submitted = 0

    def submit(self, *arguments, **named):  # type: ignore[no-untyped-def]
        self.submitted += 1
        return super().submit(*arguments, **named)


def replayed(pipeline: Pipeline, executor: Executor | None = None) -> tuple[int, Stop | None]:
    """Extract, reduce and settle; how many sessions were reconciled, and where it stopped."""
    waiting = waiting_sessions(pipeline.view(KEY))
    list(form_in_parallel(pipeline, KEY, waiting, executor))
    reconciled, stop = reduce_in_order(pipeline, KEY, waiting)
    if stop is None:
        settle(pipeline, KEY)
    return reconciled, stop


def test_a_replay_ends_in_the_bytes_of_one_session_after_the_other(pipeline: Pipeline, root: Path) -> None:
    take_in(pipeline, KEY, LONG)
    start = folder_bytes(root)
    run_family(pipeline, KEY)
    expected = folder_bytes(root / "families")
    for name in set(folder_bytes(root)) - set(start):
        (root / name).unlink()
    with ThreadPoolExecutor(3) as executor:
        assert replayed(pipeline, executor) == (24, None)
    assert folder_bytes(root / "families") == expected
    assert replayed(pipeline) == (0, None)
    assert folder_bytes(root / "families") == expected


@pytest.mark.slow
def test_other_processes_extract_the_same(pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "WORTHWHILE", 1)
    take_in(pipeline, KEY, LONG)
    names = [session.id for session in LONG]
    pools: list[Executor | None] = [None, ProcessPoolExecutor(2, mp_context=get_context("spawn"))]
    made = [list(form_in_parallel(pipeline, KEY, names, pool)) for pool in pools]
    pools[1].shutdown()  # type: ignore[union-attr]
    assert made[0] == made[1]
    assert [formation.session for formation in made[0]] == names


def test_few_sessions_are_handed_out_at_a_time_and_kept_ones_not_at_all(pipeline: Pipeline) -> None:
    take_in(pipeline, KEY, LONG)
    names = [session.id for session in LONG]
    with Counting() as executor:
        first = form_in_parallel(pipeline, KEY, names, executor)
        next(first)
        assert executor.submitted <= 17
        assert len(list(first)) == len(names) - 1
        assert executor.submitted == len(names)
        assert len(list(form_in_parallel(pipeline, KEY, names, executor))) == len(names)
        assert executor.submitted == len(names)


def test_where_other_processes_would_not_pay_none_is_started(pipeline: Pipeline) -> None:
    take_in(pipeline, KEY, LONG)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert len(list(form_in_parallel(pipeline, KEY, [session.id for session in LONG], executor))) == len(LONG)
        assert not executor._processes


def test_a_session_that_fails_stops_the_replay_before_what_came_later(pipeline: Pipeline) -> None:
    take_in(pipeline, KEY, LONG)
    assert replayed(failing_at(pipeline, "s-05")) == (4, Stop("s-05", "the endpoint is down"))
    assert max(pipeline.view(KEY).decided_sessions()) == "s-04"
    assert replayed(pipeline) == (20, None)
