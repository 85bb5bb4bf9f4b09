"""Where a gold turn is lost before the tenth result: `python -m benchmarks.locomo.losses DATA`.

Prints only counts and shares of gold turns, a question's turns counted once a question; never a word of the data.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.locomo.__main__ import LIMIT, cited, form_all, pieces_of
from benchmarks.locomo.counting import Pieces, counted
from benchmarks.locomo.questions import Address, read_questions
from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.qdrant_edge import QdrantEdgeIndex
from memory_pipeline.bootstrap import build_pipeline, build_reader
from memory_pipeline.store.family_view import FamilyView

DEPTH = 50
FORMED_AS = ("active", "formed, no longer active", "formed, beyond the turns that count", "not formed")


def formed_as(view: FamilyView) -> dict[Address, str]:
    """How each cited turn of a family is cited at best; a turn that is missing was not formed."""
    best: dict[Address, str] = {}
    for memory in view.memories().values():
        pieces = pieces_of(view, memory)
        kind = FORMED_AS[0] if memory.status == "active" else FORMED_AS[1]
        for turn in (turn for piece in pieces for turn in piece):
            each = kind if turn in counted(pieces) else FORMED_AS[2]
            best[turn] = min(best.get(turn, each), each, key=FORMED_AS.index)
    return best


def causes(gold: Iterable[Address], found: Sequence[Pieces], formed: Mapping[Address, str]) -> Iterator[str]:
    """One cause for each gold turn of a question, `found` being the results of a deep search, the best first."""
    ranks: dict[Address, int] = {}
    for rank, pieces in enumerate(found, start=1):
        for turn in counted(pieces):
            ranks.setdefault(turn, rank)
    for turn in sorted(gold):
        yield _ranked(ranks[turn]) if turn in ranks else _unranked(formed.get(turn, FORMED_AS[3]))


def _ranked(rank: int) -> str:
    bands = ((5, "found in 5"), (LIMIT, "found in 10"), (20, "ranked 11 to 20"))
    return next((name for last, name in bands if rank <= last), f"ranked 21 to {DEPTH}")


def _unranked(formed: str) -> str:
    return f"formed, not among {DEPTH} results" if formed == FORMED_AS[0] else formed


def measured(data: Path) -> Counter[str]:
    """Gold turns by what became of them; corrected evidence is taken where it stands beside the data."""
    beside = data.with_name("corrected_evidence.json")
    questions, _ = read_questions(data, beside if beside.exists() else None)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        pipeline = replace(build_pipeline(), objects=InMemoryObjects(), index=QdrantEdgeIndex(Path(folder)))
        keys = [each.family for each in form_all(pipeline, data, questions)]
        readers = {key: build_reader(pipeline, key) for key in keys}
        formed = {key: formed_as(pipeline.view(key)) for key in keys}
        for question in questions:
            results = readers[question.family].search(question.text, limit=DEPTH).results
            counts.update(causes(question.gold, [cited(each.evidence) for each in results], formed[question.family]))
            counts[f"results: {len(results)}"] += 1
    return counts


def main() -> int:
    """Print the table."""
    counts = measured(Path(sys.argv[1]))
    turns = {cause: count for cause, count in counts.items() if not cause.startswith("results: ")}
    for cause, count in sorted(turns.items(), key=lambda pair: -pair[1]):
        print(f"{count:5}  {100 * count / sum(turns.values()):5.1f} %  {cause}")
    print({cause: count for cause, count in counts.items() if cause.startswith("results: ")})
    return 0


if __name__ == "__main__":
    sys.exit(main())
