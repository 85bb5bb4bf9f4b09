"""The comparison report: every line of the earlier files, what covers it and how, or that it is missing.

Written beside the ledger as Markdown for a person and as JSON for what decides on a release: a family goes over to
its brief only where nothing is missing that it had asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory_pipeline.store.json_text import document
from memory_pipeline.workflows.migrate_coverage import STATES, Coverage

EXPLICIT = "explicit_memories.md"
_TITLES = {
    "covered": "Covered",
    "partly": "Covered in part",
    "replaced": "Replaced by something newer",
    "forgotten": "Forgotten by the family",
    "missing": "Missing",
}


@dataclass(frozen=True, slots=True)
class ComparisonReport:
    """All lines of a family's earlier files, in their order."""

    family: str
    coverages: tuple[Coverage, ...]

    @property
    def counts(self) -> Mapping[str, int]:
        """Lines by state."""
        found = Counter(each.state for each in self.coverages)
        return {state: found[state] for state in STATES}

    @property
    def missing_explicit(self) -> tuple[Coverage, ...]:
        """Lines that the family had asked to remember and that no memory covers."""
        return tuple(each for each in self.coverages if each.line.file == EXPLICIT and each.state == "missing")

    @property
    def passes(self) -> bool:
        """Whether a release may cover the family: nothing that it asked for was lost."""
        return not self.missing_explicit

    def as_json(self) -> dict[str, Any]:
        """`migration/report.json`."""
        return {
            "family": self.family,
            "passes": self.passes,
            "counts": {"lines": len(self.coverages), **self.counts},
            "lines": [
                {
                    "file": each.line.file,
                    "line": each.line.number,
                    "text": each.line.text,
                    "state": each.state,
                    "ref": each.ref,
                    "how": each.how,
                }
                for each in self.coverages
            ],
        }

    def as_bytes(self) -> bytes:
        """`migration/report.json` as it is written."""
        return document(self.as_json())

    def as_markdown(self) -> str:
        """`migration/report.md`: the verdict, the counts, and the lines by state, what is missing first."""
        verdict = (
            "Nothing that the family asked for is missing."
            if self.passes
            else f"{len(self.missing_explicit)} lines that the family asked for are missing; no release covers it yet."
        )
        counts = [f"| {_TITLES[state]} | {number} |" for state, number in self.counts.items()]
        parts = [f"# Migration of {self.family}", verdict, "\n".join(["| | lines |", "|---|---:|", *counts])]
        for state in reversed(STATES):
            rows = [each for each in self.coverages if each.state == state]
            if rows:
                parts += [f"## {_TITLES[state]}", _table(rows)]
        return "\n\n".join(parts) + "\n"


def _table(rows: Sequence[Coverage]) -> str:
    lines = [f"| {each.line.place} | {_cell(each.line.text)} | {each.ref or ''} | {_cell(each.how)} |" for each in rows]
    return "\n".join(["| where | line | covered by | how |", "|---|---|---|---|", *lines])


def _cell(text: str) -> str:
    """The text as one cell: it neither ends the row nor becomes markup."""
    plain = " ".join(text.split())
    for mark in "\\|`*_[]<>":
        plain = plain.replace(mark, f"\\{mark}")
    return plain
