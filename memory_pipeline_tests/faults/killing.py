"""Work in a child process that the system kills: a real SIGKILL, after which nothing of the process runs."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable

from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline_tests.faults.stores import Interrupting


def die() -> None:
    """Kill this process, as `kill -9` does."""
    os.kill(os.getpid(), signal.SIGKILL)


def was_killed(work: Callable[[], object], by: signal.Signals = signal.SIGKILL) -> bool:
    """Run `work` in a fork of this process, which is warm; whether that signal ended it. Any other end is an error."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == by
        return True
    assert os.WEXITSTATUS(status) == 0, "the child failed by itself; its traceback is above"
    return False


def dying_before_write(objects: ObjectStore, number: int) -> Interrupting:
    """The store, over which the process is killed just before its `number`th write, from 1."""
    return Interrupting(objects, before=_at_write(number))


def dying_after_write(objects: ObjectStore, number: int) -> Interrupting:
    """The store, over which the process is killed when its `number`th write has been carried out."""
    return Interrupting(objects, after=_at_write(number))


def _at_write(number: int) -> Callable[[int, str], None]:
    writes = 0

    def count(_: int, name: str) -> None:
        nonlocal writes
        writes += name == "put"
        if writes == number and name == "put":
            die()

    return count
