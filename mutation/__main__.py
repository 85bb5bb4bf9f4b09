"""Mutation tests of the code that decides: `python -m mutation TARGET [--sample N]`, or `make mutate TARGET=gates`.

Each target is mutated in a copy of the repository (mutmut) and judged by its own tests. Prints the share that a test
killed and writes the survivors, each as a diff, to `mutation/survivors/TARGET.md`.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
SURVIVORS = ROOT / "mutation" / "survivors"
COPIED = (
    "memory_pipeline", "memory_pipeline_tests", "benchmarks", "docs", "eval_sets",
    "pyproject.toml", "README.md", "dagster.yaml",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Target:
    """What is mutated, and the tests that must notice."""

    sources: tuple[str, ...]
    tests: tuple[str, ...]


TARGETS = {
    "gates": Target(
        ("formation/gates", "formation/extract.py"),
        ("formation", "faults", "adapters/test_embedded_extractor.py", "adapters/test_embedded_extractor_chat.py"),
    ),
    "language": Target(("language",), ("language",)),
    "policy": Target(
        (
            "reconciliation/policy.py",
            "reconciliation/plan.py",
            "reconciliation/choosing.py",
            "reconciliation/outcomes.py",
        ),
        ("reconciliation",),
    ),
    "sweep": Target(("dreaming",), ("dreaming",)),
    "compile": Target(("brief/compile.py", "brief/fill.py", "brief/weight.py", "brief/sections.py"), ("brief",)),
    "journal": Target(("store/journal.py", "store/preparation.py", "store/invariants.py"), ("store",)),
}


def main() -> int:
    """Mutate one target; 1 where fewer than nine mutants in ten were killed, 2 where none could be run."""
    parser = argparse.ArgumentParser(prog="python -m mutation", description=__doc__)
    parser.add_argument("target", choices=sorted(TARGETS))
    parser.add_argument("--sample", type=int, help="only so many mutants, drawn evenly")
    parser.add_argument(
        "--seed", type=int, default=2026, help="of the sample: another one judges tests that were written for the first"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copy = lay_out(Path(folder), TARGETS[chosen.target])
        names = mutants(copy, chosen.jobs)
        drawn = names if chosen.sample is None else draw(names, chosen.sample, chosen.seed)
        said = mutmut(copy, "run", "--max-children", str(chosen.jobs), *([] if chosen.sample is None else drawn))
        verdicts = results(copy)
        judged = {name: verdicts[name] for name in drawn if verdicts.get(name, "not checked") != "not checked"}
        if not judged:
            print(f"{chosen.target}: no mutant was run; mutmut said:\n{said[-2_000:]}", file=sys.stderr)
            return 2
        survivors = sorted(name for name, verdict in judged.items() if verdict in ("survived", "no tests"))
        share = 1 - len(survivors) / max(1, len(judged))
        write(chosen.target, copy, survivors, judged, len(names))
    print(
        f"{chosen.target}: {len(judged)} of {len(names)} mutants, {100 * share:.1f} % killed", Counter(judged.values())
    )
    return 0 if share >= 0.9 else 1


def lay_out(folder: Path, target: Target) -> Path:
    """A copy of the repository with mutmut's settings."""
    for name in COPIED:
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, folder / name)
    sources = [f"memory_pipeline/{name}" for name in target.sources]
    tests = [f"memory_pipeline_tests/{name}" for name in target.tests]
    also = [name for name in COPIED if name != "pyproject.toml"]
    settings = (
        f"\n[tool.mutmut]\nsource_paths = {sources!r}\nalso_copy = {also!r}\n"
        f"pytest_add_cli_args_test_selection = {tests!r}\n"
        "pytest_add_cli_args = ['-m', 'not slow and not real', '-p', 'no:xdist']\n"
    )
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write(settings)
    return folder


def mutants(copy: Path, jobs: int) -> list[str]:
    """The names of all mutants; making them runs none."""
    mutmut(copy, "run", "--max-children", str(jobs), "no.such.mutant")
    return sorted(results(copy))


def draw(names: list[str], size: int, seed: int) -> list[str]:
    """A sample that is the same on every run."""
    return sorted(random.Random(seed).sample(names, min(size, len(names))))


def results(copy: Path) -> dict[str, str]:
    """Every mutant's verdict by name."""
    printed = mutmut(copy, "results", "--all", "true")
    pairs = (line.strip().rsplit(": ", 1) for line in printed.splitlines() if ": " in line and "__mutmut_" in line)
    return dict(pairs)


def mutmut(copy: Path, *arguments: str) -> str:
    """Run mutmut in the copy; its progress goes nowhere, what it prints is returned."""
    command = [sys.executable, "-m", "mutmut", *arguments]
    return subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False).stdout


def write(target: str, copy: Path, survivors: list[str], judged: dict[str, str], total: int) -> None:
    """List the survivors with their diffs."""
    SURVIVORS.mkdir(parents=True, exist_ok=True)
    parts = [f"# Survivors: {target}", "", f"{len(judged)} of {total} mutants were run, {len(survivors)} survived.", ""]
    for name in survivors:
        parts += [f"## {name}", "", "```diff", mutmut(copy, "show", name).strip(), "```", ""]
    (SURVIVORS / f"{target}.md").write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
