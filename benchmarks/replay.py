"""How long a replay takes and what it needs: LoCoMo's conversations, a wave of generated families, one long history.

    python benchmarks/replay.py [--locomo FILE] [--families 27] [--sessions 30] [--jobs 2] [--long 30,120,480]

Each figure is one run over a store of its own, with the parts that a new installation has. Memory is the peak of the
process that replays, so that a history's length shows where it is held.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.generated_families import family, settle_in
from memory_pipeline.bootstrap import build_pipeline
from memory_pipeline.settings import Settings

PROGRAM = str(Path(sys.executable).with_name("memory-pipeline"))


def main() -> None:
    """Measure and print."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--locomo", type=Path)
    given.add_argument("--families", type=int, default=27)
    given.add_argument("--sessions", type=int, default=30)
    given.add_argument("--jobs", type=int, default=2)
    given.add_argument("--long", default="30,120,480")
    chosen = given.parse_args()
    if chosen.locomo:
        locomo(chosen.locomo, chosen.jobs)
    if chosen.families:
        wave(chosen.families, chosen.sessions, chosen.jobs)
    for length in filter(None, chosen.long.split(",")):
        one_history(int(length))


def locomo(file: Path, jobs: int) -> None:
    """Import and replay every conversation of a file of LoCoMo's format."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "MEMORY_STORE": f"{folder}/store"}
        subprocess.run([PROGRAM, "import", "locomo", str(file)], check=True, capture_output=True, env=environment)
        sessions = len(list(Path(folder).rglob("sessions/*.json")))
        seconds = migrate_all(environment, jobs)
        show(f"LoCoMo, {sessions} sessions, --jobs {jobs}", seconds, sessions)


def wave(families: int, sessions: int, jobs: int) -> None:
    """Migrate many families with their earlier files."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "MEMORY_STORE": f"{folder}/store"}
        pipeline = build_pipeline(Settings(store=f"{folder}/store", fsync=False))
        for number in range(1, families + 1):
            settle_in(pipeline, family(number), sessions)
        seconds = migrate_all(environment, jobs)
        show(f"{families} families of {sessions} sessions, --jobs {jobs}", seconds, families * sessions)
        again = migrate_all(environment, jobs)
        show("  told again, nothing to do", again, families * sessions)


def one_history(sessions: int) -> None:
    """Replay one family in a process of its own, extraction in others, and say what that process needed at most."""
    with tempfile.TemporaryDirectory() as folder:
        settle_in(build_pipeline(Settings(store=f"{folder}/store", fsync=False)), family(1), sessions)
        environment = {**os.environ, "MEMORY_STORE": f"{folder}/store"}
        start = time.perf_counter()
        child = subprocess.Popen([PROGRAM, "migrate", "--all", "--json"], env=environment, stdout=subprocess.DEVNULL)
        _, _, used = os.wait4(child.pid, 0)
        times = time.perf_counter() - start, used.ru_utime + used.ru_stime
        memories = len(list(Path(folder).rglob("memories/*.md")))
        label = f"one history of {sessions} sessions, {memories} memories, peak {used.ru_maxrss / 1024:.0f} MB"
        show(label, times, sessions)


def migrate_all(environment: dict[str, str], jobs: int) -> tuple[float, float]:
    """Wall and CPU time of the whole command. A family that stopped or failed ends the benchmark."""
    start, used = time.perf_counter(), cpu_of_children()
    done = subprocess.run(
        [PROGRAM, "migrate", "--all", "--jobs", str(jobs), "--json"],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    seconds = time.perf_counter() - start
    states = {each["family"]: each["state"] for each in json.loads(done.stdout)}
    assert set(states.values()) == {"done"}, states
    return seconds, cpu_of_children() - used


def cpu_of_children() -> float:
    """Seconds of CPU that the processes which have ended used, theirs included."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def show(figure: str, times: tuple[float, float], sessions: int) -> None:
    """One row: wall time, CPU time (on a busy machine the steadier figure), and sessions a second of wall time."""
    seconds, cpu = times
    print(f"{figure:72} {seconds:8.1f} s {cpu:8.1f} CPU s {sessions / seconds:7.1f}/s", flush=True)


if __name__ == "__main__":
    main()
