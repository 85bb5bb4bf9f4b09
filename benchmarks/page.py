"""docs/BENCHMARKS.md: what is found, by whom, and how fast, measured in one run.

    python -m benchmarks.page [--locomo FILE] [--mem0 PYTHON]      # or: make bench DATA=FILE

Without a file of LoCoMo's format, or without an interpreter that has mem0, the page says that this was not measured.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from rich.console import Console
from rich.progress import track

from benchmarks.locomo.__main__ import measured as measure_locomo
from benchmarks.lookup import SIZES
from benchmarks.lookup import measured as measure_lookup
from memory_pipeline.adapters.embedded_models.hashing_embedder import HashingEmbedder
from memory_pipeline.bootstrap import build_pipeline

PAGE = Path(__file__).parents[1] / "docs/BENCHMARKS.md"
OURS = "ours, search"
AIMS = {"recall@5": 0.65, "recall@10": 0.75, "tokens": 400, "lookup": 20, "reindex": 2_000}
OVER = {"turns": "single turns", "turns in context": "dated turns with two on each side"}


def main() -> int:
    """Measure and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=__doc__)
    parser.add_argument("--locomo", type=Path, help="a file of LoCoMo's format")
    parser.add_argument("--mem0", type=Path, help="an interpreter with mem0ai")
    chosen = parser.parse_args()
    commit()  # of the code that is loaded now, whatever is committed while it is measured
    locomo = None if chosen.locomo is None else measure_locomo(chosen.locomo, mem0=chosen.mem0)
    embedder = build_pipeline().embedder
    sizes = track(SIZES, "look up", console=Console(stderr=True))
    PAGE.write_text(
        page(
            data=None if chosen.locomo is None else described(chosen.locomo),
            locomo=locomo,
            embedder=embedder.fingerprint.split()[0],
            lookups=[measure_lookup(size, embedder) for size in sizes],
            reindex=measure_lookup(max(SIZES), HashingEmbedder()),
        ),
        encoding="utf-8",
    )
    print(f"written: {PAGE}", file=sys.stderr)
    return 0


def page(*, locomo: Mapping[str, Any] | None, lookups: list[dict[str, Any]], **more: Any) -> str:
    """The page of some figures; aims that were missed, and systems that are better, stand in its first lines."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["percent"] = lambda share: f"{100 * share:.1f} %"
    systems = {} if locomo is None else locomo["systems"]
    return environment.get_template("page.md.j2").render(
        day=datetime.now(UTC).date(),
        commit=commit(),
        machine=platform.machine(),
        cores=os.cpu_count(),
        python=platform.python_version(),
        aims=AIMS,
        locomo=None if locomo is None else {"mem0_version": "", **locomo},
        verdicts=list(verdicts(systems)) if systems else [],
        systems=[shown(name, each) for name, each in sorted(systems.items(), key=lambda pair: -pair[1]["recall@5"])],
        lookups=lookups,
        largest=max(lookups, key=lambda each: int(each["memories"])),
        **more,
    )


def verdicts(systems: Mapping[str, Mapping[str, float]]) -> Iterator[dict[str, Any]]:
    """Our recall, that of the best other system, and the aim."""
    others = {name: each for name, each in systems.items() if not name.startswith("ours")}
    for key in ("recall@5", "recall@10"):
        best = max(others, key=lambda name: others[name][key])
        ours = systems[OURS][key]
        yield {"key": key, "ours": ours, "best": others[best][key], "name": called(best), "aim": AIMS[key]}


def shown(name: str, each: Mapping[str, float]) -> dict[str, Any]:
    """One system as the table and the chart take it."""
    what, _, way = name.partition(", ")
    short = f"{way}, {'context' if 'context' in what else 'turns'}" if what in OVER else name
    five, ten = (f"{100 * each[key]:.1f}" for key in ("recall@5", "recall@10"))
    return {**each, "name": called(name), "label": f'"{short}"', "five": five, "ten": ten}


def called(name: str) -> str:
    """A system's name in words."""
    what, _, way = name.partition(", ")
    return f"{way} over {OVER[what]}" if what in OVER else name


def described(data: Path) -> dict[str, str]:
    """A file by its name and the beginning of its hash."""
    return {"name": data.name, "sha256": hashlib.sha256(data.read_bytes()).hexdigest()[:16]}


@cache
def commit() -> str:
    """The commit that is measured, as it was when first asked; `unknown` outside a checkout."""
    command = ["git", "describe", "--always", "--dirty"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PAGE.parent)
    return done.stdout.strip() or "unknown"


if __name__ == "__main__":
    sys.exit(main())
