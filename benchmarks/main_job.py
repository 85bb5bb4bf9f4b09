"""The main job's figures: import time of the reader, sessions per second of `run`, wall time of the demo.

    python benchmarks/main_job.py [LOCOMO_FILE]

Prints medians as a table. The LoCoMo part runs only where a file of that format is given.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

PROGRAM = str(Path(sys.executable).with_name("memory-pipeline"))
IMPORT = "import time; t = time.perf_counter(); import memory_pipeline.retrieval.reader; print(time.perf_counter() - t)"
RUNS = 5


def main() -> None:
    """Measure and print."""
    print(f"{'figure':58} {'median':>10} {'min':>10} {'max':>10}")
    show("import memory_pipeline.retrieval.reader, s", [import_seconds() for _ in range(RUNS)])
    show("memory-pipeline --help, s", [seconds([PROGRAM, "--help"], os.environ) for _ in range(RUNS)])
    show("memory-pipeline demo on a new store, s", [in_new_store(demo) for _ in range(3)])
    if len(sys.argv) > 1:
        show("run --all on LoCoMo, sessions/s", [in_new_store(sessions_per_second) for _ in range(3)])


def show(figure: str, values: list[float]) -> None:
    """One row."""
    print(f"{figure:58} {statistics.median(values):10.3f} {min(values):10.3f} {max(values):10.3f}", flush=True)


def import_seconds() -> float:
    """Wall time of the import alone, in a process of its own."""
    return float(subprocess.run([sys.executable, "-c", IMPORT], check=True, capture_output=True, text=True).stdout)


def seconds(command: list[str], environment: Mapping[str, str]) -> float:
    """Wall time of a whole process."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=dict(environment))
    return time.perf_counter() - start


def in_new_store(measure: Callable[[Mapping[str, str]], float]) -> float:
    """Measure with a store that is new and goes away."""
    with tempfile.TemporaryDirectory() as folder:
        return measure({**os.environ, "MEMORY_STORE": f"{folder}/store"})


def demo(environment: Mapping[str, str]) -> float:
    """Load the demo families and run everything."""
    return seconds([PROGRAM, "demo"], environment)


def sessions_per_second(environment: Mapping[str, str]) -> float:
    """Form, reconcile, dream and index every session of the file."""
    subprocess.run([PROGRAM, "import", "locomo", sys.argv[1]], check=True, capture_output=True, env=dict(environment))
    sessions = len(list(Path(environment["MEMORY_STORE"]).rglob("sessions/*.json")))
    return sessions / seconds([PROGRAM, "run", "--all"], environment)


if __name__ == "__main__":
    main()
