"""The policy's table in the docs is the one that the code obeys, row by row."""

from __future__ import annotations

from pathlib import Path

from memory_pipeline.reconciliation.policy import TABLE, Row

PAGE = Path(__file__).parents[2] / "docs" / "RECONCILIATION.md"
HEAD = "| relation | its authority | its strength | the memory is | said | else | outcome | why |"


def rows() -> list[str]:
    """The table in Markdown."""
    return [HEAD, "|---|---|---|---|---|---|---|---|", *map(_row, TABLE)]


def _row(row: Row) -> str:
    flags = {"wake": row.outcome.wake, "related": row.outcome.related, "told anew": row.outcome.reorder}
    outcome = ", ".join([row.outcome.kind, *(name for name, is_set in flags.items() if is_set)])
    words = {True: "the same words", False: ""}[bool(row.identical)]
    lost = "leaves something out" if row.loses_nothing is False else ""
    conditions = [row.relation, row.rank, row.firmness, row.standing, row.moment]
    cells = [", ".join(values) or "any" for values in conditions]
    return f"| {' | '.join([*cells, words or lost or 'any', f'**{outcome}**', row.outcome.reason])} |"


def test_the_table_in_the_docs_is_the_one_that_the_code_obeys() -> None:
    assert "\n".join(rows()) in PAGE.read_text(encoding="utf-8")
